// Minimax: the value of a position is the best that its player can force, found by searching every
// continuation. For the player to move:
//   v(s) = result of s if the game is over, else max over actions a of -v(s after a)
// With a table each position is searched once, on whatever path it is reached. A search to the end
// is exact; at a depth limit leaves are scored by the heuristic.
//
// It cannot prune: 549,946 positions for the first move of tic-tac-toe without a table, 5,478 with
// one. (Tô Duy An, "Solvers", 3.1; the NxN paper's "dfs".)
#pragma once

#include <unordered_map>

#include "search/options.h"
#include "search/rows/position.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

struct MinimaxOptions {
  bool table = true;
  int depth = 0;  // plies; 0 for the end of the game

  static constexpr auto fields() {
    return std::tuple(Option{"table", &MinimaxOptions::table},
                      Option{"depth", &MinimaxOptions::depth, 0});
  }
};

template <Game G>
class Minimax {
 public:
  Minimax(const G&, const MinimaxOptions& options, std::uint64_t) : options_(options) {}

  Decision decide(const G& state, Budget& budget) {
    const int depth = depth_to_search(state, options_.depth, budget.limits());
    known_.clear();
    root_ply_ = state.ply();
    root_candidates_.clear();
    Position<G> position(state);
    PrincipalVariation<G> pv;
    Decision decision;
    const Budget::ProgressUpdate updated(budget, [&](Progress& so_far) {
      so_far.candidates = root_candidates_;
      sort_by_value(so_far.candidates);
      so_far.depth = depth;
    });
    try {
      const Score score = visit(position, depth, pv, budget);
      set_result(decision, state, score, depth, pv.actions());
      set_candidates(decision, root_candidates_);
    } catch (const OutOfBudget&) {
      decision = quick_decision(state);
    }
    return decision;
  }

 private:
  Score visit(Position<G>& position, int depth, PrincipalVariation<G>& pv, Budget& budget) {
    pv.clear();
    const std::uint64_t key = position.state().key();
    if (options_.table) {
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
    }
    budget.visit();
    Score best = -max_score;
    if (position.is_over()) {
      best = final_score(position.state());
    } else if (depth == 0) {
      best = position.evaluate();
    } else {
      Actions<G> actions;
      position.state().legal_actions(actions);
      PrincipalVariation<G> rest;
      for (const Action action : actions) {
        const ScopedMove made(position, action);
        const Score score = -visit(position, depth - 1, rest, budget);
        if (position.state().ply() == root_ply_ + 1) {
          root_candidates_.push_back({.action = action, .value = as_value(score)});
        }
        if (score > best) {
          best = score;
          pv.set(action, rest);
        }
      }
    }
    // A position always occurs at the same ply, the number of its stones, and so at the same depth.
    if (options_.table) known_.emplace(key, best);
    return best;
  }

  MinimaxOptions options_;
  int root_ply_ = 0;
  std::vector<Candidate> root_candidates_;  // those that were searched so far
  std::unordered_map<std::uint64_t, Score> known_;
};

}  // namespace inarow::INAROW_ISA
