// TD(lambda) with n-tuples: games of self-play change the weights, and the player takes the action
// whose position is worth most to whoever made it.
//
//   V(s) = tanh(sum of weights)                     of a position s after a move, for who moved
//   G(t) = -gamma ((1 - lambda) V(t+1) + lambda G(t+1))   what V(t) should have been
//   w   <- w + alpha / n * |E| / A * (G - V)
// n is the number of weights in the sum. E and A add up the changes that a weight was asked for and
// their sizes, so that a weight that is pulled to and fro slows down (temporal coherence: Beal and
// Smith 1999). A game is played greedily but for random moves with probability epsilon; before one
// of them, the target is the best move's value, so that they do no harm. Weights change after the
// game, from the last position to the first.
//
// It sees one ply: what is not in its tuples must be found by a search around it. (Tô Duy An,
// "Solvers", 4.4, with a weight for each window of k cells, lambda = 0 and no squashing.)
#pragma once

#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

#include "games/rng.h"
#include "search/base.h"
#include "search/immediate_results.h"
#include "search/learn/tabular.h"
#include "search/learn/tuple_sums.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

struct TdSettings {
  float alpha = 1;
  float trace = 0.8f;       // lambda
  float discount = 0.99f;   // gamma, for each ply
  float epsilon = 0.1f;     // at the first game
  float epsilon_decay = 1;  // from game to game
  float least_epsilon = 0;
};

inline constexpr float most_weight = 1e6f;  // of a row, should its updates diverge

// A sum as a value in [-1, 1].
inline float squashed(float sum, bool as_in_the_paper) {
  return as_in_the_paper ? std::clamp(sum, -1.0f, 1.0f) : std::tanh(sum);
}

// The actions of a position and what each is worth to the player who takes it, as a sum: squashed
// ones could hardly be told apart in positions that are nearly won.
template <Game G>
struct ValuedActions {
  static constexpr float decided = 1e12f;  // the sum of a game that is won, above all others

  Actions<G> actions;
  float sums[G::max_actions];
  float best;

  // By default without the actions that two plies refute; the paper's player sees one.
  void fill(const G& state, const TupleSums<G, float>& tuples, bool as_in_the_paper) {
    Proven proven = Proven::no;
    if (as_in_the_paper) {
      state.legal_actions(actions);
    } else {
      proven = immediate_result(state, actions);
    }
    tuples.sums_after(state, actions, sums);
    if (proven != Proven::no) {
      std::fill(sums, sums + actions.size(), proven == Proven::win ? decided : -decided);
    } else if (state.ending_action_count() > 0) {
      set_results(state);
    }
    best = *std::max_element(sums, sums + actions.size());
  }

  // One of the best by lot.
  int draw_best(Rng& rng) const {
    int count = 0, drawn = 0;
    for (int i = 0; i < actions.size(); ++i) {
      if (sums[i] >= best - same_value && rng.below(++count) == 0) drawn = i;
    }
    return drawn;
  }

 private:
  // What the actions are worth that end the game.
  void set_results(const G& state) {
    G next = state;
    for (int i = 0; i < actions.size(); ++i) {
      const ScopedMove made(next, actions[i]);
      if (next.outcome() == Outcome::ongoing) continue;
      sums[i] = decided * static_cast<float>(returns(next.outcome(), state.to_move()));
    }
  }
};

template <Game G>
class TdLearner {
 public:
  TdLearner(const G& start, const TdSettings& settings, std::uint64_t seed,
            const TupleWeights& weights)
      : start_(start),
        settings_(settings),
        seed_(seed),
        plan_(tuples_of(start, weights.as_in_the_paper)),
        weights_(weights),
        asked_(weights.values.size()),
        asked_size_(weights.values.size()),
        state_(start),
        tuples_(*plan_, weights_.values.data(), start) {}

  const TuplePlan& plan() const { return *plan_; }
  const TupleWeights& weights() const { return weights_; }
  // The sums E and A of the temporal coherence.
  std::vector<float>& asked() { return asked_; }
  std::vector<float>& asked_size() { return asked_size_; }
  void set_weights(const std::vector<float>& values) {
    std::copy(values.begin(), values.end(), weights_.values.begin());
  }

  // Plays and learns game number `number`. Its random numbers depend on the seed and the number
  // alone, so that a training can be continued at any game.
  void play(std::uint64_t number, GamesPlayed& played) {
    Rng rng(seed_ ^ mix64(number + 1));
    const double epsilon = std::max<double>(
        settings_.least_epsilon, settings_.epsilon * std::pow(settings_.epsilon_decay, number));
    state_ = start_;
    tuples_.reset(state_);
    steps_.clear();
    ValuedActions<G> valued;
    while (state_.outcome() == Outcome::ongoing) {
      valued.fill(state_, tuples_, weights_.as_in_the_paper);
      const bool at_random = static_cast<double>(rng.next() >> 11) * 0x1p-53 < epsilon;
      const int chosen = at_random ? rng.below(valued.actions.size()) : valued.draw_best(rng);
      steps_.push_back({value_of(valued.sums[chosen]), value_of(valued.best), at_random});
      play(valued.actions[chosen]);
    }
    played.moves += steps_.size();
    const int result = returns(state_.outcome(), 0);
    ++(result > 0 ? played.wins : result < 0 ? played.losses : played.draws);
    learn(played);
  }

 private:
  struct Step {
    float value, best;
    bool at_random;
  };

  float value_of(float sum) const { return squashed(sum, weights_.as_in_the_paper); }

  void play(Action action) {
    const int player = state_.to_move();
    state_.play(action);
    tuples_.played(state_, action, player);
  }
  void undo() {
    const Action action = state_.move_at(state_.ply() - 1);
    state_.undo();
    tuples_.undone(state_, action, state_.to_move());
  }

  void learn(GamesPlayed& played) {
    float target = steps_.back().value;  // the last one is exact
    for (std::size_t t = steps_.size() - 1; t-- > 0;) {
      const Step& next = steps_[t + 1];
      const float later = next.at_random
                              ? next.best
                              : (1 - settings_.trace) * next.value + settings_.trace * target;
      target = -settings_.discount * later;
      undo();
      change(target - steps_[t].value, played);
    }
  }

  // Moves the value of the position for the player who has just moved.
  void change(float error, GamesPlayed& played) {
    const int player = 1 - state_.to_move();
    played.change += std::abs(error);
    if (weights_.as_in_the_paper) {  // plain LMS
      tuples_.each_weight(state_, player, [&](std::uint32_t number, float factor) {
        float& weight = weights_.values[number];
        weight = std::clamp(weight + settings_.alpha * error * factor, -most_weight, most_weight);
      });
      return;
    }
    active_.clear();
    tuples_.each_weight(state_, player,
                        [&](std::uint32_t number, float) { active_.push_back(number); });
    const float step = settings_.alpha * error / static_cast<float>(active_.size());
    for (const std::uint32_t number : active_) {
      const float size = asked_size_[number];
      const float rate = size > 0 ? std::abs(asked_[number]) / size : 1.0f;
      weights_.values[number] += step * rate;
      asked_[number] += error;
      asked_size_[number] = size + std::abs(error);
    }
  }

  G start_;
  TdSettings settings_;
  std::uint64_t seed_;
  std::shared_ptr<const Tuples<G>> plan_;
  TupleWeights weights_;
  std::vector<float> asked_, asked_size_;  // by weight
  G state_;
  TupleSums<G, float> tuples_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> active_;
};

struct TdOptions {
  std::shared_ptr<const TupleWeights> weights;

  static constexpr auto fields() { return std::tuple(Option{"weights", &TdOptions::weights}); }
};

// Plays by the weights, one ply deep; equal actions are drawn by lot.
template <Game G>
class Td {
 public:
  Td(const G& start, const TdOptions& options, std::uint64_t seed)
      : weights_(options.weights),
        plan_(tuples_of(start, weights_->as_in_the_paper)),
        tuples_(*plan_, weights_->values.data(), start),
        rng_(seed) {}

  Decision decide(const G& state, Budget& budget) {
    if (budget.limits().nodes > 0) budget.visit();
    tuples_.reset(state);
    ValuedActions<G> valued;
    valued.fill(state, tuples_, weights_->as_in_the_paper);
    Decision decision;
    decision.action = valued.actions[valued.draw_best(rng_)];
    decision.value = squashed(valued.best, weights_->as_in_the_paper);
    decision.depth = 1;
    decision.pv = {decision.action};
    std::vector<Candidate> known;
    for (int i = 0; i < valued.actions.size(); ++i) {
      known.push_back({.action = valued.actions[i],
                       .value = squashed(valued.sums[i], weights_->as_in_the_paper)});
    }
    set_candidates(decision, std::move(known));
    report(budget, decision);
    return decision;
  }

 private:
  std::shared_ptr<const TupleWeights> weights_;
  std::shared_ptr<const Tuples<G>> plan_;
  TupleSums<G, float> tuples_;
  Rng rng_;
};

}  // namespace inarow::INAROW_ISA
