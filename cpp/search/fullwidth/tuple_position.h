// A position of a search whose evaluation was learned: the sums of n-tuples in whole numbers, so
// that a value does not depend on the path that led to it.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "search/learn/tuple_sums.h"
#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

// The weights as searches use them.
template <Game G>
class ScoreTuples {
 public:
  ScoreTuples(const G& start, const TupleWeights& learned)
      : plan_(tuples_of(start, learned.as_in_the_paper)) {
    weights_.reserve(learned.values.size());
    for (const float weight : learned.values) {
      const float bounded = std::clamp(weight, -most_weight, most_weight);
      weights_.push_back(static_cast<int>(std::lround(bounded * units_per_score * one)));
    }
  }

  TupleSums<G, int> sums(const G& state) const { return {*plan_, weights_.data(), state}; }

  // A sum as a score, which stays below those of games that are decided.
  static Score score(int sum) { return std::clamp(sum / units_per_score, -most_score, most_score); }
  // A score as the sum of the weights that were learned.
  static float sum_of(Score score) { return static_cast<float>(score) / one; }

 private:
  static constexpr int units_per_score = 4;  // so that little is lost by rounding
  static constexpr float one = 4000;         // the score of a sum of 1: as_value is a tanh, too
  // No sum of so large weights overflows, not even on 20 x 20.
  static constexpr float most_weight = 10;
  static constexpr Score most_score = win_score / 2;

  std::shared_ptr<const Tuples<G>> plan_;
  std::vector<int> weights_;
};

template <Game G>
class TuplePosition : public Position<G> {
 public:
  TuplePosition(const G& state, const ScoreTuples<G>& tuples)
      : Position<G>(state), sums_(tuples.sums(state)) {}

  void play(Action action) {
    const int player = this->to_move();
    Position<G>::play(action);
    sums_.played(this->state(), action, player);
  }
  void undo() {
    const Action action = this->state().move_at(this->state().ply() - 1);
    Position<G>::undo();
    sums_.undone(this->state(), action, this->to_move());
  }

  // What was learned is the value of a position for the player who has just moved.
  Score evaluate() const {
    return -ScoreTuples<G>::score(sums_.sum(this->state(), 1 - this->to_move()));
  }
  Score action_score(Action action) const {
    return ScoreTuples<G>::score(sums_.sum_after(this->state(), action));
  }
  // The scores of all actions at once.
  void action_scores(const Actions<G>& actions, Score* scores) const {
    sums_.sums_after(this->state(), actions, scores);
    for (int i = 0; i < actions.size(); ++i) scores[i] = ScoreTuples<G>::score(scores[i]);
  }

 private:
  TupleSums<G, int> sums_;
};

}  // namespace inarow::INAROW_ISA
