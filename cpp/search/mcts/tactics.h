// A state that knows the simple rules of thumb: which moves win, stop a win, make or stop a row
// that lacks one, and what other moves are worth. Played and undone in step with the state; a copy
// is cheap enough for every playout.
#pragma once

#include <algorithm>
#include <memory>

#include "search/mcts/immediate_results.h"
#include "search/mcts/point_field.h"

namespace inarow::INAROW_ISA {

// How many of the rules of thumb a playout goes by.
enum class Guidance { win_and_block, win_block_and_rows };

// What a move is worth before any search, by the reason (Solvers, table 4.1).
struct Priority {
  static constexpr int win = 20, block = 18, threat = 8, centre = 6, corner = 4;
};

template <Game G>
class Tactics;

template <>
class Tactics<Mnk> {
 public:
  explicit Tactics(const Mnk& state)
      : map_(std::make_shared<WindowMap>(state.rules())), state_(state), field_(*map_, state) {}

  const Mnk& state() const { return state_; }
  void play(Move move) {
    field_.played(move, state_.to_move());
    state_.play(move);
  }
  void undo() {
    const Move move = state_.move_at(state_.ply() - 1);
    state_.undo();
    field_.undone(move, state_.to_move());
  }
  // Nobody can win any more.
  bool is_settled() const { return !field_.is_open(); }

  // The moves that the first rule which applies asks for, else all.
  void moves_by_rule(Guidance guidance, Moves<Mnk>& moves) const {
    const int me = state_.to_move();
    Moves<Mnk> all;
    state_.legal_moves(all);
    for (const int player : {me, 1 - me}) {
      if (field_.whole().completing[player] == 0) continue;
      keep(all, moves, [&](Move cell) {
        return field_.at(cell).completing[player] > 0 &&
               (!state_.rules().exact || state_.would_win(cell, player));
      });
      if (moves.size() > 0) return;
    }
    if (guidance == Guidance::win_block_and_rows) {
      for (const int player : {me, 1 - me}) {
        if (field_.whole().building[player] == 0) continue;
        keep(all, moves, [&](Move cell) { return field_.at(cell).building[player] > 0; });
        if (moves.size() > 0) return;
      }
    }
    moves = all;
  }

  // How good a move looks, at least 1.
  Score worth(Move move) const { return 1 + field_.at(move).worth[state_.to_move()]; }

  int priority(Move move) const {
    const int me = state_.to_move();
    const Points& points = field_.at(move);
    if (points.completing[me] > 0) return Priority::win;
    if (points.completing[1 - me] > 0) return Priority::block;
    if (points.building[me] > 0) return Priority::threat;
    const MnkRules& rules = state_.rules();
    const auto in_middle = [](int at, int side) { return at == side / 2 || at == (side - 1) / 2; };
    const auto at_edge = [](int at, int side) { return at == 0 || at == side - 1; };
    const int row = move / rules.cols, col = move % rules.cols;
    if (in_middle(row, rules.rows) && in_middle(col, rules.cols)) return Priority::centre;
    return at_edge(row, rules.rows) && at_edge(col, rules.cols) ? Priority::corner : 0;
  }

 private:
  template <class Wanted>
  static void keep(const Moves<Mnk>& all, Moves<Mnk>& moves, Wanted wanted) {
    moves.clear();
    for (const Move move : all) {
      if (wanted(move)) moves.push(move);
    }
  }

  std::shared_ptr<const WindowMap> map_;
  Mnk state_;
  PointField field_;
};

// In ultimate the opponent's threats depend on where they are sent: a move blocks if it does not
// let them win at once, and a won local board stands for the threat.
template <>
class Tactics<Ultimate> {
 public:
  explicit Tactics(const Ultimate& state) : position_(state) {}

  const Ultimate& state() const { return position_.state(); }
  void play(Move move) { position_.play(move); }
  void undo() { position_.undo(); }
  bool is_settled() const { return false; }
  void moves_by_rule(Guidance, Moves<Ultimate>& moves) const { immediate_result(state(), moves); }

  Score worth(Move move) const {
    return std::max(1, free_choice_cost + position_.move_score(move));
  }

  int priority(Move move) const {
    Ultimate next = state();
    const int me = next.to_move();
    const int row = move / 9, col = move % 9;
    next.play(move);
    if (next.outcome() == win_for(me)) return Priority::win;
    if (next.local_outcome(row / 3 * 3 + col / 3) == win_for(me)) return Priority::threat;
    if (row % 3 == 1 && col % 3 == 1) return Priority::centre;
    return row % 3 != 1 && col % 3 != 1 ? Priority::corner : 0;
  }

 private:
  static constexpr Score free_choice_cost = 50;  // what move_score may be below 0

  Position<Ultimate> position_;
};

inline Proven immediate_result(const Tactics<Mnk>& tactics, Moves<Mnk>& moves) {
  const Proven proven = immediate_result(tactics.state(), moves);
  return proven == Proven::no && tactics.is_settled() ? Proven::draw : proven;
}
inline Proven immediate_result(const Tactics<Ultimate>& tactics, Moves<Ultimate>& moves) {
  return immediate_result(tactics.state(), moves);
}

}  // namespace inarow::INAROW_ISA
