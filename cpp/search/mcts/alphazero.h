// AlphaZero: PUCT with the priors and values of a network, no playouts, leaves in batches. (Silver
// et al. 2018; Solvers 4.5, AZ-Gomoku, Ultimate.)
//
// With a limit of one simulation there is no search at all: the network's policy alone decides,
// over all legal actions, which may overlook a win.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <tuple>

#include "search/mcts/batched_search.h"
#include "search/mcts/network_evaluator.h"

namespace inarow::INAROW_ISA {

struct AlphaZeroOptions : MctsOptions {
  std::shared_ptr<const PlaneNetwork> network;
  int batch = 32;  // at most; fewer while the tree is small
  int images = 0;  // see Images
  // Actions of a Gumbel root (gumbel.h) if the number of simulations is limited; 0: always PUCT.
  int considered = 0;
  int vcf = 0, cache = 0;  // see NetworkOptions

  NetworkOptions for_evaluator(std::uint64_t seed) const {
    return {network, static_cast<Images>(images), seed, vcf, cache};
  }

  static constexpr auto fields() {
    return std::tuple_cat(
        std::tuple(Option{"network", &AlphaZeroOptions::network},
                   Option{"batch", &AlphaZeroOptions::batch, 1},
                   Option{"images", &AlphaZeroOptions::images, 0, static_cast<int>(Images::all)},
                   Option{"considered", &AlphaZeroOptions::considered, 0},
                   Option{"vcf", &AlphaZeroOptions::vcf, 0},
                   Option{"cache", &AlphaZeroOptions::cache, 0, 1 << 16}),
        MctsOptions::fields());
  }
};

template <Game G, class Policies>
class AlphaZeroSearch {
 public:
  AlphaZeroSearch(const G& start, const AlphaZeroOptions& options, std::uint64_t seed)
      : options_(options),
        seed_(seed),
        evaluator_(start, options.batch, options.for_evaluator(seed)),
        search_(start, options, seed, evaluator_, 1, options.batch) {}

  Decision decide(const G& state, Budget& budget) {
    if (budget.limits().sims <= 1) return bare_policy(state, budget);
    RootSearch how;
    how.visits_per_leaf = visits_per_leaf;
    if (budget.limits().sims <= most_planned) {
      how.considered = options_.considered;
      how.gumbel_noise = static_cast<float>(options_.temperature);
    }
    return search_.decide(std::span(&state, 1), budget, how)[0];
  }

 private:
  using Board = typename Policies::Evaluator::Board;
  static constexpr std::uint64_t most_planned = 1 << 16;
  static constexpr int visits_per_leaf = 64;

  Decision bare_policy(const G& state, Budget& budget) {
    Actions<G> actions;
    state.legal_actions(actions);
    float priors[G::max_actions];
    const auto board = evaluator_.board(state);
    Question<G, Board> question{&board, &actions, priors, true, 0.5f};
    Rng rng(seed_ ^ mix64(state.key()));
    evaluator_.evaluate(std::span(&question, 1), rng);
    budget.visit();
    Decision decision;
    decision.value = 2 * static_cast<double>(question.points) - 1;
    decision.sims = 1;
    decision.depth = 1;
    for (int i = 0; i < actions.size(); ++i) {
      decision.candidates.push_back({.action = actions[i], .prior = priors[i]});
      decision.policy.emplace_back(actions[i], priors[i]);
    }
    std::stable_sort(decision.candidates.begin(), decision.candidates.end(),
                     [](const auto& a, const auto& b) { return *a.prior > *b.prior; });
    decision.action = decision.candidates.front().action;
    if (options_.temperature > 0) decision.action = draw(decision.candidates, rng);
    decision.pv = {decision.action};
    return decision;
  }

  // With the weight prior^(1/t).
  Action draw(const std::vector<Candidate>& candidates, Rng& rng) const {
    const auto weight = [&](const Candidate& each) {
      return std::pow(*each.prior / *candidates.front().prior, 1 / options_.temperature);
    };
    double total = 0;
    for (const Candidate& each : candidates) total += weight(each);
    double left = total * uniform(rng);
    for (const Candidate& each : candidates) {
      left -= weight(each);
      if (left < 0) return each.action;
    }
    return candidates.front().action;
  }

  AlphaZeroOptions options_;
  std::uint64_t seed_;
  typename Policies::Evaluator evaluator_;
  BatchedSearch<G, Policies> search_;
};

template <Game G>
using AlphaZero = AlphaZeroSearch<G, NetworkPolicies<G>>;

// With a search for fours at each new node, on a board that knows them.
template <class B>
using FoursAlphaZero = AlphaZeroSearch<Mnk, FoursNetworkPolicies<B>>;

}  // namespace inarow::INAROW_ISA
