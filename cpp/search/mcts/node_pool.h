// The nodes of a Monte-Carlo search in one array of fixed size, without allocation during the
// search. A node is a slot followed by the slots of its edges:
//   [node][edge][edge]...[node][edge]...
// An edge holds the statistics of its child, so that a node can be removed and its parent keeps the
// result. When the array is full, the nodes with the fewest visits are removed and the rest is
// compacted; that costs one pass over the array, and frees half of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "search/base.h"

namespace inarow::INAROW_ISA {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = std::numeric_limits<NodeIndex>::max();

// An action of a node. Statistics are for the player who makes the move.
struct Edge {
  std::uint32_t visits;
  float mean;   // points for a simulation through here: 1 a win, 1/2 a draw
  float prior;  // from the evaluator
  NodeIndex child;
  Action action : 12;  // in the node's image of the position
  Action turn : 4;     // the symmetry that leads from that image, after the move, to the child's
  Proven proven;
  std::uint8_t pending;  // simulations through here that wait for their result
};
static_assert(max_cells <= 1 << 12);

struct Node {
  std::uint32_t visits;
  NodeIndex new_index;  // during compaction
  std::uint16_t count;  // edges
  std::uint16_t tried;  // the first edges that a selection which tries each once has tried
  std::uint16_t pending;
  Proven proven;  // for the player to move
};

// Leaves of one tree that may be in flight at a time.
inline constexpr int max_pending = std::numeric_limits<std::uint8_t>::max();

class NodePool {
 public:
  explicit NodePool(std::size_t megabytes)
      : capacity_(static_cast<NodeIndex>(
            std::min<std::size_t>(megabytes * 1024 * 1024 / sizeof(Slot), no_node - 1))),
        slots_(std::make_unique_for_overwrite<Slot[]>(capacity_)) {}

  Node& node(NodeIndex index) { return slots_[index].node; }
  const Node& node(NodeIndex index) const { return slots_[index].node; }
  Edge& edge(NodeIndex node, int number) { return slots_[node + 1 + number].edge; }
  const Edge& edge(NodeIndex node, int number) const { return slots_[node + 1 + number].edge; }

  void clear() { used_ = 0; }
  // Room for so many nodes with so many edges each.
  bool has_room(int edges, int nodes = 1) const {
    return capacity_ - used_ >= static_cast<NodeIndex>(nodes) * static_cast<NodeIndex>(1 + edges);
  }
  std::size_t capacity() const { return capacity_; }

  // A node whose edges are still to be filled in.
  NodeIndex add(int edges) {
    const NodeIndex index = used_;
    used_ += 1 + static_cast<NodeIndex>(edges);
    slots_[index].node = {.visits = 0,
                          .new_index = index,
                          .count = static_cast<std::uint16_t>(edges),
                          .tried = 0,
                          .pending = 0,
                          .proven = Proven::no};
    return index;
  }

  template <class Visitor>
  void each_node(Visitor visit) {
    for (NodeIndex index = 0; index < used_;) {
      const NodeIndex next = index + 1 + node(index).count;
      visit(index);
      index = next;
    }
  }

  // Marks nodes with few visits for removal, but never `root`, so that half of the array becomes
  // free; returns how many visits were enough to stay. Indices that are stored elsewhere must be
  // replaced by `moved(index)` before `close_up` removes and moves the nodes.
  std::uint32_t drop_least_visited(NodeIndex root) {
    std::uint32_t enough = 1;
    NodeIndex kept = 0;
    do {
      enough *= 2;
      kept = 0;
      each_node([&](NodeIndex index) {
        Node& each = node(index);
        const bool keep = each.visits >= enough || index == root;
        each.new_index = keep ? kept : no_node;
        if (keep) kept += 1 + each.count;
      });
    } while (kept > capacity_ / 2 && enough <= max_threshold);
    return enough;
  }

  // Marks all nodes for removal that cannot be reached from `root`; then as above.
  void drop_unreachable(NodeIndex root) {
    each_node([&](NodeIndex index) { node(index).new_index = no_node; });
    std::vector<NodeIndex> found{root};
    node(root).new_index = root;
    while (!found.empty()) {
      const NodeIndex index = found.back();
      found.pop_back();
      for (int i = 0; i < node(index).count; ++i) {
        const NodeIndex child = edge(index, i).child;
        if (child == no_node || node(child).new_index != no_node) continue;
        node(child).new_index = child;
        found.push_back(child);
      }
    }
    NodeIndex kept = 0;
    each_node([&](NodeIndex index) {
      Node& each = node(index);
      if (each.new_index == no_node) return;
      each.new_index = kept;
      kept += 1 + each.count;
    });
  }

  NodeIndex moved(NodeIndex old) const { return node(old).new_index; }

  void close_up() {
    each_node([&](NodeIndex index) {
      if (node(index).new_index == no_node) return;
      for (int i = 0; i < node(index).count; ++i) {
        NodeIndex& child = edge(index, i).child;
        if (child != no_node) child = node(child).new_index;
      }
    });
    NodeIndex end = 0;
    // Slots only move to the left, and in order, so that none is overwritten before it has moved.
    each_node([&](NodeIndex index) {
      const NodeIndex to = node(index).new_index, size = 1 + node(index).count;
      if (to == no_node) return;
      if (to != index) std::memmove(&slots_[to], &slots_[index], size * sizeof(Slot));
      end = to + size;
    });
    used_ = end;
  }

 private:
  static constexpr std::uint32_t max_threshold = 1u << 30;

  union Slot {
    Node node;
    Edge edge;
  };
  static_assert(sizeof(Slot) == 20);  // memory is the bound of long searches

  NodeIndex capacity_;
  NodeIndex used_ = 0;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace inarow::INAROW_ISA
