// The action of a node that a simulation follows. One that is proven lost is never followed; one
// that is proven drawn counts half a point.
//
// In a search with leaves in flight (`pending` visits, whose results are not known yet) these count
// as visits, and lower the mean a little (a virtual loss), so that the next simulations look
// elsewhere. The mean itself stays as it is.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "games/rng.h"
#include "search/mcts/mcts_options.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

// How much of a visit without a point a pending one is in the mean. With 1, a usual virtual loss,
// large batches are blind: on ultimate at 800 simulations, 32 leaves in flight had 38.5 % against
// 8; with 0.3 they had 46.5 %, and with 0, too, but batches were not filled as fast.
inline constexpr float virtual_loss = 0.3f;

// The statistics that a selection uses.
template <bool in_flight>
struct Seen {
  std::uint32_t visits;
  float mean;

  explicit Seen(const Edge& edge) : visits(edge.visits), mean(edge.mean) {
    if constexpr (in_flight) {
      if (edge.pending == 0) return;
      const auto known = static_cast<float>(edge.visits);
      mean *= known / (known + virtual_loss * static_cast<float>(edge.pending));
      visits += edge.pending;
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
// Before the first visit Q is 0, or by first-play urgency (MctsOptions::fpu). It is the same for
// all actions without a visit, so that only the one with the largest prior needs a bound.
class Puct {
 public:
  explicit Puct(const MctsOptions& options) : c_(options.c), fpu_(options.fpu) {}

  template <bool in_flight>
  int select(const NodePool& pool, NodeIndex index, Rng&) const {
    const Node& node = pool.node(index);
    // In a new node the priors alone decide.
    const float spread = c_ * std::sqrt(std::max(1.0f, Seen<in_flight>::visits_of(node)));
    Visited visited;
    int best = 0, untried = -1;
    float best_bound = least_bound, best_prior = -1;
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      if (edge.visits == 0 && (!in_flight || edge.pending == 0)) {
        if (edge.prior > best_prior && edge.proven != Proven::loss) {
          best_prior = edge.prior;
          untried = i;
        }
        continue;
      }
      if (edge.visits > 0) visited.add(edge);
      if (edge.proven == Proven::loss) continue;
      const Seen<in_flight> seen(edge);
      const float bound =
          2 * seen.mean - 1 + spread * edge.prior / static_cast<float>(1 + seen.visits);
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    if (untried < 0) return best;
    const float bound = 2 * first_play_urgency(visited) - 1 + spread * best_prior;
    return bound > best_bound || (bound == best_bound && untried < best) ? untried : best;
  }

 private:
  static constexpr float least_bound = -4;

  // Sums over the actions with a visit.
  struct Visited {
    float priors = 0, points = 0, visits = 0;

    void add(const Edge& edge) {
      const auto count = static_cast<float>(edge.visits);
      priors += edge.prior;
      visits += count;
      points += edge.mean * count;
    }
  };

  // Points; below 0 they only say that everything else comes first.
  float first_play_urgency(const Visited& visited) const {
    if (fpu_ < 0 || visited.visits == 0) return 0.5f;
    return std::max(-1.0f, visited.points / visited.visits - fpu_ / 2 * std::sqrt(visited.priors));
  }

  float c_, fpu_;
};

}  // namespace inarow::INAROW_ISA
