// Tabular learning: games of self-play change the values of the positions that occur in them, and
// the player takes the action with the best value.
//
// A game is played greedily, except that an action is drawn at random with probability epsilon.
// Then its positions are learned from the last to the first, so that the result goes back through
// the whole game at once:
//   V(s) <- V(s) + alpha (target - V(s))
// The target is the value of the best action now, whatever was played. For the paper's rule it is
// the value of the action that was played, and positions with random actions are left out.
//
// It learns position by position: a position that never occurred has only its starting value.
// (Tô Duy An, "Solvers", 4.1, which stores all positions beforehand, without symmetry.)
#pragma once

#include <cmath>
#include <memory>
#include <tuple>

#include "games/rng.h"
#include "search/base.h"
#include "search/learn/value_table.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

struct TabularSettings {
  float alpha = 1;
  float epsilon = 0.1f;     // at the first game
  float epsilon_decay = 1;  // from game to game
  float least_epsilon = 0;
  bool learns_played = false;  // the paper's rule
};

struct GamesPlayed {
  std::uint64_t wins = 0, draws = 0, losses = 0;  // of the first player
  std::uint64_t moves = 0;
  double change = 0;  // of all values, summed up
};

template <Game G>
class TabularLearner {
 public:
  TabularLearner(const G& start, const TabularSettings& settings, std::uint64_t seed)
      : start_(start), settings_(settings), seed_(seed) {}

  // Plays and learns game number `number`. Its random numbers depend on the seed and the number
  // alone, so that a training can be continued at any game.
  void play(ValueTable& table, std::uint64_t number, GamesPlayed& played) const {
    Rng rng(seed_ ^ mix64(number + 1));
    const double epsilon = std::max<double>(
        settings_.least_epsilon, settings_.epsilon * std::pow(settings_.epsilon_decay, number));
    G state = start_;
    bool drawn[G::max_actions];
    Actions<G> actions;
    while (state.outcome() == Outcome::ongoing) {
      bool& at_random = drawn[state.ply()];
      at_random = static_cast<double>(rng.next() >> 11) * 0x1p-53 < epsilon;
      if (at_random) {
        state.legal_actions(actions);
      } else {
        best_actions(table, state, actions);
      }
      state.play(actions[rng.below(actions.size())]);
      ++played.moves;
    }
    const int result = returns(state.outcome(), 0);
    ++(result > 0 ? played.wins : result < 0 ? played.losses : played.draws);
    while (state.ply() > start_.ply()) {
      const Action action = state.move_at(state.ply() - 1);
      state.undo();
      if (settings_.learns_played && drawn[state.ply()]) continue;
      const float target = settings_.learns_played ? value_of_action(table, state, action)
                                                   : best_actions(table, state, actions);
      float& value = table.at(state);
      const float change = settings_.alpha * (target - value);
      value += change;
      played.change += std::abs(change);
    }
  }

 private:
  G start_;
  TabularSettings settings_;
  std::uint64_t seed_;
};

struct TabularOptions {
  std::shared_ptr<const ValueTable> table;

  static constexpr auto fields() { return std::tuple(Option{"table", &TabularOptions::table}); }
};

// Plays by a table; equal actions are drawn by lot.
template <Game G>
class Tabular {
 public:
  Tabular(const G&, const TabularOptions& options, std::uint64_t seed)
      : table_(options.table), rng_(seed) {}

  Decision decide(const G& position, Budget& budget) {
    G state = position;
    Actions<G> best;
    Decision decision;
    decision.value = best_actions(*table_, state, best);
    decision.action = best[rng_.below(best.size())];
    decision.depth = 1;
    decision.pv = {decision.action};
    std::vector<Candidate> known;
    Actions<G> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      known.push_back({.action = action, .value = value_of_action(*table_, state, action)});
    }
    set_candidates(decision, std::move(known));
    report(budget, decision);
    return decision;
  }

 private:
  std::shared_ptr<const ValueTable> table_;
  Rng rng_;
};

}  // namespace inarow::INAROW_ISA
