// The action of a node that a simulation follows. One that is proven lost is never followed; one
// that is proven drawn counts half a point.
//
// In a search with leaves in flight (`pending` visits, whose results are not known yet) these count
// as visits without a point, so that the next simulations look elsewhere. The mean itself stays as
// it is.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "games/rng.h"
#include "search/mcts/mcts_options.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

// The statistics that a selection uses.
template <bool in_flight>
struct Seen {
  std::uint32_t visits;
  float mean;

  explicit Seen(const Edge& edge) : visits(edge.visits), mean(edge.mean) {
    if constexpr (in_flight) {
      if (edge.pending == 0) return;
      visits += edge.pending;
      mean *= static_cast<float>(edge.visits) / static_cast<float>(visits);
    }
  }
  static float visits_of(const Node& node) {
    return static_cast<float>(in_flight ? node.visits + node.pending : node.visits);
  }
};

enum class Untried { at_random, in_order };

// Upper confidence bound, where N is the visits of the node and n those of the action:
//   (W + D/2) / n + c sqrt(ln N / n)
// Actions without a visit come first, at random or in the order of the expansion.
template <Untried untried>
class Ucb {
 public:
  explicit Ucb(const MctsOptions& options) : c_(options.c) {}

  template <bool in_flight>
  int select(NodePool& pool, NodeIndex index, Rng& rng) const {
    Node& node = pool.node(index);
    if (node.tried < node.count) {
      if constexpr (untried == Untried::at_random) {
        const int picked = node.tried + rng.below(node.count - node.tried);
        std::swap(pool.edge(index, node.tried), pool.edge(index, picked));
      }
      return node.tried++;
    }
    const float spread = c_ * c_ * std::log(Seen<in_flight>::visits_of(node));
    int best = 0;
    float best_bound = -1;
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.proven == Proven::loss) continue;
      const Seen<in_flight> seen(edge);
      if (in_flight && seen.visits == 0) return i;  // tried, but given up
      const float bound = seen.mean + std::sqrt(spread / static_cast<float>(seen.visits));
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    return best;
  }

 private:
  float c_;
};

// Upper confidence bound with priors, where Q is in [-1, 1]:
//   Q + c P sqrt(sum of visits) / (1 + visits)
// Before the first visit Q is 0, or by first-play urgency (MctsOptions::fpu).
class Puct {
 public:
  explicit Puct(const MctsOptions& options) : c_(options.c), fpu_(options.fpu) {}

  template <bool in_flight>
  int select(NodePool& pool, NodeIndex index, Rng&) const {
    // The mean of an action without a visit is half a point, which is a Q of 0.
    if (fpu_ < 0)
      return best_by<in_flight>(pool, index, [](const auto& seen) { return seen.mean; });
    const float first_play = first_play_urgency(pool, index);
    return best_by<in_flight>(pool, index, [first_play](const auto& seen) {
      return seen.visits > 0 ? seen.mean : first_play;
    });
  }

 private:
  static constexpr float least_bound = -4;

  template <bool in_flight, class MeanOf>
  int best_by(const NodePool& pool, NodeIndex index, MeanOf mean_of) const {
    const Node& node = pool.node(index);
    // In a new node the priors alone decide.
    const float spread = c_ * std::sqrt(std::max(1.0f, Seen<in_flight>::visits_of(node)));
    int best = 0;
    float best_bound = least_bound;
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.proven == Proven::loss) continue;
      const Seen<in_flight> seen(edge);
      const float bound =
          2 * mean_of(seen) - 1 + spread * edge.prior / static_cast<float>(1 + seen.visits);
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    return best;
  }

  // Points; below 0 they only say that everything else comes first.
  float first_play_urgency(const NodePool& pool, NodeIndex index) const {
    float priors = 0, points = 0, visits = 0;
    for (int i = 0; i < pool.node(index).count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.visits == 0) continue;
      priors += edge.prior;
      visits += static_cast<float>(edge.visits);
      points += edge.mean * static_cast<float>(edge.visits);
    }
    if (visits == 0) return 0.5f;
    return std::max(-1.0f, points / visits - fpu_ / 2 * std::sqrt(priors));
  }

  float c_, fpu_;
};

}  // namespace inarow::INAROW_ISA
