// Greedy: one ply; plays the cell that joins the most stones, its own or the opponent's, in the
// four directions.
//
// A cell joins, in each direction and for each side, n stones that touch it in a row with e open
// ends (cells beyond the row that are empty). Its score is
//   sum over directions of  2 * 8^n * e  for its own stones  +  8^n * e  for the opponent's (n > 0)
// so that n + 1 stones outweigh n, and its own come before the opponent's. A cell that wins comes
// before all others, then one where the opponent would win. Among equal cells one is drawn at
// random; with no stones near, the middle is best.
//
// It does not see gaps, rows that have no room to grow, or what the opponent does next.
// ("AZ-Gomoku", the greedy agent: connected stones in four directions, for and against.)
#pragma once

#include <memory>
#include <vector>

#include "games/rng.h"
#include "search/base.h"
#include "search/options.h"
#include "search/rows/lines.h"

namespace inarow::INAROW_ISA {

struct GreedyOptions {
  static constexpr auto fields() { return std::tuple(); }
};

class Greedy {
 public:
  Greedy(const Mnk& start, const GreedyOptions& options, std::uint64_t seed);

  Decision decide(const Mnk& state, Budget& budget);

 private:
  std::unique_ptr<LineMap> map_;
  Rng rng_;
};

// The score of every cell for the player to move, by cell; 0 where a stone stands.
std::vector<double> greedy_scores(const LineMap& map, const Mnk& state);

}  // namespace inarow::INAROW_ISA
