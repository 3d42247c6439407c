// A hash map from a position's key to its node, for searches where transpositions share a node.
// Open addressing; it doubles when it is half full and never shrinks.
#pragma once

#include <algorithm>
#include <vector>

#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

class KeyMap {
 public:
  KeyMap() : entries_(smallest, Entry{0, no_node}) {}

  void clear() {
    std::fill(entries_.begin(), entries_.end(), Entry{0, no_node});
    size_ = 0;
  }

  NodeIndex find(std::uint64_t key) const { return entries_[place_of(key)].node; }

  void set(std::uint64_t key, NodeIndex node) {
    if (2 * (size_ + 1) > entries_.size())
      rebuild(2 * entries_.size(), [](NodeIndex n) { return n; });
    Entry& entry = entries_[place_of(key)];
    size_ += entry.node == no_node;
    entry = {key, node};
  }

  // Replaces every node by `moved(node)`, and removes those that become no_node.
  template <class Moved>
  void update(Moved moved) {
    rebuild(entries_.size(), moved);
  }

  template <class Visitor>
  void each(Visitor visit) const {
    for (const Entry& entry : entries_) {
      if (entry.node != no_node) visit(entry.key, entry.node);
    }
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t smallest = 1024;

  struct Entry {
    std::uint64_t key;
    NodeIndex node;
  };

  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t place = key & mask;
    while (entries_[place].node != no_node && entries_[place].key != key)
      place = (place + 1) & mask;
    return place;
  }

  template <class Moved>
  void rebuild(std::size_t capacity, Moved moved) {
    std::vector<Entry> old(capacity, Entry{0, no_node});
    old.swap(entries_);
    size_ = 0;
    for (const Entry& entry : old) {
      if (entry.node == no_node) continue;
      const NodeIndex node = moved(entry.node);
      if (node == no_node) continue;
      entries_[place_of(entry.key)] = {entry.key, node};
      ++size_;
    }
  }

  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

}  // namespace inarow::INAROW_ISA
