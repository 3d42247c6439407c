// Move ordering: actions by a score, best first; equal scores keep their order.
#pragma once

#include <algorithm>
#include <utility>

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

template <Game G, class ScoreOf>
void order_by(Actions<G>& actions, ScoreOf score_of) {
  std::pair<Score, Action> scored[G::max_actions];
  const int count = actions.size();
  for (int i = 0; i < count; ++i) scored[i] = {score_of(actions[i]), actions[i]};
  std::stable_sort(scored, scored + count,
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  actions.clear();
  for (int i = 0; i < count; ++i) actions.push(scored[i].second);
}

template <Game G>
void order_by_score(const Position<G>& position, Actions<G>& actions) {
  order_by<G>(actions, [&](Action action) { return position.action_score(action); });
}

}  // namespace inarow::INAROW_ISA
