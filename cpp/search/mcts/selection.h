// The action of a node that a simulation follows. One that is proven lost is never followed; one
// that is proven drawn counts half a point.
#pragma once

#include <cmath>
#include <utility>

#include "games/rng.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

enum class Untried { at_random, in_order };

// Upper confidence bound, where N is the visits of the node and n those of the action:
//   (W + D/2) / n + c sqrt(ln N / n)
// Actions without a visit come first, at random or in the order of the expansion.
template <Untried untried>
struct Ucb {
  float c;

  int operator()(NodePool& pool, NodeIndex index, Rng& rng) const {
    Node& node = pool.node(index);
    if (node.tried < node.count) {
      if constexpr (untried == Untried::at_random) {
        const int picked = node.tried + rng.below(node.count - node.tried);
        std::swap(pool.edge(index, node.tried), pool.edge(index, picked));
      }
      return node.tried++;
    }
    const float spread = c * c * std::log(static_cast<float>(node.visits));
    int best = 0;
    float best_bound = -1;
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.proven == Proven::loss) continue;
      const float bound = edge.mean + std::sqrt(spread / static_cast<float>(edge.visits));
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    return best;
  }
};

// Upper confidence bound with priors, where Q is in [-1, 1] and 0 before the first visit:
//   Q + c P sqrt(sum of visits) / (1 + visits)
struct Puct {
  float c;

  int operator()(NodePool& pool, NodeIndex index, Rng&) const {
    const Node& node = pool.node(index);
    const float spread = c * std::sqrt(static_cast<float>(node.visits));
    int best = 0;
    float best_bound = -2;
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.proven == Proven::loss) continue;
      const float bound =
          2 * edge.mean - 1 + spread * edge.prior / static_cast<float>(1 + edge.visits);
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    return best;
  }
};

}  // namespace inarow::INAROW_ISA
