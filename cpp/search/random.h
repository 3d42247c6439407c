// The random player: any legal move, each as likely as the others. The baseline that every other
// must beat.
#pragma once

#include "games/rng.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

struct RandomOptions {};

template <Game G>
class Random {
 public:
  Random(const G&, const RandomOptions&, std::uint64_t seed) : rng_(seed) {}

  Decision decide(const G& state, Budget&) {
    Moves<G> moves;
    state.legal_moves(moves);
    Decision decision;
    decision.move = moves[rng_.below(moves.size())];
    for (const Move move : moves) decision.policy.emplace_back(move, 1.0 / moves.size());
    return decision;
  }

 private:
  Rng rng_;
};

}  // namespace inarow::INAROW_ISA
