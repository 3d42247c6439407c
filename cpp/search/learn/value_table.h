// The values of positions, one by one: what the tabular learner learns and its player plays by.
//
// A value is for the player to move, in [-1, 1]. With folding, all images of a position under
// symmetry share an entry. A position that is not in the table has the value of a look-ahead over
// two plies: 1 if a move wins at once, -1 if every move lets the opponent win at once, else 0; or 0
// without look-ahead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "games/base.h"
#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

template <Game G>
bool can_win_at_once(G& state) {
  if (state.ending_action_count() == 0) return false;
  const Outcome win = win_for(state.to_move());
  Actions<G> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    const ScopedMove made(state, action);
    if (state.outcome() == win) return true;
  }
  return false;
}

struct StoredValue {
  std::uint64_t key;
  float value;
};

class ValueTable {
 public:
  ValueTable(bool folds, bool looks_ahead)
      : folds_(folds), looks_ahead_(looks_ahead), places_(smallest, no_entry) {}

  bool folds() const { return folds_; }
  bool looks_ahead() const { return looks_ahead_; }
  std::size_t size() const { return entries_.size(); }
  // In the order in which they were added.
  std::span<const StoredValue> entries() const { return entries_; }

  // The state is the same afterwards.
  template <Game G>
  float value(G& state) const {
    if (state.outcome() != Outcome::ongoing) {
      return static_cast<float>(returns(state.outcome(), state.to_move()));
    }
    const std::uint32_t entry = places_[place_of(key_of(state))];
    return entry == no_entry ? starting_value(state) : entries_[entry].value;
  }

  // An entry to read and change; adds one with the starting value if there is none.
  template <Game G>
  float& at(G& state) {
    const std::uint64_t key = key_of(state);
    const std::uint32_t entry = places_[place_of(key)];
    if (entry != no_entry) return entries_[entry].value;
    add(key, starting_value(state));
    return entries_.back().value;
  }

  // The key must not be in the table.
  void add(std::uint64_t key, float value) {
    if (2 * (entries_.size() + 1) > places_.size()) grow();
    places_[place_of(key)] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({key, value});
  }

  bool contains(std::uint64_t key) const { return places_[place_of(key)] != no_entry; }

 private:
  static constexpr std::size_t smallest = 1024;
  static constexpr std::uint32_t no_entry = 0xffffffff;

  template <Game G>
  std::uint64_t key_of(const G& state) const {
    std::uint64_t key = state.key();
    if (!folds_) return key;
    for (int s = 1; s < state.symmetries().count(); ++s) key = std::min(key, state.image_key(s));
    return key;
  }

  template <Game G>
  float starting_value(G& state) const {
    if (!looks_ahead_) return 0;
    if (can_win_at_once(state)) return 1;
    Actions<G> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      const ScopedMove made(state, action);
      if (state.outcome() != Outcome::ongoing || !can_win_at_once(state)) return 0;
    }
    return -1;
  }

  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = key & mask;
    while (places_[place] != no_entry && entries_[places_[place]].key != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void grow() {
    places_.assign(2 * places_.size(), no_entry);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      places_[place_of(entries_[i].key)] = static_cast<std::uint32_t>(i);
    }
  }

  bool folds_, looks_ahead_;
  std::vector<StoredValue> entries_;
  std::vector<std::uint32_t> places_;  // numbers of entries; open addressing, at most half full
};

// What a table says of an action: the value of the position after it, for the player who moves.
template <Game G>
float value_of_action(const ValueTable& table, G& state, Action action) {
  const ScopedMove made(state, action);
  return 0 - table.value(state);  // never -0, which people would see
}

// Values that differ by less are equal.
inline constexpr float same_value = 1e-4f;

// The actions with the best value, and that value. Of wins, those at once; of losses, the others.
template <Game G>
float best_actions(const ValueTable& table, G& state, Actions<G>& best) {
  constexpr float win_at_once = 1 + 2 * same_value, loss_at_once = -win_at_once;
  const Outcome win = win_for(state.to_move());
  Actions<G> actions;
  state.legal_actions(actions);
  float values[G::max_actions], most = -2;
  for (int i = 0; i < actions.size(); ++i) {
    const ScopedMove made(state, actions[i]);
    values[i] = state.outcome() == win ? win_at_once : 0 - table.value(state);
    if (values[i] < same_value - 1 && can_win_at_once(state)) values[i] = loss_at_once;
    most = std::max(most, values[i]);
  }
  best.clear();
  for (int i = 0; i < actions.size(); ++i) {
    if (values[i] > most - same_value) best.push(actions[i]);
  }
  return std::clamp(most, -1.0f, 1.0f);
}

}  // namespace inarow::INAROW_ISA
