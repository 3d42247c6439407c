// A state with what searches need besides the rules: immediate wins, threats that must be answered,
// which player can still win, and a heuristic evaluation.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/all.h"
#include "search/rows/windows.h"

namespace inarow::INAROW_ISA {

template <Game G>
class Position;

// What the positions of all games have in common.
template <class G>
class PositionBase {
 public:
  explicit PositionBase(const G& state) : state_(state) {}
  const G& state() const { return state_; }
  int to_move() const { return state_.to_move(); }
  bool is_over() const { return state_.outcome() != Outcome::ongoing; }

 protected:
  G state_;
};

template <>
class Position<Mnk> : public PositionBase<Mnk> {
 public:
  explicit Position(const Mnk& state)
      : PositionBase(state),
        map_(std::make_unique<WindowMap>(state.rules())),
        windows_(*map_, state) {
    const auto& [rows, cols] = std::pair(state.rules().rows, state.rules().cols);
    for (int cell = 0; cell < rows * cols; ++cell) {
      const int off_centre =
          std::abs(2 * (cell / cols) - rows + 1) + std::abs(2 * (cell % cols) - cols + 1);
      centrality_.push_back(max_side - off_centre / 2);
    }
  }

  void play(Action action) {
    windows_.played(action, state_.to_move());
    state_.play(action);
  }
  void undo() {
    const Action move = state_.move_at(state_.ply() - 1);
    state_.undo();
    windows_.undone(move, state_.to_move());
  }

  std::optional<Action> winning_action() const { return first_win(to_move()); }

  // The actions worth searching if none wins at once: all, or the one that answers a threat to win
  // next. Returns how many cells the opponent threatens: two cannot be answered.
  int actions_worth_searching(Actions<Mnk>& actions) const {
    Actions<Mnk> threats;
    windows_.completing(1 - to_move(), threats);
    if (state_.rules().exact) drop_overlines(threats);
    if (threats.size() > 0) {
      actions.clear();
      actions.push(threats[0]);
    } else {
      state_.legal_actions(actions);
    }
    return threats.size();
  }

  // If nobody threatens to win at once: a stone that makes two threats, of which only one can be
  // answered. By the rule of exactly k a threat may be an overline, so that none is found there.
  std::optional<Action> forking_action() const {
    return state_.rules().exact ? std::nullopt : windows_.fork(to_move());
  }
  bool can_win(int player) const { return windows_.can_win(player); }
  // A stronger test: whether the other side can hold a draw by pairing cells.
  bool pairing_stops(int player) const { return windows_.pairing_stops(player); }
  Score evaluate() const { return windows_.score(to_move()); }
  // By the windows through the cell; between equals the one nearer to the centre.
  Score action_score(Action action) const {
    return windows_.action_score(action, to_move()) + centrality_[action];
  }

 private:
  std::optional<Action> first_win(int player) const {
    Actions<Mnk> cells;
    windows_.completing(player, cells);
    for (const Action cell : cells) {
      if (!state_.rules().exact || state_.would_win(cell, player)) return cell;
    }
    return std::nullopt;
  }

  // Of the opponent's cells, keeps those where exactly k would stand.
  void drop_overlines(Actions<Mnk>& cells) const {
    const int player = 1 - to_move();
    Actions<Mnk> kept;
    for (const Action cell : cells) {
      if (state_.would_win(cell, player)) kept.push(cell);
    }
    cells = kept;
  }

  std::unique_ptr<WindowMap> map_;
  Windows windows_;
  std::vector<Score> centrality_;
};

template <>
class Position<Ultimate> : public PositionBase<Ultimate> {
 public:
  using PositionBase::PositionBase;

  void play(Action action) { state_.play(action); }
  void undo() { state_.undo(); }

  std::optional<Action> winning_action() const {
    if (state_.ending_action_count() == 0) return std::nullopt;
    Ultimate next = state_;
    Actions<Ultimate> actions;
    next.legal_actions(actions);
    for (const Action action : actions) {
      const ScopedMove made(next, action);
      if (next.outcome() == win_for(to_move())) return action;
    }
    return std::nullopt;
  }

  // Where the opponent may play next depends on the action, so that no threat is known in advance.
  int actions_worth_searching(Actions<Ultimate>& actions) const {
    state_.legal_actions(actions);
    return 0;
  }

  std::optional<Action> forking_action() const { return std::nullopt; }
  bool can_win(int) const { return true; }
  bool pairing_stops(int) const { return false; }
  Score evaluate() const;
  Score action_score(Action action) const;
};

}  // namespace inarow::INAROW_ISA
