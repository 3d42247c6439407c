// The Monte-Carlo players: each is SimulationSearch with a choice of policies (tree.h).
#pragma once

#include <string>
#include <string_view>

#include "search/mcts/evaluators.h"
#include "search/mcts/graph_bytes.h"
#include "search/mcts/selection.h"
#include "search/mcts/simulation_search.h"

namespace inarow::INAROW_ISA {

// MCTS: many random games from the position, more of them through the actions that do well. In a
// node the next simulation follows the action with the largest
//   (W + D/2) / n + C sqrt(ln N / n),   C = 1.4,
// and in the end the most visited action is played.
//
// It cannot see a single refutation among many actions until it has visited it: the results of
// random games are only a hint, except where a proof was backed up.
// (Tô Duy An, "Solvers", 3.2, with 2000 simulations a move. That version keeps one parent per node
// of a graph, and links new nodes under the root only; see tree.h for what happens here.)
template <Game G>
struct RandomPlayoutPolicies {
  using Evaluator = RandomPlayout<G>;
  using Selection = Ucb<Untried::at_random>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
using Mcts = SimulationSearch<G, RandomPlayoutPolicies<G>>;

// Knowledge MCTS: UCB as in plain MCTS, but playouts follow simple rules. The first that applies
// decides: complete a row of k, stop the opponent's, make a row that lacks one stone, stop such a
// row. If none does, an action is drawn with a probability proportional to its worth.
//
// A playout costs as much as tens of random ones, and its games are only as good as the rules: two
// sides that both follow them may reach a wrong result.
// (Gomoku-ABM, II.B, where in the UCB formula N is the parent's visits and n the child's. There the
// playouts are counted for each move of the root; here they grow a tree.)
template <Game G>
struct KnowledgePolicies {
  using Evaluator = GuidedPlayout<G, ByWorth>;
  using Selection = Ucb<Untried::in_order>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
using KnowledgeMcts = SimulationSearch<G, KnowledgePolicies<G>>;

// Heuristic MCTS: the search of AlphaZero with a heuristic in place of the network, and no
// playouts.
//   U = Q + c P sqrt(sum of visits) / (1 + visits)
// P is an action's share of the scores of all actions, and the value of a new node is its heuristic
// evaluation.
//
// It depends on its heuristic: a plan that pays off beyond the tree is judged by the heuristic
// alone.
// (AZ-Gomoku, "pure MCTS"; its evaluation counts connected stones around a move, ours the k-windows
// through it, which also distinguishes open rows from blocked ones.)
template <Game G>
struct HeuristicPolicies {
  using Evaluator = Heuristic<G>;
  using Selection = Puct;
  static constexpr std::uint32_t nodes_at = 0;
};

template <Game G>
using HeuristicMcts = SimulationSearch<G, HeuristicPolicies<G>>;

// Shared MCTS: one graph for both sides, kept from move to move and from game to game, so that both
// sides use the same statistics. New actions of a node are tried in the order of their priority
// (win 20, block 18, threat 8, centre 6, corner 4), and playouts take wins, stop wins, and else
// draw actions by the same priorities. With a temperature t an action is played with a probability
// proportional to visits^(1/t), so that games of self-play differ.
//
// It learns positions one by one: on large boards no stored position occurs again after the
// opening. (Tô Duy An, "Solvers", 4.2, which keeps the graph with pickle and links new nodes under
// the root only.)
template <Game G>
struct SharedPolicies {
  using Evaluator = GuidedPlayout<G, ByPriority>;
  using Selection = Ucb<Untried::in_order>;
  static constexpr std::uint32_t nodes_at = 1;
};

template <Game G>
class SharedMcts : public SimulationSearch<G, SharedPolicies<G>> {
 public:
  SharedMcts(const G& start, const MctsOptions& options, std::uint64_t seed)
      : SimulationSearch<G, SharedPolicies<G>>(start, folded(options), seed) {}

  Decision decide(const G& state, Budget& budget) {
    this->tree().prepare_in_graph();
    return this->search(state, budget);
  }

  // Forgets what was drawn before, so that a game depends on the graph and its own seed alone.
  void set_seed(std::uint64_t seed) { this->tree().rng() = Rng(seed); }

  std::size_t positions() { return this->tree().nodes_by_key().size(); }
  std::string graph() { return graph_to_bytes(this->tree().pool(), this->tree().nodes_by_key()); }
  // Throws std::invalid_argument, and is empty then.
  void set_graph(std::string_view bytes) {
    auto& tree = this->tree();
    graph_from_bytes(bytes, tree.cells(), tree.pool(), tree.nodes_by_key());
  }

 private:
  // On boards of any size, since nodes are found again by the key of their position.
  static MctsOptions folded(MctsOptions options) {
    options.fold = max_cells;
    return options;
  }
};

}  // namespace inarow::INAROW_ISA
