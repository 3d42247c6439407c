// Victory by continuous fours on a FiveBoard: every move of the attacker makes a four, so the
// defender has one answer, until a five or two threats at once.
//
// Depth first with a table of positions that failed. A line that is found is a proof; not found
// means only that fours alone do not win, or that the limit came first.
//
// A four whose stone builds nothing on its other lines seldom leads on. A search of `leading` fours
// leaves those out: it misses some wins, and takes a fraction of the time.
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board.h"

namespace inarow::INAROW_ISA {

class FourSearch {
 public:
  enum Which { all, leading };

  explicit FourSearch(Which which = all) : which_(which), failed_(std::size_t{1} << failed_bits) {}

  // How many plies the win for the player to move takes, 0 if none was found; `line` then holds
  // both sides' moves with the last that wins. Visits at most `nodes` positions.
  int solve(FiveBoard& board, int nodes, Budget& budget);
  const std::vector<Action>& line() const { return line_; }

 private:
  static constexpr int failed_bits = 15;

  bool attack(FiveBoard& board, Budget& budget);

  Which which_;
  std::vector<std::uint64_t> failed_;
  std::vector<Action> line_;
  int nodes_left_ = 0;
};

}  // namespace inarow::INAROW_ISA
