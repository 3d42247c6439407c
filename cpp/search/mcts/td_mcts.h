// TD MCTS: the search of heuristic MCTS (presets.h) with priors and values that were learned by
// self-play (learn/td.h), and no playouts. (Tô Duy An, "Solvers", 6; for Othello: Scheiermann and
// Konen 2022, where such a search around n-tuples at playing time alone gained most.)
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>

#include "search/fullwidth/tuple_position.h"
#include "search/mcts/selection.h"
#include "search/mcts/simulation_search.h"
#include "search/mcts/softmax.h"

namespace inarow::INAROW_ISA {

// The learned value of a position without a playout. The priors of its actions come from the values
// of the positions that they lead to: proportional to e^(sum / spread).
template <Game G>
class LearnedTuples {
 public:
  using Board = TuplePosition<G>;
  static constexpr bool has_priors = true, is_slow = true, is_random = false;

  LearnedTuples(const G& start, const TupleWeights& weights, float spread)
      : tuples_(start, weights), spread_(spread) {}

  Board board(const G& state) const { return Board(state, tuples_); }
  void evaluate(std::span<Question<G, Board>> questions, Rng& rng) const {
    answer_each(*this, questions, rng);
  }

  void set_priors(const Board& position, const Actions<G>& actions, float* priors) const {
    const int count = actions.size();
    Score scores[G::max_actions] = {};
    position.action_scores(actions, scores);
    const Score most = *std::max_element(scores, scores + count);
    for (int i = 0; i < count; ++i) {
      priors[i] = ScoreTuples<G>::sum_of(scores[i] - most) / spread_;
    }
    softmax({priors, static_cast<std::size_t>(count)});
  }
  float points(const Board& position, Rng&) const {
    return 0.5f * static_cast<float>(1 + as_value(position.evaluate()));
  }

 private:
  ScoreTuples<G> tuples_;
  float spread_;
};

struct TdMctsOptions : MctsOptions {
  std::shared_ptr<const TupleWeights> weights;
  float spread = 0.3f;  // of the sums that make the priors

  static constexpr auto fields() {
    return std::tuple_cat(std::tuple(Option{"weights", &TdMctsOptions::weights},
                                     Option{"spread", &TdMctsOptions::spread, 0}),
                          MctsOptions::fields());
  }
};

template <Game G>
struct TdPolicies {
  using Evaluator = LearnedTuples<G>;
  using Selection = Puct;
  static constexpr std::uint32_t nodes_at = 0;
};

template <Game G>
class TdMcts : public SimulationSearch<G, TdPolicies<G>> {
 public:
  TdMcts(const G& start, const TdMctsOptions& options, std::uint64_t seed)
      : SimulationSearch<G, TdPolicies<G>>(
            start, options, seed, LearnedTuples<G>(start, *options.weights, options.spread)) {}
};

}  // namespace inarow::INAROW_ISA
