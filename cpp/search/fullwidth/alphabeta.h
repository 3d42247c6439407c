// Alpha-beta: the value of minimax, without the actions that cannot change it.
//
// alpha is the least that the player to move is sure of, beta the most that the opponent allows. An
// action that reaches beta refutes the opponent's last move, and the others are skipped. The window
// starts as (-inf, +inf); with good actions first, about the square root of all positions is
// visited. (Tô Duy An, "Solvers", 3.1; the window is printed the wrong way round in Gomoku-ABM.)
#pragma once

#include <algorithm>

#include "search/options.h"
#include "search/rows/ordering.h"
#include "search/rows/position.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

struct AlphaBetaOptions {
  int depth = 0;      // plies; 0 for the end of the game
  bool order = true;  // try actions with a high heuristic score first

  static constexpr auto fields() {
    return std::tuple(Option{"depth", &AlphaBetaOptions::depth, 0},
                      Option{"order", &AlphaBetaOptions::order});
  }
};

template <Game G>
class AlphaBeta {
 public:
  AlphaBeta(const G&, const AlphaBetaOptions& options, std::uint64_t) : options_(options) {}

  Decision decide(const G& state, Budget& budget) {
    const int depth = depth_to_search(state, options_.depth, budget.limits());
    root_ply_ = state.ply();
    exact_candidates_.clear();
    Position<G> position(state);
    PrincipalVariation<G> pv;
    Decision decision;
    try {
      const Score score = visit(position, depth, -max_score, max_score, pv, budget);
      set_result(decision, state, score, depth, pv.actions());
      set_candidates(decision, exact_candidates_);
    } catch (const OutOfBudget&) {
      decision = quick_decision(state);
    }
    return decision;
  }

 private:
  Score visit(Position<G>& position, int depth, Score alpha, Score beta, PrincipalVariation<G>& pv,
              Budget& budget) {
    pv.clear();
    budget.visit();
    if (position.is_over()) return final_score(position.state());
    if (depth == 0) return position.evaluate();
    Actions<G> actions;
    position.state().legal_actions(actions);
    if (options_.order) order_by_score(position, actions);
    PrincipalVariation<G> rest;
    Score best = -max_score;
    for (const Action action : actions) {
      const ScopedMove made(position, action);
      const Score score = -visit(position, depth - 1, -beta, -std::max(alpha, best), rest, budget);
      if (score > best) {
        best = score;
        pv.set(action, rest);
        // Only a bound is known of the others.
        if (position.state().ply() == root_ply_ + 1) {
          exact_candidates_.push_back({.action = action, .value = as_value(score)});
        }
        if (best >= beta) break;
      }
    }
    return best;
  }

  AlphaBetaOptions options_;
  int root_ply_ = 0;
  std::vector<Candidate> exact_candidates_;  // of the root
};

}  // namespace inarow::INAROW_ISA
