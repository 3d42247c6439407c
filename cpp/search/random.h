// The random player: a legal action, uniformly at random. The baseline for all others.
#pragma once

#include "games/rng.h"
#include "search/base.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

struct RandomOptions {
  static constexpr auto fields() { return std::tuple(); }
};

template <Game G>
class Random {
 public:
  Random(const G&, const RandomOptions&, std::uint64_t seed) : rng_(seed) {}

  Decision decide(const G& state, Budget&) {
    Actions<G> actions;
    state.legal_actions(actions);
    Decision decision;
    decision.action = actions[rng_.below(actions.size())];
    for (const Action action : actions) decision.policy.emplace_back(action, 1.0 / actions.size());
    return decision;
  }

 private:
  Rng rng_;
};

}  // namespace inarow::INAROW_ISA
