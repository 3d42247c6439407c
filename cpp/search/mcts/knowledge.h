// Knowledge MCTS: UCB as in plain MCTS, but the playouts are played by rules of thumb. The first
// that applies decides: complete a row of k, stop the opponent's, make a row that lacks one stone,
// stop such a row. If none does, a move is drawn with a probability proportional to its worth.
//
// A playout costs as much as tens of random ones, and its games are only as good as the rules; two
// sides that both follow them may agree on a wrong result.
// (Gomoku-ABM, II.B, where in the UCB formula N is the parent's visits and n the child's. There the
// playouts are counted for each move of the root; here they grow a tree.)
#pragma once

#include "search/mcts/expansion.h"
#include "search/mcts/playouts.h"
#include "search/mcts/selection.h"
#include "search/mcts/tree_search.h"

namespace inarow::INAROW_ISA {

struct KnowledgeMctsOptions {
  TreeOptions tree;
  float c = 1.4f;
};

template <Game G>
struct KnowledgePolicies {
  using Board = Tactics<G>;
  using Selection = Ucb<Untried::in_order>;
  using Expansion = InOrderOf<ByWorth>;
  using Leaf = GuidedPlayout<G, ByWorth>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
class KnowledgeMcts : public TreeSearch<G, KnowledgePolicies<G>> {
 public:
  KnowledgeMcts(const G& start, const KnowledgeMctsOptions& options, std::uint64_t seed)
      : TreeSearch<G, KnowledgePolicies<G>>(start, options.tree, {options.c}, seed) {}
};

}  // namespace inarow::INAROW_ISA
