// The ultimate engine: principal-variation search with a learned evaluation (network.h).
//
// Iterative deepening, each depth within an aspiration window around the last score. In a position:
//   1. a finished game has its result; an action that makes a line of local boards wins;
//   2. an entry of the transposition table may decide, but at leaves, where a look is not worth it;
//   3. leaves have the network's value;
//   4. near the leaves, a value far above the window cuts off (reverse futility), sooner if it is
//      better than two plies before;
//   5. so does the result of a shallower search that is above the window by a margin (ProbCut,
//      Buro 1995);
//   6. actions are tried best first: the table's, then by history, killers, and whether they win
//      their local board, give the opponent one, or the free choice; late actions are reduced, more
//      so if the value is not better than two plies before. An only action costs no depth.
// What follows from the rules alone is marked as certain: a result is certain if an action with a
// certain result cuts off, or if the results of all actions are. So wins and losses are proven, and
// draws near the end, where every line reaches the end of the game. If the last depth reached that
// end by a line that was reduced or pruned, a search without both asks for win, draw or loss.
//
// If a depth is interrupted, an action that has beaten the best so far in it is played.
//
// Several threads search the same position and share the table (Lazy SMP), which is kept from move
// to move. With a limit on nodes there is one, so that the same seed and limit give the same move.
#pragma once

#include <memory>
#include <vector>

#include "search/base.h"
#include "search/ultimate/worker.h"

namespace inarow::INAROW_ISA {

struct UltimateEngineOptions {
  int megabytes = 32;
  int threads = 1;
  std::shared_ptr<const UltimateNetwork> network;
};

class UltimateEngine {
 public:
  UltimateEngine(const Ultimate& start, const UltimateEngineOptions& options, std::uint64_t seed);

  Decision decide(const Ultimate& state, Budget& budget);

 private:
  UltimateEngineOptions options_;
  SharedTable table_;
  std::vector<std::unique_ptr<UltimateWorker>> workers_;
};

}  // namespace inarow::INAROW_ISA
