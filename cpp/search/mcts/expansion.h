// The order of a new node's actions, and their priors.
#pragma once

#include <algorithm>

#include "search/mcts/tactics.h"
#include "search/rows/ordering.h"

namespace inarow::INAROW_ISA {

// No order and no priors: for selections that try actions at random.
struct AllAlike {
  static constexpr bool has_priors = false;

  template <class Board, class List>
  void operator()(const Board&, List& actions, float* priors) const {
    std::fill(priors, priors + actions.size(), 0.0f);
  }
};

// Best first by heuristic score, with priors proportional to it.
struct ByActionScore {
  static constexpr bool has_priors = true;

  template <Game G>
  void operator()(const Position<G>& position, Actions<G>& actions, float* priors) const {
    order_by_score(position, actions);
    const int count = actions.size();
    // Scores may be negative; the lowest still gets a small prior.
    const Score most = position.action_score(actions[0]);
    const Score least = position.action_score(actions[count - 1]);
    const float ground = 1 + least_share * static_cast<float>(most - least);
    float total = 0;
    for (int i = 0; i < count; ++i) {
      total += priors[i] = ground + static_cast<float>(position.action_score(actions[i]) - least);
    }
    for (int i = 0; i < count; ++i) priors[i] /= total;
  }

  static constexpr float least_share = 0.02f;  // of the best move's lead
};

// Best first by the weights of a playout style, for selections that try actions in order.
template <class Style>
struct InOrderOf {
  static constexpr bool has_priors = false;

  template <Game G>
  void operator()(const Tactics<G>& board, Actions<G>& actions, float* priors) const {
    order_by<G>(actions, [&](Action action) { return Style::weight(board, action); });
    std::fill(priors, priors + actions.size(), 0.0f);
  }
};

}  // namespace inarow::INAROW_ISA
