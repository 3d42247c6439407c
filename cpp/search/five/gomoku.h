// The Gomoku engine: principal-variation search over moves that matter.
//
// Depths 1, 2, … are searched in turn, each within a window around the last score. In a position:
//   1. who can make a five has won; two fives of the opponent cannot be stopped, one must be; an
//      open four or two fours at once win (five/codes.h);
//   2. what the table knows may decide;
//   3. when the opponent threatens an open four, only moves that meet every such threat, and fours
//      of our own, are tried; if there are none, all is lost;
//   4. a victory by continuous fours (five/five_board_vcf.h) decides; only fours that lead on are
//      tried;
//   5. positions far above or below the window are cut off by their evaluation;
//   6. moves are tried best first: the table's, then by the network's policy (without one, by the
//      codes of the cell for both sides) and by what was good in other positions (killers, counter
//      moves, history); later ones are searched less deep, and the last are left out, but for
//      fours.
//
// Several threads search the same position and meet in the table (Lazy SMP). With a limit on nodes
// there is one, so that the same seed and limit give the same move.
//
// Before that it looks for a victory by threats, and for what the opponent threatens
// (five/root_threats.h). Wins by threats are proven; what else looks won or lost in the search is
// told as a value only, since quiet moves are cut off.
#pragma once

#include <memory>
#include <vector>

#include "search/base.h"
#include "search/five/root_threats.h"
#include "search/five/worker.h"

namespace inarow::INAROW_ISA {

struct GomokuOptions {
  int megabytes = 32;
  int threads = 1;
  // The evaluation; without one, weights by code (weights.h).
  std::shared_ptr<const LineNetwork> network = nullptr;
};

class Gomoku {
 public:
  // The rules must be five in a row.
  Gomoku(const Mnk& start, const GomokuOptions& options, std::uint64_t seed);

  Decision decide(const Mnk& state, Budget& budget);

 private:
  GomokuOptions options_;
  std::unique_ptr<FiveBoardPlan> plan_;
  SharedTable table_;
  RootThreats threats_;
  std::vector<std::unique_ptr<GomokuWorker>> workers_;
};

}  // namespace inarow::INAROW_ISA
