// The tree of a Monte-Carlo search. A simulation takes four steps:
//   1. select:    follows actions from the root down, until something must be asked of an evaluator
//                 (evaluators.h) or a result is certain: that is a leaf;
//   2. evaluate:  by the search, which may wait for many leaves and ask about all of them at once;
//   3. expand:    makes a node, with the priors that the evaluator gave;
//   4. back_up:   adds the result along the leaf's path, and not to other parents of a node.
// simulation_search.h waits for each leaf, batched_search.h keeps many in flight.
//
// It depends on the policies, which a player chooses (presets.h):
//   Evaluator   the board that it evaluates is what the tree plays on
//   Selection   which action of a node to follow (selection.h)
//   nodes_at    visits of an action before it gets a node. With 0, a new node is evaluated and the
//               simulation ends there; with 1, it goes on from the new node
//
// Proofs are backed up, too (Winands' MCTS-solver): a node is won if an action wins, and if all its
// actions are proven it has the value of the best.
//
// With folding, all images of a position under symmetry and all transpositions share a node.
#pragma once

#include <algorithm>
#include <vector>

#include "games/rng.h"
#include "search/mcts/dirichlet.h"
#include "search/mcts/folding.h"
#include "search/mcts/immediate_results.h"
#include "search/mcts/key_map.h"
#include "search/mcts/leaf.h"
#include "search/mcts/mcts_options.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

// With `in_flight`, several leaves may be selected before the first is backed up.
template <Game G, class Policies, bool in_flight = false>
class Tree {
 public:
  using Board = typename Policies::Evaluator::Board;
  static constexpr bool has_priors = Policies::Evaluator::has_priors;

  Tree(const G& start, const MctsOptions& options, std::uint64_t seed)
      : options_(options),
        selection_(options),
        seed_(seed),
        rng_(seed),
        folding_(start.symmetries(), start.symmetries().cells() <= options.fold),
        cells_(start.symmetries().cells()),
        pool_(options.megabytes) {}

  // For a search of another position: by `reuse`, keeps what was found below it, if the last root
  // led there, else nothing. The same seed and position then give the same random numbers, whatever
  // was searched before. `anew` forgets everything all the same.
  void prepare(const G& state, bool anew = false) {
    if (options_.reuse && !anew) {
      keep(state);
    } else {
      clear();
    }
    rng_ = Rng(seed_ ^ mix64(state.key()));
  }

  // The same, but all nodes stay, and the root is found by its key.
  void prepare_in_graph() { root_ = no_node; }

  // Makes a position the root that the tree was prepared for. If it has no node yet, the leaf asks
  // for one.
  void set_root(const Board& board, Leaf<G>& leaf) {
    const G& state = state_of<G>(board);
    nodes_at_ = Policies::nodes_at;
    sims_ = 0;
    depth_ = 0;
    make_room();
    root_moves_.resize(state.ply());
    for (int i = 0; i < state.ply(); ++i) root_moves_[i] = state.move_at(i);
    leaf.length = leaf.played = 0;
    leaf.image = folding_.image_of(state);
    root_frame_ = leaf.image.frame;
    if (root_ == no_node) root_ = known_node(state, leaf.image);
    leaf.makes_node = root_ == no_node;
    leaf.wants_points = false;
    if (leaf.makes_node) leaf.proven = prepare_node(board, leaf);
  }

  // A simulation at the root.
  void start(Leaf<G>& leaf) {
    leaf.length = leaf.played = 0;
    leaf.node = root_;
    leaf.frame = root_frame_;
    if constexpr (in_flight) ++pending_;
  }

  // 1. Goes down from where the leaf stands, and plays the moves on the board. `first` is the edge
  // of the root to follow; -1: as the selection says.
  void select(Board& board, Leaf<G>& leaf, int max_depth, int first = -1) {
    const G& state = state_of<G>(board);
    NodeIndex index = leaf.node;
    int frame = leaf.frame, length = leaf.length, played = leaf.played;
    bool makes_node = false, wants_points = false;
    Proven proven = Proven::no;
    while (true) {
      const int number = length == 0 && first >= 0
                             ? first
                             : selection_.template select<in_flight>(pool_, index, rng_);
      leaf.path[length++] = {index, number};
      Edge& edge = pool_.edge(index, number);
      if constexpr (in_flight) {
        leaf.is_shared = edge.pending > 0 && edge.child == no_node;
        ++edge.pending;
        ++pool_.node(index).pending;
      }
      if (edge.proven != Proven::no) {
        proven = for_opponent(edge.proven);
        break;
      }
      board.play(folding_.out_of(frame, edge.action));
      ++played;
      if (state.outcome() != Outcome::ongoing) {
        const int result = returns(state.outcome(), state.to_move());
        proven = result > 0 ? Proven::win : result < 0 ? Proven::loss : Proven::draw;
        break;
      }
      const bool is_new = edge.child == no_node;
      if (length >= max_depth || (is_new && edge.visits < nodes_at_)) {
        wants_points = true;
        break;
      }
      if (is_new) {
        leaf.image = folding_.image_of(state);
        edge.turn = static_cast<Action>(folding_.turn(frame, leaf.image.frame) & 0xf);
        edge.child = known_node(state, leaf.image);
        if (edge.child == no_node) {
          proven = prepare_node(board, leaf);
          makes_node = true;
          wants_points = Policies::nodes_at == 0 && proven == Proven::no;
          break;
        }
      }
      frame = folding_.turned(edge.turn, frame);
      index = edge.child;
      proven = pool_.node(index).proven;
      if (proven != Proven::no) break;
      if (is_new && Policies::nodes_at == 0) {
        wants_points = true;
        break;
      }
    }
    leaf.node = index;
    leaf.frame = frame;
    leaf.length = length;
    leaf.played = played;
    leaf.makes_node = makes_node;
    leaf.wants_points = wants_points;
    leaf.proven = proven;
  }

  // 3. Makes the node that the leaf asks for, and goes there.
  void expand(Leaf<G>& leaf, const float* priors) {
    if (leaf.length == 0) {
      root_ = add_node(leaf, priors);
      return;
    }
    const auto& last = leaf.path[leaf.length - 1];
    NodeIndex child = pool_.edge(last.node, last.edge).child;
    if (child == no_node) child = add_node(leaf, priors);  // else another leaf has made it
    Edge& edge = pool_.edge(last.node, last.edge);
    edge.child = child;
    leaf.frame = folding_.turned(edge.turn, leaf.frame);
    leaf.node = child;
    leaf.proven = pool_.node(child).proven;
  }

  // 4. Adds points in [0, 1] for the player to move at the leaf; they are not used if the result is
  // certain.
  void back_up(const Leaf<G>& leaf, float points) {
    Proven proven = leaf.proven;
    if (proven != Proven::no) points = points_for(proven);
    if constexpr (in_flight) --pending_;
    ++sims_;
    depth_ = std::max(depth_, leaf.length);
    for (int i = leaf.length; i-- > 0;) {
      const auto step = leaf.path[i];
      Node& node = pool_.node(step.node);
      Edge& edge = pool_.edge(step.node, step.edge);
      points = 1 - points;
      if constexpr (in_flight) {
        --node.pending;
        --edge.pending;
      }
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

  // Gives a leaf up that was selected: as if it had never been.
  void cancel(const Leaf<G>& leaf) {
    --pending_;
    for (int i = 0; i < leaf.length; ++i) {
      --pool_.node(leaf.path[i].node).pending;
      --pool_.edge(leaf.path[i].node, leaf.path[i].edge).pending;
    }
  }

  int pending() const { return pending_; }

  // How many leaves may be in flight: there must be room for a node of each after every recycling.
  int most_pending() const {
    const std::size_t nodes = pool_.capacity() / 2 / static_cast<std::size_t>(cells_ + 1);
    return static_cast<int>(std::clamp<std::size_t>(nodes, 1, max_pending));
  }

  // Whether one more leaf may be selected before the tree must be recycled.
  bool has_room() const { return pool_.has_room(cells_, 1 + pending_); }

  // Recycles nodes if there is no room for so many leaves; none may be in flight, for its path
  // would be lost. When memory is short, actions need more visits for a node: else the nodes that
  // were removed would come back at once.
  void make_room(int leaves = 1) {
    if (pool_.has_room(cells_, leaves)) return;
    nodes_at_ = std::max(nodes_at_ + 1, pool_.drop_least_visited(root_));
    close_up(root_);
  }

  // Mixes noise into the priors of the root, so that games of self-play differ. What it was before
  // comes back when the tree is kept for another root.
  void add_noise() {
    if (!has_priors || options_.noise <= 0) return;
    const int count = pool_.node(root_).count;
    const std::vector<float> noise = dirichlet(count, noise_concentration / count, rng_);
    clean_priors_.resize(count);
    for (int i = 0; i < count; ++i) {
      float& prior = pool_.edge(root_, i).prior;
      clean_priors_[i] = prior;
      prior += options_.noise * (noise[i] - prior);
    }
  }

  // The prior of an edge of the root without noise.
  float clean_prior(int edge) const {
    return clean_priors_.empty() ? pool_.edge(root_, edge).prior : clean_priors_[edge];
  }

  void set_seed(std::uint64_t seed) { seed_ = seed; }

  bool has_root() const { return root_ != no_node; }
  NodeIndex root() const { return root_; }
  int root_frame() const { return root_frame_; }
  Proven proven() const { return pool_.node(root_).proven; }
  // Simulations since the root was set, and the length of the longest.
  std::uint64_t sims() const { return sims_; }
  int depth() const { return depth_; }
  const NodePool& pool() const { return pool_; }
  const Folding& folding() const { return folding_; }
  int cells() const { return cells_; }
  Rng& rng() { return rng_; }

  // For searches whose nodes come from a file.
  NodePool& pool() { return pool_; }
  KeyMap& nodes_by_key() { return nodes_by_key_; }

 private:
  void clear() {
    pool_.clear();
    nodes_by_key_.clear();
    clean_priors_.clear();
    root_ = no_node;
  }

  void keep(const G& state) {
    const NodeIndex found = root_ == no_node ? no_node : find_from_root(state);
    if (found == no_node) return clear();
    restore_priors();
    pool_.drop_unreachable(found);
    close_up(found);
  }

  static constexpr float noise_concentration = 10;  // over all actions, as in AlphaZero

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

  // The node of an image, if there is one.
  NodeIndex known_node(const G& state, const Folding::Image& image) const {
    if (!folding_.on()) return no_node;
    const NodeIndex known = nodes_by_key_.find(image.key);
    return known != no_node && fits(known, state, image.frame) ? known : no_node;
  }

  // Keys may collide, and a file may hold anything: no illegal action may be played.
  bool fits(NodeIndex index, const G& state, int frame) const {
    for (int i = 0; i < pool_.node(index).count; ++i) {
      if (!state.is_legal(folding_.out_of(frame, pool_.edge(index, i).action))) return false;
    }
    return true;
  }

  // Lists the actions of a node to make.
  Proven prepare_node(const Board& board, Leaf<G>& leaf) const {
    const Proven proven = immediate_result(board, leaf.actions);
    if (folding_.on() && proven == Proven::no) {
      folding_.drop_equal_actions<G>(leaf.image, leaf.actions);
    }
    return proven;
  }

  NodeIndex add_node(const Leaf<G>& leaf, const float* priors) {
    const int count = leaf.actions.size();
    const NodeIndex index = pool_.add(count);
    pool_.node(index).proven = leaf.proven;
    for (int i = 0; i < count; ++i) {
      const Action action = folding_.into(leaf.image.frame, leaf.actions[i]);
      pool_.edge(index, i) = {.visits = 0,
                              .mean = 0.5f,
                              .prior = priors[i],
                              .child = no_node,
                              .action = static_cast<Action>(action & 0xfff),
                              .turn = 0,
                              .proven = leaf.proven,
                              .pending = 0};
    }
    if (folding_.on()) nodes_by_key_.set(leaf.image.key, index);
    return index;
  }

  // Completes what the pool has marked: nodes move.
  void close_up(NodeIndex root) {
    nodes_by_key_.update([&](NodeIndex node) { return pool_.moved(node); });
    if (root != no_node) root_ = pool_.moved(root);
    pool_.close_up();
  }

  NodeIndex find_from_root(const G& state) const {
    if (folding_.on()) return known_node(state, folding_.image_of(state));
    const int ply = static_cast<int>(root_moves_.size());
    if (state.ply() < ply) return no_node;
    for (int i = 0; i < ply; ++i) {
      if (state.move_at(i) != root_moves_[i]) return no_node;
    }
    NodeIndex index = root_;
    for (int i = ply; i < state.ply() && index != no_node; ++i) {
      NodeIndex child = no_node;
      for (int e = 0; e < pool_.node(index).count; ++e) {
        const Edge& edge = pool_.edge(index, e);
        if (edge.action == state.move_at(i)) child = edge.child;
      }
      index = child;
    }
    return index;
  }

  void restore_priors() {
    for (std::size_t i = 0; i < clean_priors_.size(); ++i) {
      pool_.edge(root_, static_cast<int>(i)).prior = clean_priors_[i];
    }
    clean_priors_.clear();
  }

  MctsOptions options_;
  typename Policies::Selection selection_;
  std::uint64_t seed_;
  Rng rng_;
  Folding folding_;
  int cells_;
  NodePool pool_;
  KeyMap nodes_by_key_;
  NodeIndex root_ = no_node;
  int root_frame_ = 0;
  std::vector<Action> root_moves_;
  std::vector<float> clean_priors_;
  std::uint32_t nodes_at_ = Policies::nodes_at;
  std::uint64_t sims_ = 0;
  int depth_ = 0;
  int pending_ = 0;
};

}  // namespace inarow::INAROW_ISA
