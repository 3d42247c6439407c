// The engine: the strongest player for each game, made of the other searches.
//
// A part of the budget is used to solve the position (solve/solver.h); on boards up to 4 x 4, and
// near the end of any game, that succeeds and the play is perfect. Otherwise the best search for
// the game decides: the Gomoku engine (five/gomoku.h) for five in a row on boards from 8 x 8 up,
// threat on other m,n,k boards, the ultimate engine (ultimate/ultimate_engine.h) on ultimate, or
// without its network heuristic MCTS. In a drawn position it plays the move that this search
// prefers among those that keep the draw, since the opponent may still make a mistake. The ultimate
// engine proves results itself and gets the whole budget.
#pragma once

#include <algorithm>
#include <optional>

#include "games/helper_threads.h"
#include "search/five/gomoku.h"
#include "search/mcts/presets.h"
#include "search/options.h"
#include "search/rows/quick_decision.h"
#include "search/rows/threat.h"
#include "search/solve/solver.h"
#include "search/ultimate/ultimate_engine.h"

namespace inarow::INAROW_ISA {

struct EngineOptions {
  int megabytes = 64;
  int threads = 1;
  std::shared_ptr<const LineNetwork> network = nullptr;               // for five in a row
  std::shared_ptr<const UltimateNetwork> ultimate_network = nullptr;  // for ultimate

  static constexpr auto fields() {
    return std::tuple(Option{"mb", &EngineOptions::megabytes, 1},
                      Option{"threads", &EngineOptions::threads, 1, most_threads},
                      Option{"network", &EngineOptions::network},
                      Option{"ultimate_network", &EngineOptions::ultimate_network});
  }
};

template <Game G>
class StrongestSearch;

template <>
class StrongestSearch<Mnk> {
 public:
  StrongestSearch(const Mnk& start, const EngineOptions& options, std::uint64_t seed) {
    const MnkRules& rules = start.rules();
    if (rules.k == 5 && std::min(rules.rows, rules.cols) >= least_gomoku_side) {
      gomoku_.emplace(start, GomokuOptions{share(options), options.threads, options.network}, seed);
    } else {
      // As deep as the time allows.
      threat_.emplace(start, ThreatOptions{.depth = max_cells, .megabytes = share(options)}, seed);
    }
  }

  bool solves_itself() const { return false; }
  Decision decide(const Mnk& state, Budget& budget) {
    return gomoku_ ? gomoku_->decide(state, budget) : threat_->decide(state, budget);
  }

 private:
  static constexpr int least_gomoku_side = 8;
  static int share(const EngineOptions& options) { return std::max(1, options.megabytes / 2); }

  std::optional<Gomoku> gomoku_;
  std::optional<Threat> threat_;
};

template <>
class StrongestSearch<Ultimate> {
 public:
  StrongestSearch(const Ultimate& start, const EngineOptions& options, std::uint64_t seed) {
    if (options.ultimate_network) {
      engine_.emplace(
          start,
          UltimateEngineOptions{options.megabytes, options.threads, options.ultimate_network},
          seed);
    } else {
      mcts_.emplace(start, mcts_options(options), seed);
    }
  }

  bool solves_itself() const { return engine_.has_value(); }
  Decision decide(const Ultimate& state, Budget& budget) {
    return engine_ ? engine_->decide(state, budget) : mcts_->decide(state, budget);
  }

 private:
  static MctsOptions mcts_options(const EngineOptions& options) {
    return {.megabytes = std::max(1, options.megabytes / 2), .c = 1.5f};
  }

  std::optional<UltimateEngine> engine_;
  std::optional<HeuristicMcts<Ultimate>> mcts_;
};

template <Game G>
class Engine {
 public:
  Engine(const G& start, const EngineOptions& options, std::uint64_t seed)
      : search_(start, options, seed) {
    if (!search_.solves_itself()) solver_.emplace(std::max(1, options.megabytes / 4));
  }

  Decision decide(const G& state, Budget& budget) {
    const std::optional<Solution> solution = try_to_solve(state, budget);
    if (!solution) return search_.decide(state, budget);
    Decision decision;
    if (solution->value == 0) decision = search_.decide(state, budget);
    const auto& best = solution->best;
    if (std::find(best.begin(), best.end(), decision.action) == best.end() || decision.pv.empty()) {
      decision.action = best.front();
      decision.pv = {best.front()};
      decision.policy.clear();
    }
    decision.lines.clear();
    decision.candidates = candidates_of(state, *solution);
    decision.value = solution->value;
    decision.proven = solution->value > 0   ? Proven::win
                      : solution->value < 0 ? Proven::loss
                                            : Proven::draw;
    const auto chosen =
        std::find_if(decision.candidates.begin(), decision.candidates.end(),
                     [&](const auto& each) { return each.action == decision.action; });
    std::rotate(decision.candidates.begin(), chosen, chosen + 1);
    report(budget, decision);
    return decision;
  }

 private:
  // The actions that a solution gives values for: those that do not keep a draw lose. Of a win only
  // the quickest actions are known.
  static std::vector<Candidate> candidates_of(const G& state, const Solution& solution) {
    std::vector<Candidate> candidates;
    for (const Action action : solution.best) {
      candidates.push_back({.action = action, .value = solution.value});
    }
    if (solution.value > 0) return candidates;
    Actions<G> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      const auto& best = solution.best;
      if (std::find(best.begin(), best.end(), action) != best.end()) continue;
      candidates.push_back({.action = action, .value = -1.0});
    }
    return candidates;
  }

  // The solver's share of time and nodes, and the most nodes it may use.
  static constexpr double solving_share = 0.3;
  static constexpr std::uint64_t solving_nodes = 200'000;
  static constexpr int largest_solved = 64;  // cells left; larger positions are not tried

  std::optional<Solution> try_to_solve(const G& state, Budget& budget) {
    if (!solver_ || plies_left(state) > largest_solved) return std::nullopt;
    Budget part = budget.part(solving_share, solving_nodes);
    std::optional<Solution> solution;
    try {
      solution = solver_->solve(state, part);
    } catch (const OutOfBudget&) {
    }
    budget.add(part);
    return solution;
  }

  StrongestSearch<G> search_;
  std::optional<Solver<G>> solver_;
};

}  // namespace inarow::INAROW_ISA
