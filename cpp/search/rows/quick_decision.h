// The decision of a search that has no time: an action that wins at once, else the one with the
// best heuristic score among those that do not lose at once. A full-width search of two plies.
#pragma once

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

template <Game G>
Decision quick_decision(const G& state) {
  Position<G> position(state);
  Decision decision;
  decision.depth = 2;
  if (const auto win = position.winning_action()) {
    decision.action = *win;
    decision.value = 1.0;
    decision.proven = Proven::win;
    decision.pv = {*win};
    set_candidates(decision, {});
    return decision;
  }
  Actions<G> actions;
  position.actions_worth_searching(actions);
  Score best = -max_score;
  for (const Action action : actions) {
    Score score = position.action_score(action);
    {
      const ScopedMove made(position, action);
      if (!position.is_over() && position.winning_action()) score -= win_score / 2;
    }
    if (score > best) {
      best = score;
      decision.action = action;
    }
  }
  decision.pv = {decision.action};
  return decision;
}

}  // namespace inarow::INAROW_ISA
