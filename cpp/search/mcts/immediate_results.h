// What two plies prove of a position, computed once when it becomes a node: whether an action wins
// at once, and which actions do not lose at once. The others need no search under any policy.
#pragma once

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

// Fills in the actions worth searching, at least one; the position must not be over.
inline Proven immediate_result(const Mnk& state, Actions<Mnk>& actions) {
  state.legal_actions(actions);
  if (state.ply() + 2 < state.rules().shortest_win) return Proven::no;
  const int me = state.to_move();
  Actions<Mnk> answers;  // to the opponent's threats
  for (const Action action : actions) {
    if (state.would_win(action, me)) {
      actions.clear();
      actions.push(action);
      return Proven::win;
    }
    if (state.would_win(action, 1 - me)) answers.push(action);
  }
  if (answers.size() == 0) return Proven::no;
  actions.clear();
  actions.push(answers[0]);
  return answers.size() > 1 ? Proven::loss : Proven::no;
}

inline Proven immediate_result(const Position<Mnk>& position, Actions<Mnk>& actions) {
  if (const auto win = position.winning_action()) {
    actions.clear();
    actions.push(*win);
    return Proven::win;
  }
  if (position.actions_worth_searching(actions) > 1) return Proven::loss;
  const bool settled = !position.can_win(0) && !position.can_win(1);
  return settled ? Proven::draw : Proven::no;
}

inline bool wins_at_once(Ultimate& state) {
  if (state.ending_action_count() == 0) return false;
  const int me = state.to_move();
  Actions<Ultimate> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    const ScopedMove made(state, action);
    if (state.outcome() == win_for(me)) return true;
  }
  return false;
}

inline Proven immediate_result(const Ultimate& state, Actions<Ultimate>& actions) {
  constexpr int shortest_win = 17;
  state.legal_actions(actions);
  if (state.ply() + 2 < shortest_win) return Proven::no;
  const int me = state.to_move();
  Ultimate next = state;
  Actions<Ultimate> safe;
  for (const Action action : actions) {
    const ScopedMove made(next, action);
    if (next.outcome() == win_for(me)) {
      actions.clear();
      actions.push(action);
      return Proven::win;
    }
    const bool loses = next.outcome() == win_for(1 - me) ||
                       (next.outcome() == Outcome::ongoing && wins_at_once(next));
    if (!loses) safe.push(action);
  }
  if (safe.size() == 0) return Proven::loss;
  actions = safe;
  return Proven::no;
}

inline Proven immediate_result(const Position<Ultimate>& position, Actions<Ultimate>& actions) {
  return immediate_result(position.state(), actions);
}

}  // namespace inarow::INAROW_ISA
