// AlphaZero's search with the engine's line network (five/line_network.h) instead of a
// convolutional one: its policy gives the priors, its evaluation the values. It is updated move by
// move and some fifty times as fast, so that there is no need for batches.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <tuple>

#include "search/five/line_network.h"
#include "search/mcts/fours_position.h"
#include "search/mcts/selection.h"
#include "search/mcts/simulation_search.h"
#include "search/mcts/softmax.h"

namespace inarow::INAROW_ISA {

class LinePosition : public FivePosition {
 public:
  LinePosition(const Mnk& state, FivePlan& plan, const LineNetwork& network)
      : FivePosition(state, plan),
        accumulators_{LineAccumulator(network, plan.board(), 0),
                      LineAccumulator(network, plan.board(), 1)} {}

  // Of the player to move, brought up to date.
  const LineAccumulator& accumulator() const {
    LineAccumulator& found = accumulators_[board().to_move()];
    found.follow(board());
    return found;
  }

 private:
  mutable LineAccumulator accumulators_[2];  // they follow when they are asked
};

class LineEvaluator {
 public:
  using Board = LinePosition;
  static constexpr bool has_priors = true, is_slow = true, is_random = false;

  LineEvaluator(const Mnk& start, std::shared_ptr<const LineNetwork> network, int vcf_nodes)
      : network_(std::move(network)), plan_(std::make_unique<FivePlan>(start.rules(), vcf_nodes)) {}

  LinePosition board(const Mnk& state) const { return LinePosition(state, *plan_, *network_); }

  void evaluate(std::span<Question<Mnk, LinePosition>> questions, Rng&) const {
    for (Question<Mnk, LinePosition>& question : questions) {
      const LineAccumulator& found = question.board->accumulator();
      if (question.actions) set_priors(found, *question.actions, question.priors);
      const double value = std::tanh(found.evaluate() / value_scale);
      question.points = 0.5f * static_cast<float>(1 + value);
    }
  }

 private:
  static constexpr double value_scale = 400;  // as in five/gomoku.cpp
  static constexpr float logit = 100;         // of the network's policy

  static void set_priors(const LineAccumulator& found, const Actions<Mnk>& actions, float* priors) {
    for (int i = 0; i < actions.size(); ++i) {
      priors[i] = static_cast<float>(found.policy(actions[i])) / logit;
    }
    softmax({priors, static_cast<std::size_t>(actions.size())});
  }

  std::shared_ptr<const LineNetwork> network_;
  std::unique_ptr<FivePlan> plan_;
};

struct LineMctsOptions : MctsOptions {
  std::shared_ptr<const LineNetwork> network;
  int vcf = 0;  // nodes of a search for fours at each new node

  static constexpr auto fields() {
    return std::tuple_cat(std::tuple(Option{"network", &LineMctsOptions::network},
                                     Option{"vcf", &LineMctsOptions::vcf, 0}),
                          MctsOptions::fields());
  }
};

struct LinePolicies {
  using Evaluator = LineEvaluator;
  using Selection = Puct;
  static constexpr std::uint32_t nodes_at = 0;
};

// For five in a row only.
class LineMcts : public SimulationSearch<Mnk, LinePolicies> {
 public:
  LineMcts(const Mnk& start, const LineMctsOptions& options, std::uint64_t seed)
      : SimulationSearch<Mnk, LinePolicies>(start, options, seed,
                                            LineEvaluator(start, options.network, options.vcf)) {}
};

}  // namespace inarow::INAROW_ISA
