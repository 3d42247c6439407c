// The root of Gumbel AlphaZero (Danihelka et al., "Policy improvement by planning with Gumbel",
// 2022): a search of few simulations that is never worse than its priors.
//
// With random numbers g from the Gumbel distribution, the m actions with the highest g + log prior
// are a sample of the priors without repetition. Sequential halving shares the simulations out
// among them: all get a few, then the better half gets as many again, and so on. Better is
//   g + log prior + sigma(q),   sigma(q) = (50 + most visits of an action) scale q
// with q in [0, 1], the points of the action so far. What is learned from is not the visits but the
//   improved policy = softmax(log prior + sigma(completed q))
// where an action without a visit gets the value of the root, mixed from the network's and those of
// the visited actions.
//
// It needs to know the number of simulations beforehand; below the root PUCT selects.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "games/rng.h"
#include "search/mcts/dirichlet.h"
#include "search/mcts/leaf.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

// How many visits the action has that each of the simulations goes to: sequential halving of
// `considered` actions, as a list that can be followed one simulation at a time.
inline std::vector<int> halving_schedule(int considered, int sims) {
  std::vector<int> schedule;
  int rounds = 1;
  while (1 << rounds < considered) ++rounds;
  int visits = 0, left = considered;
  while (static_cast<int>(schedule.size()) < sims) {
    const int passes = std::max(1, sims / (rounds * left));
    for (int pass = 0; pass < passes; ++pass, ++visits) {
      schedule.insert(schedule.end(), static_cast<std::size_t>(left), visits);
    }
    left = std::max(std::min(2, considered), left / 2);
  }
  schedule.resize(static_cast<std::size_t>(sims));
  return schedule;
}

class GumbelRoot {
 public:
  // For the node of a root with its priors; `noise` 0 takes the most probable actions.
  void begin(const NodePool& pool, NodeIndex root, int considered, int sims, float noise,
             float value_scale, Rng& rng) {
    value_scale_ = value_scale;
    const int count = pool.node(root).count;
    scores_.resize(count);
    for (int i = 0; i < count; ++i) {
      scores_[i] = log_prior(pool.edge(root, i).prior);
      if (noise > 0) scores_[i] += noise * static_cast<float>(-std::log(-std::log(uniform(rng))));
    }
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](int a, int b) { return scores_[a] > scores_[b]; });
    considered_ = std::clamp(considered, 1, count);
    schedule_ = halving_schedule(considered_, sims);
  }

  // The edge that simulation number `sim` follows. An action that turned out to be lost is left
  // out; the next in order takes its place.
  int select(const NodePool& pool, NodeIndex root, std::uint64_t sim) const {
    const auto wanted =
        static_cast<std::uint32_t>(schedule_[std::min<std::size_t>(sim, schedule_.size() - 1)]);
    int best = -1, fallback = -1, seen = 0;
    const std::uint32_t most = most_visits(pool, root);
    for (const int i : order_) {
      const Edge& edge = pool.edge(root, i);
      if (edge.proven == Proven::loss) continue;
      if (++seen > considered_) break;
      const std::uint32_t visits = edge.visits + edge.pending;
      if (visits == wanted && is_better(pool, root, i, best, most)) best = i;
      if (visits < wanted && is_better(pool, root, i, fallback, most)) fallback = i;
      if (seen == 1 && fallback < 0) fallback = i;
    }
    return best >= 0 ? best : std::max(fallback, 0);
  }

  // The action to play: of the most visited ones the best.
  int choose(const NodePool& pool, NodeIndex root) const {
    const std::uint32_t most = most_visits(pool, root);
    int best = -1;
    for (const int i : order_) {
      const Edge& edge = pool.edge(root, i);
      if (edge.proven == Proven::win) return i;
      if (edge.proven == Proven::loss || edge.visits < most) continue;
      if (is_better(pool, root, i, best, most)) best = i;
    }
    return best >= 0 ? best : order_[0];
  }

  float sigma(float points, std::uint32_t most) const {
    return (visits_scale + static_cast<float>(most)) * value_scale_ * points;
  }

  // What the search has learned about the policy, by edge: nothing if it is lost. `root_points` are
  // the network's.
  std::vector<float> improved_policy(const NodePool& pool, NodeIndex root, float root_points) const;

  // The most visits that an action has which is not lost.
  static std::uint32_t most_visits(const NodePool& pool, NodeIndex root) {
    std::uint32_t most = 0;
    for (int i = 0; i < pool.node(root).count; ++i) {
      const Edge& edge = pool.edge(root, i);
      if (edge.proven != Proven::loss) most = std::max(most, edge.visits);
    }
    return most;
  }

  static float log_prior(float prior) { return std::log(std::max(prior, 1e-9f)); }

 private:
  static constexpr float visits_scale = 50;

  bool is_better(const NodePool& pool, NodeIndex root, int i, int than, std::uint32_t most) const {
    if (than < 0) return true;
    const auto score = [&](int edge) {
      return scores_[edge] + sigma(pool.edge(root, edge).mean, most);
    };
    return score(i) > score(than);
  }

  std::vector<float> scores_;  // noise and log prior
  std::vector<int> order_;     // by score
  std::vector<int> schedule_;
  int considered_ = 1;
  float value_scale_ = 1;
};

inline std::vector<float> GumbelRoot::improved_policy(const NodePool& pool, NodeIndex root,
                                                      float root_points) const {
  const int count = pool.node(root).count;
  std::vector<float> policy(count, 0.0f);
  float priors = 0, weighted = 0, visits = 0;
  for (int i = 0; i < count; ++i) {
    const Edge& edge = pool.edge(root, i);
    if (edge.proven == Proven::win) {
      std::fill(policy.begin(), policy.end(), 0.0f);
      policy[i] = 1;
      return policy;
    }
    if (edge.visits == 0 || edge.proven == Proven::loss) continue;
    priors += edge.prior;
    weighted += edge.prior * edge.mean;
    visits += static_cast<float>(edge.visits);
  }
  const float mixed =
      priors > 0 ? (root_points + visits * weighted / priors) / (1 + visits) : root_points;
  const std::uint32_t most = most_visits(pool, root);
  float highest = -std::numeric_limits<float>::infinity();
  for (int i = 0; i < count; ++i) {
    const Edge& edge = pool.edge(root, i);
    if (edge.proven == Proven::loss) continue;
    policy[i] = log_prior(edge.prior) + sigma(edge.visits > 0 ? edge.mean : mixed, most);
    highest = std::max(highest, policy[i]);
  }
  float total = 0;
  for (int i = 0; i < count; ++i) {
    const bool is_lost = pool.edge(root, i).proven == Proven::loss;
    total += policy[i] = is_lost ? 0.0f : std::exp(policy[i] - highest);
  }
  if (total > 0) {
    for (float& each : policy) each /= total;
  }
  return policy;
}

}  // namespace inarow::INAROW_ISA
