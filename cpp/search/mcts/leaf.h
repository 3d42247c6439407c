// A leaf of a Monte-Carlo tree, and the results it may have.
#pragma once

#include "search/mcts/folding.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

constexpr Proven for_opponent(Proven proven) {
  if (proven == Proven::win) return Proven::loss;
  return proven == Proven::loss ? Proven::win : proven;
}

constexpr float points_for(Proven proven) {
  return proven == Proven::win ? 1.0f : proven == Proven::loss ? 0.0f : 0.5f;
}

template <Game G>
const G& state_of(const G& state) {
  return state;
}
template <Game G, class Board>
  requires requires(const Board& board) { board.state(); }
const G& state_of(const Board& board) {
  return board.state();
}

// A simulation on its way: where it stands and what it asks for.
template <Game G>
struct Leaf {
  struct Step {
    NodeIndex node;
    int edge;
  };

  int length;  // of the path from the root; the last step may not have been played
  int played;  // moves from the root's position to the leaf's
  NodeIndex node;
  int frame;  // of the node
  // What to ask of an evaluator before the next step. A result that is certain needs no points.
  bool makes_node, wants_points;
  bool is_shared;  // another leaf in flight waits for the same position
  Proven proven;   // for the player to move, like the points
  Folding::Image image;
  Actions<G> actions;  // of the node to make
  Step path[G::max_actions];

  // Whether `select` goes on from here once the node is made.
  bool goes_on() const { return makes_node && !wants_points && proven == Proven::no; }
};

}  // namespace inarow::INAROW_ISA
