// Evaluations of a leaf of the tree: points in [0, 1] for the player to move.
#pragma once

#include "games/rng.h"
#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

constexpr float points_of(Outcome outcome, int player) {
  return 0.5f * static_cast<float>(1 + returns(outcome, player));
}

// The result of one game with random moves.
template <Game G>
struct RandomPlayout {
  static constexpr bool is_slow = false;

  explicit RandomPlayout(const G&) {}
  float operator()(const G& state, Rng& rng) const {
    return points_of(state.random_playout(rng), state.to_move());
  }
};

// The heuristic evaluation, without a playout.
template <Game G>
struct Evaluation {
  static constexpr bool is_slow = false;

  explicit Evaluation(const G&) {}
  float operator()(const Position<G>& position, Rng&) const {
    return 0.5f * static_cast<float>(1 + as_value(position.evaluate()));
  }
};

}  // namespace inarow::INAROW_ISA
