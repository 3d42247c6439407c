// The Gomoku engine: principal-variation search with selective moves.
//
// Iterative deepening, each depth within an aspiration window around the last score. In a position:
//   1. a five wins; two fives of the opponent cannot be stopped, one must be answered; an open four
//      or two fours at once win (five/codes.h);
//   2. an entry of the transposition table may decide;
//   3. if the opponent threatens an open four, only actions that meet every such threat, and own
//      fours, are tried; if there are none, the position is lost;
//   4. a victory by continuous fours (five/five_board_vcf.h) decides; only leading fours are tried;
//   5. futility pruning and razoring: positions far above or below the window are cut off by their
//      evaluation;
//   6. actions are tried best first: the table's, then by the network's policy (without a network,
//      by the codes of the cell for both sides) with killers, counter moves and history; late moves
//      are reduced, and the last are pruned, except fours.
//
// Several threads search the same position and share the table (Lazy SMP). With a limit on nodes
// there is one, so that the same seed and limit give the same move.
//
// Before the search it looks for a victory by threats, and for threats of the opponent
// (five/root_threats.h). Wins by threats are proven; other wins and losses of the search are given
// as values only, since quiet moves are pruned.
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
