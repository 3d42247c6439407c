// What two plies prove of a position: whether an action wins at once, and which actions do not lose
// at once. The others need no search under any policy.
#pragma once

#include "games/all.h"
#include "search/base.h"

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

}  // namespace inarow::INAROW_ISA
