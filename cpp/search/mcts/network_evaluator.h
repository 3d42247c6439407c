// Asks a network about leaves: the observation planes of a whole batch in, a logit for each action
// and a value for each position out.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/encoding.h"
#include "search/mcts/evaluators.h"
#include "search/mcts/selection.h"

namespace inarow::INAROW_ISA {

// The arrays of a batch, position by position.
struct NetworkBatch {
  int count;
  const float* planes;  // planes x rows x columns
  float* logits;        // one for each cell; only those of legal actions are used
  float* values;        // in [-1, 1] for the player to move; beyond it is cut off
};

template <Game G>
class NetworkEvaluator {
 public:
  using Board = G;
  static constexpr bool has_priors = true, is_slow = true, is_random = false;

  // Fills in logits and values; what it throws ends the search.
  using Run = std::function<void(const NetworkBatch&)>;

  // For batches of up to `most` positions.
  NetworkEvaluator(const G& start, int most, Run run)
      : encoding_(encodings(&start)[0]),
        run_(std::move(run)),
        cells_(start.symmetries().cells()),
        planes_(static_cast<std::size_t>(most) * plane_cells()),
        logits_(static_cast<std::size_t>(most) * static_cast<std::size_t>(cells_)),
        values_(static_cast<std::size_t>(most)) {}

  void evaluate(std::span<Question<G, G>> questions, Rng&) {
    const std::size_t size = plane_cells();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const G& state = *questions[i].board;
      encoding_.write(state, state.to_move(), &planes_[i * size]);
    }
    run_({static_cast<int>(questions.size()), planes_.data(), logits_.data(), values_.data()});
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const float value = values_[i];
      if (!std::isfinite(value)) throw std::domain_error("a value of the network is not a number");
      questions[i].points = 0.5f * (1 + std::clamp(value, -1.0f, 1.0f));
      if (questions[i].actions == nullptr) continue;
      softmax(*questions[i].actions, &logits_[i * static_cast<std::size_t>(cells_)],
              questions[i].priors);
    }
  }

 private:
  std::size_t plane_cells() const {
    return static_cast<std::size_t>(encoding_.plane_count()) * static_cast<std::size_t>(cells_);
  }

  static void softmax(const Actions<G>& actions, const float* logits, float* priors) {
    float most = logits[actions[0]], total = 0;
    for (const Action action : actions) most = std::max(most, logits[action]);
    for (int i = 0; i < actions.size(); ++i) {
      const float logit = logits[actions[i]];
      if (!std::isfinite(logit)) throw std::domain_error("a logit of the network is not a number");
      total += priors[i] = std::exp(logit - most);
    }
    for (int i = 0; i < actions.size(); ++i) priors[i] /= total;
  }

  const Encoding<G>& encoding_;
  Run run_;
  int cells_;
  std::vector<float> planes_, logits_, values_;
};

// The search of AlphaZero.
template <Game G>
struct NetworkPolicies {
  using Evaluator = NetworkEvaluator<G>;
  using Selection = Puct;
  static constexpr std::uint32_t nodes_at = 0;
};

}  // namespace inarow::INAROW_ISA
