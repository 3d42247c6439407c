// MCTS: play many random games from here, and look closer at the moves that do well. Among the
// moves of a node the next simulation follows the one with the largest
//   (W + D/2) / n + C sqrt(ln N / n),   C = 1.4,
// and in the end the most visited move is played.
//
// It cannot see a narrow refutation among many moves until it has visited it: what random games say
// of a position is only a hint, except where a proof has gone up the tree.
// (Tô Duy An, "Solvers", 3.2, with 2000 simulations a move. That version keeps one parent per node
// of a graph, and links new nodes under the root only; see tree_search.h for what happens here.)
#pragma once

#include "search/mcts/expansion.h"
#include "search/mcts/leaves.h"
#include "search/mcts/selection.h"
#include "search/mcts/tree_search.h"

namespace inarow::INAROW_ISA {

struct MctsOptions {
  TreeOptions tree;
  float c = 1.4f;
};

template <Game G>
struct MctsPolicies {
  using Board = G;
  using Selection = Ucb<Untried::at_random>;
  using Expansion = AllAlike;
  using Leaf = RandomPlayout<G>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
class Mcts : public TreeSearch<G, MctsPolicies<G>> {
 public:
  Mcts(const G& start, const MctsOptions& options, std::uint64_t seed)
      : TreeSearch<G, MctsPolicies<G>>(start, options.tree, {options.c}, seed) {}
};

}  // namespace inarow::INAROW_ISA
