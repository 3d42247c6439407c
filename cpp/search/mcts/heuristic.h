// Heuristic MCTS: the search of AlphaZero with a heuristic in place of the network, and no
// playouts.
//   U = Q + c P sqrt(sum of visits) / (1 + visits)
// P is a move's share of the scores of all moves, and a new node is worth what the evaluation says.
//
// It believes its heuristic: a plan that only pays off beyond the tree is as good as it looks.
// (AZ-Gomoku, "pure MCTS"; its evaluation counts connected stones around a move, ours the k-windows
// through it, which also tells open rows from blocked ones.)
#pragma once

#include "search/mcts/expansion.h"
#include "search/mcts/leaves.h"
#include "search/mcts/selection.h"
#include "search/mcts/tree_search.h"

namespace inarow::INAROW_ISA {

struct HeuristicMctsOptions {
  TreeOptions tree;
  float c = 1.5f;
};

template <Game G>
struct HeuristicPolicies {
  using Board = Position<G>;
  using Selection = Puct;
  using Expansion = ByActionScore;
  using Leaf = Evaluation<G>;
  static constexpr std::uint32_t nodes_at = 0;
};

template <Game G>
class HeuristicMcts : public TreeSearch<G, HeuristicPolicies<G>> {
 public:
  HeuristicMcts(const G& start, const HeuristicMctsOptions& options, std::uint64_t seed)
      : TreeSearch<G, HeuristicPolicies<G>>(start, options.tree, {options.c}, seed) {}
};

}  // namespace inarow::INAROW_ISA
