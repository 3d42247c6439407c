// Asks a network about leaves: the observation planes of a whole batch in, a logit for each action
// and a value for each position out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/encoding.h"
#include "search/mcts/evaluation_cache.h"
#include "search/mcts/evaluators.h"
#include "search/mcts/fours_position.h"
#include "search/mcts/leaf.h"
#include "search/mcts/selection.h"
#include "search/mcts/softmax.h"

namespace inarow::INAROW_ISA {

// The arrays of a batch, position by position.
struct NetworkBatch {
  int count;
  int channels, rows, cols;  // of a position
  const float* planes;       // channels x rows x columns
  float* logits;             // one for each cell; only those of legal actions are used
  float* values;             // in [-1, 1] for the player to move; beyond it is cut off
};

// Fills in logits and values; what it throws ends the search.
using RunNetwork = std::function<void(const NetworkBatch&)>;

// A network, and the encoding of positions that it was trained with.
struct PlaneNetwork {
  RunNetwork run;
  std::string encoding;  // empty: the game's default
};

// Which images of a position under symmetry the network is asked about: the position itself, one
// that its key picks, or all, and the answers' mean. A network is never quite symmetric.
enum class Images { itself, random, all };

// Throws std::invalid_argument for a name that the game does not have.
template <Game G>
const Encoding<G>& find_encoding(const G& start, std::string_view name) {
  for (const Encoding<G>& each : encodings(&start)) {
    if (name.empty() || name == each.name) return each;
  }
  throw std::invalid_argument("the game has no such encoding");
}

struct NetworkOptions {
  std::shared_ptr<const PlaneNetwork> network;
  Images images = Images::itself;
  std::uint64_t seed = 0;  // decides which random images are picked
  int vcf = 0;             // nodes of a search for fours at each new node, in m,n,k games
  int cache = 0;           // megabytes of evaluations that are kept, see EvaluationCache
};

template <Game G, class B = G>
class NetworkEvaluator {
 public:
  using Board = B;
  static constexpr bool has_priors = true, is_slow = true, is_random = false;

  // For batches of up to `most` positions.
  NetworkEvaluator(const G& start, int most, const NetworkOptions& options)
      : network_(options.network),
        encoding_(find_encoding(start, network_->encoding)),
        rows_(start.rules().rows),
        cols_(start.rules().cols),
        images_(options.images),
        seed_(options.seed),
        symmetries_(&start.symmetries()),
        cells_(static_cast<std::size_t>(symmetries_->cells())),
        size_(static_cast<std::size_t>(encoding_.plane_count()) * cells_),
        one_(size_),
        planes_(static_cast<std::size_t>(most * copies()) * size_),
        logits_(static_cast<std::size_t>(most * copies()) * cells_),
        values_(static_cast<std::size_t>(most * copies())),
        cache_(options.cache, static_cast<std::size_t>(copies()) * (cells_ + 1)) {}

  static G board(const G& state) { return state; }

  void evaluate(std::span<Question<G, B>> questions, Rng&) {
    asked_.clear();
    answers_.clear();
    for (const Question<G, B>& each : questions) {
      answers_.push_back(find_or_ask(state_of<G>(*each.board)));
    }
    if (!asked_.empty()) {
      const int count = static_cast<int>(asked_.size()) * copies();
      network_->run({count, encoding_.plane_count(), rows_, cols_, planes_.data(), logits_.data(),
                     values_.data()});
      evaluations_ += static_cast<std::uint64_t>(count);
    }
    for (std::size_t i = 0; i < questions.size(); ++i) read(questions[i], answers_[i]);
    if (cache_.is_used()) keep_answers();
  }

  // Positions and images that the network was asked about.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  // What the network says of a position, image by image.
  struct Answer {
    const float *logits, *values;
  };

  // An answer that is kept, or one of the next batch.
  Answer find_or_ask(const G& state) {
    const std::uint64_t key = state.key();
    std::size_t place = asked_.size();
    if (cache_.is_used()) {
      if (const float* kept = cache_.find(key)) return {kept, kept + logits_of_one()};
      place =
          static_cast<std::size_t>(std::find(asked_.begin(), asked_.end(), key) - asked_.begin());
    }
    if (place == asked_.size()) {
      write(state, static_cast<int>(place) * copies());
      asked_.push_back(key);
    }
    return answer_at(place);
  }

  Answer answer_at(std::size_t place) const {
    return {&logits_[place * logits_of_one()],
            &values_[place * static_cast<std::size_t>(copies())]};
  }

  // Only when all questions have been answered: a new answer may take the place of a used one.
  void keep_answers() {
    for (std::size_t place = 0; place < asked_.size(); ++place) {
      const Answer answer = answer_at(place);
      float* kept = cache_.keep(asked_[place]);
      std::copy_n(answer.values, copies(), std::copy_n(answer.logits, logits_of_one(), kept));
    }
  }

  std::size_t logits_of_one() const { return static_cast<std::size_t>(copies()) * cells_; }

  int copies() const { return images_ == Images::all ? symmetries_->count() : 1; }

  // The symmetry of a position's image, of which there are `copies`.
  int symmetry_of(const G& state, int copy) const {
    if (images_ != Images::random) return copy;
    const auto count = static_cast<std::uint64_t>(symmetries_->count());
    return static_cast<int>(mix64(state.key() ^ seed_) % count);
  }

  void write(const G& state, int row) {
    float* out = &planes_[static_cast<std::size_t>(row) * size_];
    if (images_ == Images::itself) return encoding_.write(state, state.to_move(), out);
    encoding_.write(state, state.to_move(), one_.data());
    for (int copy = 0; copy < copies(); ++copy, out += size_) {
      const int symmetry = symmetry_of(state, copy);
      for (std::size_t plane = 0; plane < size_; plane += cells_) {
        for (std::size_t cell = 0; cell < cells_; ++cell) {
          out[plane + to(symmetry, cell)] = one_[plane + cell];
        }
      }
    }
  }

  void read(Question<G, B>& question, const Answer& answer) {
    float value = 0;
    for (int copy = 0; copy < copies(); ++copy) value += answer.values[copy];
    value /= static_cast<float>(copies());
    if (!std::isfinite(value)) throw std::domain_error("a value of the network is not a number");
    question.points = 0.5f * (1 + std::clamp(value, -1.0f, 1.0f));
    if (question.actions == nullptr) return;
    const Actions<G>& actions = *question.actions;
    for (int i = 0; i < actions.size(); ++i) question.priors[i] = 0;
    for (int copy = 0; copy < copies(); ++copy) {
      add_softmax(actions, answer.logits + static_cast<std::size_t>(copy) * cells_,
                  symmetry_of(state_of<G>(*question.board), copy), question.priors);
    }
  }

  // Adds the shares of the actions, for the mean over all images.
  void add_softmax(const Actions<G>& actions, const float* logits, int symmetry, float* priors) {
    float shares[G::max_actions];
    const int count = actions.size();
    bool is_finite = true;
    for (int i = 0; i < count; ++i) {
      shares[i] = logits[symmetry == 0 ? actions[i] : to(symmetry, actions[i])];
      is_finite &= std::abs(shares[i]) <= std::numeric_limits<float>::max();
    }
    if (!is_finite) throw std::domain_error("a logit of the network is not a number");
    softmax({shares, static_cast<std::size_t>(count)});
    const float weight = 1 / static_cast<float>(copies());
    for (int i = 0; i < count; ++i) priors[i] += shares[i] * weight;
  }

  std::size_t to(int symmetry, std::size_t cell) const {
    return static_cast<std::size_t>(symmetries_->map(symmetry, static_cast<int>(cell)));
  }

  std::shared_ptr<const PlaneNetwork> network_;
  const Encoding<G>& encoding_;
  int rows_, cols_;
  Images images_;
  std::uint64_t seed_;
  const GridSymmetries* symmetries_;
  std::size_t cells_, size_;  // of a plane, and of all planes of a position
  std::vector<float> one_, planes_, logits_, values_;
  std::vector<std::uint64_t> asked_;  // keys of the positions in the batch
  std::vector<Answer> answers_;       // one for each question
  EvaluationCache cache_;
  std::uint64_t evaluations_ = 0;
};

// The same in m,n,k games, where a search for fours comes first.
template <class B>
class FoursNetworkEvaluator : public NetworkEvaluator<Mnk, FoursPosition<B>> {
 public:
  FoursNetworkEvaluator(const Mnk& start, int most, const NetworkOptions& options)
      : NetworkEvaluator<Mnk, FoursPosition<B>>(start, most, options),
        plan_(std::make_unique<FoursPlan<B>>(start.rules(), options.vcf)) {}

  FoursPosition<B> board(const Mnk& state) const { return FoursPosition<B>(state, *plan_); }

 private:
  std::unique_ptr<FoursPlan<B>> plan_;
};

// The search of AlphaZero.
template <class E>
struct PuctWith {
  using Evaluator = E;
  using Selection = Puct;
  static constexpr std::uint32_t nodes_at = 0;
};
template <Game G>
using NetworkPolicies = PuctWith<NetworkEvaluator<G>>;
template <class B>
using FoursNetworkPolicies = PuctWith<FoursNetworkEvaluator<B>>;

}  // namespace inarow::INAROW_ISA
