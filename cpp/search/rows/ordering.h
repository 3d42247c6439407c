// Move ordering: actions by a score, best first; equal scores keep their order. The scores of the
// ordered actions are stored if they are wanted.
#pragma once

#include <algorithm>
#include <utility>

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

template <Game G, class ScoreOf>
void order_by(Actions<G>& actions, ScoreOf score_of, Score* scores = nullptr) {
  std::pair<Score, Action> scored[G::max_actions];
  const int count = actions.size();
  for (int i = 0; i < count; ++i) scored[i] = {score_of(actions[i]), actions[i]};
  std::stable_sort(scored, scored + count,
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  actions.clear();
  for (int i = 0; i < count; ++i) actions.push(scored[i].second);
  if (scores == nullptr) return;
  for (int i = 0; i < count; ++i) scores[i] = scored[i].first;
}

template <Game G>
void order_by_score(const Position<G>& position, Actions<G>& actions, Score* scores = nullptr) {
  order_by<G>(actions, [&](Action action) { return position.action_score(action); }, scores);
}

}  // namespace inarow::INAROW_ISA
