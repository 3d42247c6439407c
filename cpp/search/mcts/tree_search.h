// The one Monte-Carlo search behind `mcts`, `knowledge-mcts`, `heuristic-mcts` and `shared-mcts`.
// Each simulation
//   1. selects actions from the root down, until one has no node yet;
//   2. expands: makes a node for it, once the action has been visited often enough;
//   3. evaluates the position, by a playout or a heuristic;
//   4. backs the result up along its path, and not to other parents that a node may have.
// The steps depend on the policies; a player (presets.h) is a choice of them:
//   Board        what is played on: the game G, or Position<G> with its heuristics
//   Selection    which action of a node to follow              (selection.h)
//   Expansion    the order and the priors of a node's actions  (expansion.h)
//   Leaf         points in [0, 1] for the player to move       (leaves.h, playouts.h)
//   nodes_at     visits of an action before it gets a node: 0 or 1
//
// Proofs are backed up, too (Winands' MCTS-solver): a node is won if an action wins, and if all its
// actions are proven it has the value of the best. The search ends when the root is proven.
//
// With folding, all images of a position under symmetry and all transpositions share a node.
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>

#include "games/rng.h"
#include "search/mcts/folding.h"
#include "search/mcts/immediate_results.h"
#include "search/mcts/key_map.h"
#include "search/mcts/node_pool.h"
#include "search/options.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

struct MctsOptions {
  int megabytes = 64;
  int fold = 16;             // the largest board, in cells, whose symmetric positions are folded
  float c = 1.4f;            // exploration constant of the selection
  double temperature = 0.0;  // of the final choice: 0 takes the most visited action

  static constexpr auto fields() {
    return std::tuple(Option{"c", &MctsOptions::c}, Option{"fold", &MctsOptions::fold},
                      Option{"mb", &MctsOptions::megabytes},
                      Option{"temperature", &MctsOptions::temperature});
  }
};

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

template <Game G, class Policies>
class TreeSearch {
 public:
  using Selection = typename Policies::Selection;
  using Expansion = typename Policies::Expansion;
  using Leaf = typename Policies::Leaf;

  TreeSearch(const G& start, const MctsOptions& options, std::uint64_t seed)
      : options_(options),
        selection_{options.c},
        leaf_(start),
        seed_(seed),
        rng_(seed),
        folding_(start.symmetries(), start.symmetries().cells() <= options.fold),
        cells_(start.symmetries().cells()),
        pool_(options.megabytes) {}

  // Starts with an empty tree, so that equal seeds and limits give equal decisions.
  Decision decide(const G& state, Budget& budget) {
    pool_.clear();
    nodes_by_key_.clear();
    rng_ = Rng(seed_ ^ mix64(state.key()));
    return search(state, budget);
  }

  void set_temperature(double temperature) { options_.temperature = temperature; }

 protected:
  // Continues with the nodes that are there.
  Decision search(const G& state, Budget& budget) {
    Board board(state);
    root_ = no_node;
    nodes_at_ = Policies::nodes_at;
    make_room();
    const auto image = folding_.image_of(state);
    root_ = node_for(board, image);
    root_frame_ = image.frame;
    std::uint64_t sims = 0;
    int depth = 0;
    const Budget::ProgressUpdate updated(budget, [&](Progress& so_far) {
      if (sims == 0) return;
      Decision decision = answer(state, best_edge(root_));
      decision.sims = sims;
      decision.depth = depth;
      so_far = progress_of(decision);
    });
    try {
      while (sims < budget.limits().sims && pool_.node(root_).proven == Proven::no) {
        if constexpr (Leaf::is_slow) budget.check();
        budget.visit();
        make_room();
        depth = std::max(depth, simulate(board, budget.limits().depth));
        ++sims;
      }
    } catch (const OutOfBudget&) {
      // The simulations so far decide.
    }
    Decision decision = sims == 0 && pool_.node(root_).proven == Proven::no
                            ? quick_decision(state)
                            : answer(state, drawn_edge(root_));
    decision.sims = sims;
    decision.depth = depth;
    return decision;
  }

  NodePool& pool() { return pool_; }
  KeyMap& nodes_by_key() { return nodes_by_key_; }
  int cells() const { return cells_; }

 private:
  using Board = typename Policies::Board;

  struct Step {
    NodeIndex node;
    int edge;
  };

  // One simulation; returns its depth in the tree.
  int simulate(Board& board, int max_depth) {
    int length = 0, played = 0;
    NodeIndex index = root_;
    int frame = root_frame_;
    Proven proven = Proven::no;  // both for the player to move at the leaf
    float points = 0.5f;
    while (true) {
      // 1. Select.
      const int number = selection_(pool_, index, rng_);
      path_[length++] = {index, number};
      Edge& edge = pool_.edge(index, number);
      if (edge.proven != Proven::no) {
        proven = for_opponent(edge.proven);
        break;
      }
      board.play(folding_.out_of(frame, edge.action));
      ++played;
      const G& state = state_of<G>(board);
      if (state.outcome() != Outcome::ongoing) {
        const int result = returns(state.outcome(), state.to_move());
        proven = result > 0 ? Proven::win : result < 0 ? Proven::loss : Proven::draw;
        break;
      }
      // 2. Expand.
      const bool is_new = edge.child == no_node;
      if (length >= max_depth || (is_new && edge.visits < nodes_at_)) {
        points = leaf_(board, rng_);
        break;
      }
      if (is_new) {
        const auto image = folding_.image_of(state);
        edge.turn = static_cast<std::uint8_t>(folding_.turn(frame, image.frame));
        edge.child = node_for(board, image);
      }
      frame = folding_.turned(edge.turn, frame);
      index = edge.child;
      if (pool_.node(index).proven != Proven::no) {
        proven = pool_.node(index).proven;
        break;
      }
      // 3. Evaluate, here if a node is made on the first visit.
      if (is_new && Policies::nodes_at == 0) {
        points = leaf_(board, rng_);
        break;
      }
    }
    while (played-- > 0) board.undo();
    back_up(length, points, proven);
    return length;
  }

  // 4. Back up.
  void back_up(int length, float points, Proven proven) {
    if (proven != Proven::no) points = points_for(proven);
    while (length-- > 0) {
      const Step step = path_[length];
      Node& node = pool_.node(step.node);
      Edge& edge = pool_.edge(step.node, step.edge);
      points = 1 - points;
      ++node.visits;
      ++edge.visits;
      edge.mean += (points - edge.mean) / static_cast<float>(edge.visits);
      if (proven != Proven::no && edge.proven == Proven::no) {
        edge.proven = for_opponent(proven);
        proven = node.proven = proof_of(step.node, edge.proven);
        if (proven != Proven::no) points = points_for(proven);
      } else {
        proven = Proven::no;
      }
    }
  }

  // The proof of a node after one more of its actions is proven.
  Proven proof_of(NodeIndex index, Proven latest) const {
    if (latest == Proven::win) return Proven::win;
    Proven best = Proven::loss;
    for (int i = 0; i < pool_.node(index).count; ++i) {
      const Proven each = pool_.edge(index, i).proven;
      if (each == Proven::no) return Proven::no;
      if (each == Proven::draw) best = Proven::draw;
    }
    return best;
  }

  NodeIndex node_for(const Board& board, const Folding::Image& image) {
    if (folding_.on()) {
      const NodeIndex known = nodes_by_key_.find(image.key);
      if (known != no_node && fits(known, state_of<G>(board), image.frame)) return known;
    }
    Actions<G> actions;
    const Proven proven = immediate_result(board, actions);
    if (folding_.on() && proven == Proven::no) folding_.drop_equal_actions<G>(image, actions);
    float priors[G::max_actions];
    expansion_(board, actions, priors);
    const NodeIndex index = pool_.add(actions.size());
    pool_.node(index).proven = proven;
    for (int i = 0; i < actions.size(); ++i) {
      pool_.edge(index, i) = {.visits = 0,
                              .mean = 0.5f,
                              .prior = priors[i],
                              .child = no_node,
                              .action = folding_.into(image.frame, actions[i]),
                              .turn = 0,
                              .proven = proven};
    }
    if (folding_.on()) nodes_by_key_.set(image.key, index);
    return index;
  }

  // Keys may collide, and a file may hold anything: no illegal action may be played.
  bool fits(NodeIndex index, const G& state, int frame) const {
    for (int i = 0; i < pool_.node(index).count; ++i) {
      if (!state.is_legal(folding_.out_of(frame, pool_.edge(index, i).action))) return false;
    }
    return true;
  }

  // A simulation makes at most one node. When memory is short, actions need more visits for a node:
  // else the nodes that were removed would come back at once.
  void make_room() {
    if (pool_.has_room(cells_)) return;
    nodes_at_ = std::max(nodes_at_ + 1, pool_.drop_least_visited(root_));
    nodes_by_key_.update([&](NodeIndex node) { return pool_.moved(node); });
    if (root_ != no_node) root_ = pool_.moved(root_);
    pool_.close_up();
  }

  // Orders the actions of a node: a proven win, else the most visited that is not lost. A proven
  // draw is visited as long as it is the best.
  static auto rank(const Edge& edge) {
    const int class_ = edge.proven == Proven::win ? 2 : edge.proven == Proven::loss ? 0 : 1;
    return std::tuple(class_, edge.visits, edge.mean);
  }

  int best_edge(NodeIndex index) const {
    int best = 0;
    for (int i = 1; i < pool_.node(index).count; ++i) {
      if (rank(pool_.edge(index, i)) > rank(pool_.edge(index, best))) best = i;
    }
    return best;
  }

  // By temperature t: each action that is not lost with the weight visits^(1/t), unless one wins.
  int drawn_edge(NodeIndex index) {
    const int best = best_edge(index);
    const Edge& top = pool_.edge(index, best);
    if (options_.temperature <= 0 || top.proven == Proven::win || top.visits == 0) return best;
    double weights[G::max_actions], total = 0;
    for (int i = 0; i < pool_.node(index).count; ++i) {
      const Edge& edge = pool_.edge(index, i);
      const double share = static_cast<double>(edge.visits) / top.visits;
      weights[i] = edge.proven == top.proven ? std::pow(share, 1 / options_.temperature) : 0.0;
      total += weights[i];
    }
    double left = total * static_cast<double>(rng_.next() >> 11) * 0x1p-53;
    for (int i = 0; i < pool_.node(index).count; ++i) {
      left -= weights[i];
      if (left < 0) return i;
    }
    return best;
  }

  // The proven value, else the mean of the simulations.
  static double value_of(const Edge& edge) {
    const float points = edge.proven != Proven::no ? points_for(edge.proven) : edge.mean;
    return 2 * static_cast<double>(points) - 1;
  }

  // The actions of the root, best first. Of actions that a symmetry makes equal there is one, as in
  // the policy.
  std::vector<Candidate> candidates() const {
    std::vector<const Edge*> edges;
    for (int i = 0; i < pool_.node(root_).count; ++i) edges.push_back(&pool_.edge(root_, i));
    std::stable_sort(edges.begin(), edges.end(),
                     [](const Edge* a, const Edge* b) { return rank(*a) > rank(*b); });
    std::vector<Candidate> candidates;
    for (const Edge* edge : edges) {
      Candidate candidate{.action = folding_.out_of(root_frame_, edge->action),
                          .visits = edge->visits};
      if constexpr (Expansion::has_priors) candidate.prior = edge->prior;
      if (edge->proven != Proven::no || edge->visits > 0) candidate.value = value_of(*edge);
      candidates.push_back(candidate);
    }
    return candidates;
  }

  Decision answer(const G& state, int chosen) const {
    Decision decision;
    const Node& root = pool_.node(root_);
    const Edge& edge = pool_.edge(root_, chosen);
    decision.action = folding_.out_of(root_frame_, edge.action);
    decision.proven = root.proven;
    decision.value = value_of(edge);
    std::uint64_t visits = 0;
    for (int i = 0; i < root.count; ++i) visits += pool_.edge(root_, i).visits;
    for (int i = 0; i < root.count; ++i) {
      const Edge& each = pool_.edge(root_, i);
      const double share = visits > 0 ? static_cast<double>(each.visits) / visits : i == chosen;
      if (share > 0) decision.policy.emplace_back(folding_.out_of(root_frame_, each.action), share);
    }
    std::sort(decision.policy.begin(), decision.policy.end());
    decision.candidates = candidates();
    // The line of each side's best actions.
    NodeIndex index = root_;
    int frame = root_frame_, next = chosen;
    while (static_cast<int>(decision.pv.size()) < cells_ - state.ply()) {
      const Edge& step = pool_.edge(index, next);
      decision.pv.push_back(folding_.out_of(frame, step.action));
      if (step.child == no_node) break;
      frame = folding_.turned(step.turn, frame);
      index = step.child;
      if (pool_.node(index).visits == 0 && pool_.node(index).proven == Proven::no) break;
      next = best_edge(index);
    }
    return decision;
  }

  MctsOptions options_;
  Selection selection_;
  [[no_unique_address]] Expansion expansion_;
  Leaf leaf_;
  std::uint64_t seed_;
  Rng rng_;
  Folding folding_;
  int cells_;
  NodePool pool_;
  KeyMap nodes_by_key_;
  NodeIndex root_ = no_node;
  int root_frame_ = 0;
  std::uint32_t nodes_at_ = Policies::nodes_at;
  Step path_[G::max_actions];
};

}  // namespace inarow::INAROW_ISA
