// What the statistics of a tree say about its root: the action to play, its value and line, and
// what is known of the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "search/mcts/tree.h"
#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

// Orders the actions of a node: a proven win, else the most visited that is not lost. A proven draw
// is visited as long as it is the best.
inline auto rank(const Edge& edge) {
  const int class_ = edge.proven == Proven::win ? 2 : edge.proven == Proven::loss ? 0 : 1;
  return std::tuple(class_, edge.visits, edge.mean);
}

inline int best_edge(const NodePool& pool, NodeIndex index) {
  int best = 0;
  for (int i = 1; i < pool.node(index).count; ++i) {
    if (rank(pool.edge(index, i)) > rank(pool.edge(index, best))) best = i;
  }
  return best;
}

// By temperature t: each action that is not lost with the weight visits^(1/t), unless one wins.
inline int drawn_edge(const NodePool& pool, NodeIndex index, double temperature, Rng& rng) {
  const int best = best_edge(pool, index);
  const Edge& top = pool.edge(index, best);
  if (temperature <= 0 || top.proven == Proven::win || top.visits == 0) return best;
  std::vector<double> weights(pool.node(index).count);
  double total = 0;
  for (int i = 0; i < pool.node(index).count; ++i) {
    const Edge& edge = pool.edge(index, i);
    const double share = static_cast<double>(edge.visits) / top.visits;
    weights[i] = edge.proven == top.proven ? std::pow(share, 1 / temperature) : 0.0;
    total += weights[i];
  }
  double left = total * static_cast<double>(rng.next() >> 11) * 0x1p-53;
  for (int i = 0; i < pool.node(index).count; ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return best;
}

// The proven value, else the mean of the simulations.
inline double value_of(const Edge& edge) {
  const float points = edge.proven != Proven::no ? points_for(edge.proven) : edge.mean;
  return 2 * static_cast<double>(points) - 1;
}

// The actions of the root, best first. Of actions that a symmetry makes equal there is one, as in
// the policy.
template <class Tree>
std::vector<Candidate> root_candidates(const Tree& tree) {
  const NodePool& pool = tree.pool();
  std::vector<const Edge*> edges;
  for (int i = 0; i < pool.node(tree.root()).count; ++i) {
    edges.push_back(&pool.edge(tree.root(), i));
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Edge* a, const Edge* b) { return rank(*a) > rank(*b); });
  std::vector<Candidate> candidates;
  for (const Edge* edge : edges) {
    Candidate candidate{.action = tree.folding().out_of(tree.root_frame(), edge->action),
                        .visits = edge->visits};
    if (Tree::has_priors) candidate.prior = edge->prior;
    if (edge->proven != Proven::no || edge->visits > 0) candidate.value = value_of(*edge);
    candidates.push_back(candidate);
  }
  return candidates;
}

// The decision to play an action of the root, by its number.
template <class Tree>
Decision root_decision(const Tree& tree, int chosen, int plies_left) {
  Decision decision;
  decision.sims = tree.sims();
  decision.depth = tree.depth();
  const NodePool& pool = tree.pool();
  const Folding& folding = tree.folding();
  const Node& root = pool.node(tree.root());
  const Edge& edge = pool.edge(tree.root(), chosen);
  decision.action = folding.out_of(tree.root_frame(), edge.action);
  decision.proven = root.proven;
  decision.value = value_of(edge);
  std::uint64_t visits = 0;
  for (int i = 0; i < root.count; ++i) visits += pool.edge(tree.root(), i).visits;
  for (int i = 0; i < root.count; ++i) {
    const Edge& each = pool.edge(tree.root(), i);
    const double share = visits > 0 ? static_cast<double>(each.visits) / visits : i == chosen;
    if (share > 0) {
      decision.policy.emplace_back(folding.out_of(tree.root_frame(), each.action), share);
    }
  }
  std::sort(decision.policy.begin(), decision.policy.end());
  decision.candidates = root_candidates(tree);
  // The line of each side's best actions.
  NodeIndex index = tree.root();
  int frame = tree.root_frame(), next = chosen;
  while (static_cast<int>(decision.pv.size()) < plies_left) {
    const Edge& step = pool.edge(index, next);
    decision.pv.push_back(folding.out_of(frame, step.action));
    if (step.child == no_node) break;
    frame = folding.turned(step.turn, frame);
    index = step.child;
    if (pool.node(index).visits == 0 && pool.node(index).proven == Proven::no) break;
    next = best_edge(pool, index);
  }
  return decision;
}

// The best so far, for listeners.
template <Game G, class Tree>
void update_progress(Progress& progress, const Tree& tree, const G& state) {
  if (tree.sims() == 0) return;
  const int best = best_edge(tree.pool(), tree.root());
  progress = progress_of(root_decision(tree, best, plies_left(state)));
}

// The decision at the end of a search: the edge that was chosen, or -1 to draw one by temperature.
template <Game G, class Tree>
Decision final_decision(Tree& tree, const G& state, const MctsOptions& options, int chosen = -1) {
  const bool kept = options.reuse && tree.pool().node(tree.root()).visits > 0;
  if (tree.sims() == 0 && tree.proven() == Proven::no && !kept) {
    Decision decision = quick_decision(state);
    decision.depth = 0;
    return decision;
  }
  if (chosen < 0) chosen = drawn_edge(tree.pool(), tree.root(), options.temperature, tree.rng());
  return root_decision(tree, chosen, plies_left(state));
}

}  // namespace inarow::INAROW_ISA
