// TD alpha-beta: iterative deepening (deepening.h) with values that were learned by self-play
// (learn/td.h). The search finds what one ply cannot see, and the weights judge what it cannot
// reach; they also order the actions. (Tô Duy An, "Solvers", 4.4.5.)
#pragma once

#include <memory>
#include <tuple>

#include "search/fullwidth/deepening.h"
#include "search/fullwidth/tuple_position.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

struct TdAlphaBetaOptions {
  std::shared_ptr<const TupleWeights> weights;
  int depth = 0;  // plies; 0 for as many as the limits allow
  int width = 8;  // the best so many actions of a position are searched; 0 for all
  int megabytes = 64;

  static constexpr auto fields() {
    return std::tuple(Option{"weights", &TdAlphaBetaOptions::weights},
                      Option{"depth", &TdAlphaBetaOptions::depth, 0},
                      Option{"width", &TdAlphaBetaOptions::width, 0},
                      Option{"mb", &TdAlphaBetaOptions::megabytes, 1});
  }
};

template <Game G>
class TdAlphaBeta {
 public:
  TdAlphaBeta(const G& start, const TdAlphaBetaOptions& options, std::uint64_t)
      : depth_(options.depth),
        width_(options.width > 0 ? options.width : max_cells),
        tuples_(start, *options.weights),
        table_(options.megabytes) {}

  Decision decide(const G& state, Budget& budget) {
    TuplePosition<G> position(state, tuples_);
    return deepen<G>(position, depth_to_search(state, depth_, budget.limits()), table_, budget,
                     width_);
  }

 private:
  int depth_, width_;
  ScoreTuples<G> tuples_;
  Table table_;
};

}  // namespace inarow::INAROW_ISA
