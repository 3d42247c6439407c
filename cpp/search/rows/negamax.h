// Negamax with pattern weights: alpha-beta that scores leaves by the patterns of each side's
// stones, and searches only cells near the stones.
//
//   evaluate(s) = sum over own stones and directions of w(shape) - the same for the opponent
//   value(s, d) = evaluate(s) if d = 0, else max over a in range of -value(s after a, d - 1)
//
// The weights of a whole pattern are the paper's, by the stones it lacks to win (see
// rows/shapes.h), so that they apply to any k: open four 1e8, four 5e6, open three 1e6, and 5000 to
// 10 for the rest. Each stone carries an equal share of its pattern's weight. The range is the box
// around all stones with a margin of 2 cells. Two shortcuts change no value: an action that wins is
// the only one searched, and so is, two plies or more above the leaves, the cell where the opponent
// would win. Iterative deepening, so that there is a result whenever the search is stopped.
//
// It cannot see beyond its depth, and the evaluation does not depend on who is to move. A value is
// proven only if the range left out no reply. (Tô Duy An, "Solvers", 4.3.)
#pragma once

#include <memory>
#include <vector>

#include "search/base.h"
#include "search/options.h"
#include "search/rows/shape_board.h"

namespace inarow::INAROW_ISA {

struct NegamaxOptions {
  int depth = 6;  // plies
  int range = 2;  // cells around the box of all stones, at least 1

  static constexpr auto fields() {
    return std::tuple(Option{"depth", &NegamaxOptions::depth, 0},
                      Option{"range", &NegamaxOptions::range, 0});
  }
};

class Negamax {
 public:
  // Integers large enough for the paper's weights.
  using Value = std::int64_t;

  Negamax(const Mnk& start, const NegamaxOptions& options, std::uint64_t seed);

  Decision decide(const Mnk& state, Budget& budget);

  // The value of a leaf for the player to move.
  static Value evaluate(const ShapeBoard& board);
  // The value of a position searched to a depth, without iterative deepening.
  Value search(const Mnk& state, int depth, Budget& budget);
  const ShapeBoardPlan& plan() const { return *plan_; }

 private:
  struct Box;

  Value visit(ShapeBoard& board, const Box& box, int depth, Value alpha, Value beta,
              PrincipalVariation<Mnk>& pv, Budget& budget);
  // The actions to search, in order. Returns whether it is sound to leave out the rest.
  bool actions_to_search(const ShapeBoard& board, const Box& box, int depth,
                         Actions<Mnk>& actions) const;

  NegamaxOptions options_;
  std::unique_ptr<ShapeBoardPlan> plan_;
  int root_ply_ = 0;
  std::vector<Candidate> exact_candidates_;  // of the root, at the depth that is searched
  Action first_guess_ = max_cells;  // at the root: the best action of the last depth, tried first
};

}  // namespace inarow::INAROW_ISA
