// Threat: alpha-beta over few good actions, with a search for forced wins in each position.
//
//   point evaluation   of an empty cell: the sum over four directions of the scores of the shapes
//                      that a stone of either side would make there; the best b cells are searched
//   board evaluation   of a leaf: the sum of the same scores over all stones, own minus opponent's
//   threat search      before actions are tried: a victory by continuous fours (rows/vcf.h) decides
//
// In each position, in this order: a cell that wins is played; against two cells that win for the
// opponent the game is lost, one is taken, at no cost in depth; a victory by fours is played; else
// the best cells are searched. Results are kept in a transposition table. Iterative deepening.
//
// Since only b actions are searched, another might save a lost position; such losses, and the wins
// that depend on them, are never proven. (Gomoku-ABM, II.A; there alpha-beta starts with the window
// (+inf, -inf), here with (-inf, +inf).)
#pragma once

#include <memory>
#include <vector>

#include "search/base.h"
#include "search/options.h"
#include "search/rows/shape_board.h"
#include "search/rows/shape_board_vcf.h"
#include "search/table.h"

namespace inarow::INAROW_ISA {

struct ThreatOptions {
  int depth = 6;        // plies
  int candidates = 10;  // b
  int fours = 16;       // the longest victory by fours, in moves of the attacker
  int megabytes = 16;

  static constexpr auto fields() {
    return std::tuple(
        Option{"depth", &ThreatOptions::depth, 0}, Option{"b", &ThreatOptions::candidates, 1},
        Option{"vcf", &ThreatOptions::fours, 0}, Option{"mb", &ThreatOptions::megabytes, 1});
  }
};

class Threat {
 public:
  Threat(const Mnk& start, const ThreatOptions& options, std::uint64_t seed);

  Decision decide(const Mnk& state, Budget& budget);

 private:
  Score visit(ShapeBoard& board, int depth, Score alpha, Score beta, PrincipalVariation<Mnk>& pv,
              Budget& budget);
  void choose_candidates(const ShapeBoard& board, Action remembered, Actions<Mnk>& actions) const;

  ThreatOptions options_;
  std::unique_ptr<ShapeBoardPlan> plan_;
  Table table_;
  ShapeBoardVcf vcf_;
  int root_ply_ = 0;
  std::vector<Candidate> exact_candidates_;  // of the root, at the depth that is searched
};

}  // namespace inarow::INAROW_ISA
