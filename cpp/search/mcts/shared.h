// Shared MCTS: one graph for both sides, kept from move to move and from game to game, so that what
// one side finds out the other knows at once. New moves of a node are tried in the order of their
// priority (win 20, block 18, threat 8, centre 6, corner 4), and playouts take wins, stop wins, and
// else draw moves by the same priorities. With a temperature t a move is played with a probability
// proportional to visits^(1/t), which makes games of self-play differ.
//
// It learns positions one by one: on boards with too many of them nothing that it remembers comes
// again after the opening. (Tô Duy An, "Solvers", 4.2, which keeps the graph with pickle and links
// new nodes under the root only.)
#pragma once

#include <string>
#include <string_view>

#include "search/mcts/expansion.h"
#include "search/mcts/graph_bytes.h"
#include "search/mcts/playouts.h"
#include "search/mcts/selection.h"
#include "search/mcts/tree_search.h"

namespace inarow::INAROW_ISA {

struct SharedMctsOptions {
  TreeOptions tree;
  float c = 1.4f;
};

template <Game G>
struct SharedPolicies {
  using Board = Tactics<G>;
  using Selection = Ucb<Untried::in_order>;
  using Expansion = InOrderOf<ByPriority>;
  using Leaf = GuidedPlayout<G, ByPriority>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
class SharedMcts : public TreeSearch<G, SharedPolicies<G>> {
 public:
  SharedMcts(const G& start, const SharedMctsOptions& options, std::uint64_t seed)
      : TreeSearch<G, SharedPolicies<G>>(start, options.tree, {options.c}, seed) {}

  Decision decide(const G& state, Budget& budget) { return this->search(state, budget); }

  std::size_t positions() { return this->nodes_by_key().size(); }
  std::string graph() { return graph_to_bytes(this->pool(), this->nodes_by_key()); }
  // Throws std::invalid_argument, and is empty then.
  void set_graph(std::string_view bytes) {
    graph_from_bytes(bytes, this->cells(), this->pool(), this->nodes_by_key());
  }
};

}  // namespace inarow::INAROW_ISA
