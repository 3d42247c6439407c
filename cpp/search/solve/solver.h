// Solves a position: its value, all actions that keep it, and how soon a win can be forced.
//
// The value needs two alpha-beta searches with a null window: can the player to move win, and if
// not, can the opponent? Everything that table_search.h uses is sound: the table folded by
// symmetry, forced moves, double threats, dead windows, draws by pairing. The distance of a win is
// found by searches with a growing limit on the plies; that of a loss by the best defence.
//
// Full width, so that it is for small boards and late positions only.
#pragma once

#include <vector>

#include "search/fullwidth/cached.h"
#include "search/fullwidth/table_search.h"

namespace inarow::INAROW_ISA {

struct Solution {
  int value;                    // 1, 0, -1 for the player to move
  std::vector<Action> best;     // every action that keeps it
  std::optional<int> distance;  // plies to the end of a decided game under best play
};

template <Game G>
class Solver {
 public:
  explicit Solver(int megabytes) : value_table_(megabytes), distance_table_(megabytes) {}

  // Throws OutOfBudget if a limit is reached first; the tables keep what was found.
  Solution solve(const G& state, Budget& budget) {
    Position<G> position(state);
    Solution solution{value_of(position, budget), {}, std::nullopt};
    Actions<G> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (solution.value > -1) {
        const ScopedMove made(position, action);
        if (!reaches(position, -solution.value, budget)) continue;
      }
      solution.best.push_back(action);
    }
    if (solution.value != 0) {
      solution.distance = distance_of(position, solution.value, budget);
      keep_quickest(position, solution, budget);
    }
    return solution;
  }

 private:
  int value_of(Position<G>& position, Budget& budget) {
    if (search_value(position, 0, 1, budget) > 0) return 1;
    return search_value(position, -1, 0, budget) < 0 ? -1 : 0;
  }

  // Whether the value is at most this much for the player to move (1, 0 or -1).
  bool reaches(Position<G>& position, int most, Budget& budget) {
    return search_value(position, most, most + 1, budget) <= most;
  }

  // The result of a search with a window of one: 1, 0 or -1.
  int search_value(Position<G>& position, int alpha, int beta, Budget& budget) {
    const bool fold = position.state().symmetries().cells() <= largest_folded_board;
    TableSearch<G> search(value_table_, {.fold = fold, .pairing = true, .flat_wins = true});
    const Score score = search.run(position, plies_left(position.state()), budget,
                                   alpha == -1 ? -win_score : alpha, beta == 1 ? win_score : beta);
    return score >= least_win ? 1 : score <= -least_win ? -1 : 0;
  }

  // Plies until the game is won or lost by force.
  int distance_of(Position<G>& position, int value, Budget& budget) {
    if (position.is_over()) return 0;
    for (int plies = 1;; ++plies) {
      if (decided_within(position, value, plies, budget)) return plies;
    }
  }

  bool decided_within(Position<G>& position, int value, int plies, Budget& budget) {
    TableSearch<G> search(distance_table_, {.fold = false, .pairing = false, .flat_wins = false});
    const Score bar = win_at(position.state().ply() + plies);
    if (value > 0) return search.run(position, plies, budget, bar - 1, bar) >= bar;
    return search.run(position, plies, budget, -bar, -bar + 1) <= -bar;
  }

  // Of the actions that keep a decided value, those that win soonest or lose latest.
  void keep_quickest(Position<G>& position, Solution& solution, Budget& budget) {
    std::vector<Action> quickest;
    const int left = *solution.distance - 1;
    for (const Action action : solution.best) {
      const ScopedMove made(position, action);
      const bool keeps =
          left == 0 ? position.is_over()
                    : !position.is_over() && distance_is(position, -solution.value, left, budget);
      if (keeps) quickest.push_back(action);
    }
    solution.best = quickest;
  }

  bool distance_is(Position<G>& position, int value, int plies, Budget& budget) {
    return decided_within(position, value, plies, budget) &&
           (plies == 1 || !decided_within(position, value, plies - 1, budget));
  }

  Table value_table_, distance_table_;
};

}  // namespace inarow::INAROW_ISA
