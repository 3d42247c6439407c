// The vocabulary of all games, and the interface that every search is written against.
//
//   action     the number of what a player may do: row * columns + column, with row 0 at the bottom
//              of the board as people read it
//   cell       a place on the board, with the same numbering, so that `Action` is its type, too
//   move       an action that was made in a game; `moves` are a history, from the start
//   candidate  an action with what a search knows of it (search/base.h)
//   line       how play may continue; `pv`, the principal variation, is the actions of a line
//   plies      a count of moves
//
// Players are 0 (moves first) and 1. Values and outcomes are for the player to move unless a name
// says otherwise; `returns(outcome, player)` is the one place that turns an outcome into +1, 0 or
// -1 for a given player.
//
// A state plays and undoes moves in place and never allocates.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

// The core is compiled once for each instruction set, each time in another namespace, so that the
// linker cannot mix them. The extension picks one when it is imported.
#ifndef INAROW_ISA
#define INAROW_ISA baseline
#endif

namespace inarow::INAROW_ISA {

class Rng;
class GridSymmetries;

using Action = std::uint16_t;

inline constexpr int max_side = 20;
inline constexpr int max_cells = max_side * max_side;

enum class Outcome : std::uint8_t { ongoing, first_wins, second_wins, draw };

constexpr Outcome win_for(int player) {
  return player == 0 ? Outcome::first_wins : Outcome::second_wins;
}

constexpr int returns(Outcome outcome, int player) {
  if (outcome == win_for(player)) return 1;
  if (outcome == win_for(1 - player)) return -1;
  return 0;
}

// What stands on a cell, as a number that orders images of a board (see canonical.h).
enum Cell : std::uint8_t { empty = 0, first = 1, second = 2 };

// A set of cells, one bit each.
using CellBits = std::array<std::uint64_t, (max_cells + 63) / 64>;

// A list of actions that needs no allocation.
template <int Capacity>
class ActionList {
 public:
  void clear() { size_ = 0; }
  void push(int action) { actions_[size_++] = static_cast<Action>(action); }
  // Removes an action, and the last one takes its place.
  Action take(int index) {
    const Action taken = actions_[index];
    actions_[index] = actions_[--size_];
    return taken;
  }
  int size() const { return size_; }
  Action operator[](int index) const { return actions_[index]; }
  const Action* begin() const { return actions_; }
  const Action* end() const { return actions_ + size_; }

 private:
  int size_ = 0;
  Action actions_[Capacity];
};

template <class G>
using Actions = ActionList<G::max_actions>;

template <class G>
concept Game = std::copyable<G> && requires(G state, const G& fixed, Action action, int index,
                                            Actions<G>& list, Rng& rng) {
  // The rules outlive every state made from them.
  typename G::Rules;
  requires std::same_as<typename G::Rules::State, G>;
  { fixed.rules().rows + fixed.rules().cols } -> std::same_as<int>;
  G(static_cast<const typename G::Rules&>(fixed.rules()));
  { G::max_actions } -> std::convertible_to<int>;
  { fixed.symmetries() } -> std::same_as<const GridSymmetries&>;

  // The position.
  { fixed.ply() } -> std::same_as<int>;
  { fixed.to_move() } -> std::same_as<int>;
  { fixed.outcome() } -> std::same_as<Outcome>;
  { fixed.cell(index) } -> std::same_as<Cell>;
  { fixed.stones(index) } -> std::same_as<CellBits>;  // of a player
  { fixed.move_at(index) } -> std::same_as<Action>;
  { fixed == fixed } -> std::same_as<bool>;  // same position, in any order of moves

  // Actions. `play` needs a legal action and `undo` ply() > 0: neither checks.
  { fixed.is_legal(index) } -> std::same_as<bool>;
  fixed.legal_actions(list);                             // ascending; empty when over
  { fixed.legal_cells() } -> std::same_as<CellBits>;     // the same as a set
  { fixed.legal_action_count() } -> std::same_as<int>;   // without listing them
  { fixed.ending_action_count() } -> std::same_as<int>;  // those that end the game
  state.play(action);
  state.undo();
  { fixed.random_playout(rng) } -> std::same_as<Outcome>;  // the state does not change

  // Identity. Equal positions have equal keys; `image_key(s)` is the key of the state under
  // symmetry s, and `image_rest(s)` orders what the cells of that image do not show.
  { fixed.key() } -> std::same_as<std::uint64_t>;
  { fixed.image_key(index) } -> std::same_as<std::uint64_t>;
  { fixed.image_rest(index) } -> std::same_as<int>;
};

// A move that is undone at the end of its scope, so that no early return forgets it.
template <class G>
class ScopedMove {
 public:
  ScopedMove(G& state, Action action) : state_(state) { state_.play(action); }
  ~ScopedMove() { state_.undo(); }
  ScopedMove(const ScopedMove&) = delete;
  ScopedMove& operator=(const ScopedMove&) = delete;

 private:
  G& state_;
};

}  // namespace inarow::INAROW_ISA
