// Cached alpha-beta: one search to the end (or to a given depth) with a table; see table_search.h.
// (The NxN paper's alpha-beta agent, which visited 1675, 25589, 898150 and 696412 states for the
// first move on boards of (N, k) = (3, 3), (4, 3), (4, 4) and (5, 3).)
#pragma once

#include "search/fullwidth/table_search.h"
#include "search/options.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

struct CachedOptions {
  int depth = 0;  // plies; 0 for the end of the game
  int megabytes = 64;

  static constexpr auto fields() {
    return std::tuple(Option{"depth", &CachedOptions::depth, 0},
                      Option{"mb", &CachedOptions::megabytes, 1});
  }
};

inline constexpr int largest_folded_board = 36;  // cells; beyond, folding costs too much

template <Game G>
class Cached {
 public:
  Cached(const G& start, const CachedOptions& options, std::uint64_t)
      : options_(options),
        table_(options.megabytes),
        fold_(start.symmetries().cells() <= largest_folded_board) {}

  Decision decide(const G& state, Budget& budget) {
    const int depth = depth_to_search(state, options_.depth, budget.limits());
    TableSearch<G> search(table_, {.fold = fold_, .pairing = true, .flat_wins = true});
    Position<G> position(state);
    Decision decision = quick_decision(state);
    try {
      const Score score = search.run(position, depth, budget);
      set_result(decision, state, score, depth, search.pv(state));
      set_candidates(decision, search.exact_candidates());
    } catch (const OutOfBudget&) {
      // The table keeps what was found.
    }
    return decision;
  }

 private:
  CachedOptions options_;
  Table table_;
  bool fold_;
};

}  // namespace inarow::INAROW_ISA
