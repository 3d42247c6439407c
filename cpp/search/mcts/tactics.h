// A state with the simple rules of playouts: which actions win, stop a win, make or stop a row that
// lacks one stone, and the worth of the others. A copy is cheap enough for every playout.
#pragma once

#include <algorithm>
#include <memory>

#include "search/mcts/immediate_results.h"
#include "search/mcts/point_field.h"

namespace inarow::INAROW_ISA {

// How many of the rules a playout uses.
enum class Guidance { win_and_block, win_block_and_rows };

// The priority of an action before any search (Solvers, table 4.1).
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
  void play(Action action) {
    field_.played(action, state_.to_move());
    state_.play(action);
  }
  void undo() {
    const Action move = state_.move_at(state_.ply() - 1);
    state_.undo();
    field_.undone(move, state_.to_move());
  }
  // Whether nobody can win any more.
  bool is_settled() const { return !field_.is_open(); }

  // The actions of the first rule that applies, else all.
  void actions_by_rule(Guidance guidance, Actions<Mnk>& actions) const {
    const int me = state_.to_move();
    Actions<Mnk> all;
    state_.legal_actions(all);
    for (const int player : {me, 1 - me}) {
      if (field_.whole().completing[player] == 0) continue;
      keep(all, actions, [&](Action cell) {
        return field_.at(cell).completing[player] > 0 &&
               (!state_.rules().exact || state_.would_win(cell, player));
      });
      if (actions.size() > 0) return;
    }
    if (guidance == Guidance::win_block_and_rows) {
      for (const int player : {me, 1 - me}) {
        if (field_.whole().building[player] == 0) continue;
        keep(all, actions, [&](Action cell) { return field_.at(cell).building[player] > 0; });
        if (actions.size() > 0) return;
      }
    }
    actions = all;
  }

  // The heuristic worth of an action, at least 1.
  Score worth(Action action) const { return 1 + field_.at(action).worth[state_.to_move()]; }

  int priority(Action action) const {
    const int me = state_.to_move();
    const Points& points = field_.at(action);
    if (points.completing[me] > 0) return Priority::win;
    if (points.completing[1 - me] > 0) return Priority::block;
    if (points.building[me] > 0) return Priority::threat;
    const MnkRules& rules = state_.rules();
    const auto in_middle = [](int at, int side) { return at == side / 2 || at == (side - 1) / 2; };
    const auto at_edge = [](int at, int side) { return at == 0 || at == side - 1; };
    const int row = action / rules.cols, col = action % rules.cols;
    if (in_middle(row, rules.rows) && in_middle(col, rules.cols)) return Priority::centre;
    return at_edge(row, rules.rows) && at_edge(col, rules.cols) ? Priority::corner : 0;
  }

 private:
  template <class Wanted>
  static void keep(const Actions<Mnk>& all, Actions<Mnk>& actions, Wanted wanted) {
    actions.clear();
    for (const Action action : all) {
      if (wanted(action)) actions.push(action);
    }
  }

  std::shared_ptr<const WindowMap> map_;
  Mnk state_;
  PointField field_;
};

// In ultimate the opponent's threats depend on where they are sent: an action blocks if it does not
// let them win at once, and winning a local board counts as a threat.
template <>
class Tactics<Ultimate> {
 public:
  explicit Tactics(const Ultimate& state) : position_(state) {}

  const Ultimate& state() const { return position_.state(); }
  void play(Action action) { position_.play(action); }
  void undo() { position_.undo(); }
  bool is_settled() const { return false; }
  void actions_by_rule(Guidance, Actions<Ultimate>& actions) const {
    immediate_result(state(), actions);
  }

  Score worth(Action action) const {
    return std::max(1, free_choice_cost + position_.action_score(action));
  }

  int priority(Action action) const {
    Ultimate next = state();
    const int me = next.to_move();
    const int row = action / 9, col = action % 9;
    next.play(action);
    if (next.outcome() == win_for(me)) return Priority::win;
    if (next.local_outcome(row / 3 * 3 + col / 3) == win_for(me)) return Priority::threat;
    if (row % 3 == 1 && col % 3 == 1) return Priority::centre;
    return row % 3 != 1 && col % 3 != 1 ? Priority::corner : 0;
  }

 private:
  static constexpr Score free_choice_cost = 50;  // the most that action_score is below 0

  Position<Ultimate> position_;
};

inline Proven immediate_result(const Tactics<Mnk>& tactics, Actions<Mnk>& actions) {
  const Proven proven = immediate_result(tactics.state(), actions);
  return proven == Proven::no && tactics.is_settled() ? Proven::draw : proven;
}
inline Proven immediate_result(const Tactics<Ultimate>& tactics, Actions<Ultimate>& actions) {
  return immediate_result(tactics.state(), actions);
}

}  // namespace inarow::INAROW_ISA
