// Moves in the order of a score, best first; equal scores keep their order.
#pragma once

#include <algorithm>
#include <utility>

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

template <Game G, class ScoreOf>
void order_by(Moves<G>& moves, ScoreOf score_of) {
  std::pair<Score, Move> scored[G::max_moves];
  const int count = moves.size();
  for (int i = 0; i < count; ++i) scored[i] = {score_of(moves[i]), moves[i]};
  std::stable_sort(scored, scored + count,
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  moves.clear();
  for (int i = 0; i < count; ++i) moves.push(scored[i].second);
}

template <Game G>
void order_by_score(const Position<G>& position, Moves<G>& moves) {
  order_by<G>(moves, [&](Move move) { return position.move_score(move); });
}

}  // namespace inarow::INAROW_ISA
