// The engine: the strongest player we have for each game, put together from the others.
//
// A part of the budget goes to solving the position outright (solve/solver.h); on boards up to 4 x
// 4, and near the end of any game, that succeeds and the play is perfect. Otherwise the best search
// for the game decides: threat on m,n,k boards, heuristic MCTS on ultimate. In a drawn position it
// plays the move that this search prefers among those that hold the draw, to give the opponent
// chances to go wrong.
#pragma once

#include <algorithm>

#include "search/mcts/heuristic.h"
#include "search/quick.h"
#include "search/solve/solver.h"
#include "search/threat.h"

namespace inarow::INAROW_ISA {

struct EngineOptions {
  int megabytes = 64;
};

template <Game G>
struct StrongestSearch;

template <>
struct StrongestSearch<Mnk> {
  using Type = Threat;
  static ThreatOptions options(int megabytes) {
    return {.depth = max_cells, .megabytes = megabytes};  // as deep as the time allows
  }
};

template <>
struct StrongestSearch<Ultimate> {
  using Type = HeuristicMcts<Ultimate>;
  static HeuristicMctsOptions options(int megabytes) {
    HeuristicMctsOptions made;
    made.tree.megabytes = megabytes;
    return made;
  }
};

template <Game G>
class Engine {
 public:
  Engine(const G& start, const EngineOptions& options, std::uint64_t seed)
      : solver_(std::max(1, options.megabytes / 4)),
        search_(start, StrongestSearch<G>::options(std::max(1, options.megabytes / 2)), seed) {}

  Decision decide(const G& state, Budget& budget) {
    const std::optional<Solution> solution = try_to_solve(state, budget);
    if (!solution) return search_.decide(state, budget);
    Decision decision;
    if (solution->value == 0) decision = search_.decide(state, budget);
    const auto& best = solution->best;
    if (std::find(best.begin(), best.end(), decision.move) == best.end() || decision.pv.empty()) {
      decision.move = best.front();
      decision.pv = {best.front()};
      decision.policy.clear();
    }
    decision.value = solution->value;
    decision.proven = solution->value > 0   ? Proven::win
                      : solution->value < 0 ? Proven::loss
                                            : Proven::draw;
    return decision;
  }

 private:
  // What the solver may use: of the time and of the nodes, and at most so many nodes in any case.
  static constexpr double solving_share = 0.3;
  static constexpr std::uint64_t solving_nodes = 200'000;
  static constexpr int largest_solved = 64;  // cells left; beyond there is no hope

  std::optional<Solution> try_to_solve(const G& state, Budget& budget) {
    if (plies_left(state) > largest_solved) return std::nullopt;
    Budget part = budget.part(solving_share, solving_nodes);
    std::optional<Solution> solution;
    try {
      solution = solver_.solve(state, part);
    } catch (const OutOfBudget&) {
    }
    budget.add(part);
    return solution;
  }

  Solver<G> solver_;
  typename StrongestSearch<G>::Type search_;
};

}  // namespace inarow::INAROW_ISA
