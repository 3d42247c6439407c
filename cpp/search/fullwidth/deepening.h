// Iterative deepening: alpha-beta to depth 1, 2, 3, ... until the time is up or the game is solved.
// Each iteration orders its actions by the table of the last one, so that the early iterations cost
// little, and the best action so far is always known; see table_search.h.
// (The NxN paper, whose version could not finish one iteration on 10 x 10; this one plays up to 20
// x 20.)
#pragma once

#include "search/fullwidth/table_search.h"
#include "search/options.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

// On a board that may have another evaluation than Position.
template <Game G, class Board>
Decision deepen(Board& position, int deepest, Table& table, Budget& budget, int width = max_cells) {
  TableSearch<G, Board> search(
      table, {.fold = false, .pairing = false, .flat_wins = false, .width = width});
  const G& state = position.state();
  Decision decision = quick_decision(state);
  try {
    for (int depth = 1; depth <= deepest; ++depth) {
      const Score score = search.run(position, depth, budget);
      set_result(decision, state, score, depth, search.pv(state));
      if (decision.proven == Proven::draw && plies_left(state) > width) {
        decision.proven = Proven::no;
      }
      set_candidates(decision, search.exact_candidates());
      report(budget, decision);
      if (decision.proven != Proven::no) break;
    }
  } catch (const OutOfBudget&) {
    // The last complete iteration counts.
  }
  return decision;
}

struct DeepeningOptions {
  int megabytes = 64;

  static constexpr auto fields() {
    return std::tuple(Option{"mb", &DeepeningOptions::megabytes, 1});
  }
};

template <Game G>
class Deepening {
 public:
  Deepening(const G&, const DeepeningOptions& options, std::uint64_t) : table_(options.megabytes) {}

  Decision decide(const G& state, Budget& budget) {
    Position<G> position(state);
    return deepen<G>(position, depth_to_search(state, 0, budget.limits()), table_, budget);
  }

 private:
  Table table_;
};

}  // namespace inarow::INAROW_ISA
