// Victory by continuous fours: a win in which every move of the attacker threatens to win at once,
// so that the defender never has a choice, until there are two such threats or a row is complete.
//
// At each step the attacker tries the cells that make a four (k - 1 in a row that one more cell
// would complete), the open ones first; the defender's answer is the cell that would win. If the
// defender has a four as well, the attacker must take its last cell and make a four with it. A line
// that is found is a proof. Not found means nothing: threes are not tried, and a search may run
// into its limits. Positions that failed are remembered, with the fours that were left to try.
//
// (Gomoku-ABM's threat-space search, after Allis: "four, four, open four".)
#pragma once

#include <vector>

#include "search/base.h"
#include "search/rows/shape_board.h"

namespace inarow::INAROW_ISA {

struct VcfLimits {
  int fours;            // moves of the attacker, without the one that completes the row
  std::uint64_t nodes;  // positions of one search
};

class Vcf {
 public:
  Vcf() : failed_(std::size_t{1} << failed_bits) {}

  // The winning line for the player to move, both sides' moves and the last that wins; else empty.
  const std::vector<Action>& solve(ShapeBoard& board, const VcfLimits& limits, Budget& budget);

 private:
  static constexpr int failed_bits = 16;

  struct Failure {
    std::uint64_t key = 0;
    int fours = 0;
  };

  bool attack(ShapeBoard& board, int fours_left, Budget& budget);
  bool try_four(ShapeBoard& board, Action action, int fours_left, Budget& budget);

  std::vector<Failure> failed_;
  std::vector<Action> line_;
  std::uint64_t nodes_left_ = 0;
};

}  // namespace inarow::INAROW_ISA
