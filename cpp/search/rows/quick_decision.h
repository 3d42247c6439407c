// The answer at hand when a search has no time: a win at once, else a move that does not lose at
// once, and among those the one that looks best. Two plies, everything looked at.
#pragma once

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

template <Game G>
Decision quick_decision(const G& state) {
  Position<G> position(state);
  Decision decision;
  decision.depth = 2;
  if (const auto win = position.winning_move()) {
    decision.move = *win;
    decision.value = 1.0;
    decision.proven = Proven::win;
    decision.pv = {*win};
    set_candidates(decision, {});
    return decision;
  }
  Moves<G> moves;
  position.moves_worth_searching(moves);
  Score best = -max_score;
  for (const Move move : moves) {
    Score score = position.move_score(move);
    {
      const ScopedMove made(position, move);
      if (!position.is_over() && position.winning_move()) score -= win_score / 2;
    }
    if (score > best) {
      best = score;
      decision.move = move;
    }
  }
  decision.pv = {decision.move};
  return decision;
}

}  // namespace inarow::INAROW_ISA
