// A graph as bytes, little-endian and without padding:
//   nodes: 8 bytes, then for each node
//     key 8, visits 4, edges 2, tried 2, proven 1, then for each edge
//       visits 4, mean 4 (IEEE 754), action 2, proven 1
// Links between nodes are not stored: a search finds them by key when it gets there, and checks the
// actions against the board. So bytes from any source are safe to read: at worst the statistics are
// wrong.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/mcts/key_map.h"
#include "search/mcts/node_pool.h"

namespace inarow::INAROW_ISA {

class ByteWriter {
 public:
  template <class Number>
  void put(Number number) {
    char bytes[sizeof number];
    for (std::size_t i = 0; i < sizeof number; ++i) {
      bytes[i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xff);
    }
    bytes_.append(bytes, sizeof number);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class Number>
  Number get() {
    if (left_.size() < sizeof(Number)) throw std::invalid_argument("the graph ends too soon");
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      number |= static_cast<std::uint64_t>(static_cast<unsigned char>(left_[i])) << (8 * i);
    }
    left_.remove_prefix(sizeof(Number));
    return static_cast<Number>(number);
  }
  // A number that must not be above a limit.
  template <class Number>
  Number get_up_to(std::uint64_t limit) {
    const Number number = get<Number>();
    if (number > limit) throw std::invalid_argument("the graph holds a number out of range");
    return number;
  }
  bool is_at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

inline std::string graph_to_bytes(const NodePool& pool, const KeyMap& nodes_by_key) {
  std::vector<std::pair<NodeIndex, std::uint64_t>> nodes;
  nodes_by_key.each([&](std::uint64_t key, NodeIndex node) { nodes.emplace_back(node, key); });
  std::sort(nodes.begin(), nodes.end());
  ByteWriter writer;
  writer.put(std::uint64_t{nodes.size()});
  for (const auto& [index, key] : nodes) {
    const Node& node = pool.node(index);
    writer.put(key);
    writer.put(node.visits);
    writer.put(node.count);
    writer.put(node.tried);
    writer.put(static_cast<std::uint8_t>(node.proven));
    for (int i = 0; i < node.count; ++i) {
      const Edge& edge = pool.edge(index, i);
      writer.put(edge.visits);
      writer.put(std::bit_cast<std::uint32_t>(edge.mean));
      writer.put(edge.action);
      writer.put(static_cast<std::uint8_t>(edge.proven));
    }
  }
  return writer.take();
}

inline void graph_from_bytes(std::string_view bytes, int cells, NodePool& pool,
                             KeyMap& nodes_by_key) {
  constexpr auto last_proven = static_cast<std::uint64_t>(Proven::loss);
  pool.clear();
  nodes_by_key.clear();
  try {
    ByteReader reader(bytes);
    for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
      const auto key = reader.get<std::uint64_t>();
      const auto visits = reader.get<std::uint32_t>();
      const auto count = reader.get_up_to<std::uint16_t>(static_cast<std::uint64_t>(cells));
      if (count == 0) throw std::invalid_argument("the graph holds a position without moves");
      if (!pool.has_room(count))
        throw std::invalid_argument("the graph needs more memory: raise mb");
      const NodeIndex index = pool.add(count);
      Node& node = pool.node(index);
      node.visits = visits;
      node.tried = reader.get_up_to<std::uint16_t>(count);
      node.proven = static_cast<Proven>(reader.get_up_to<std::uint8_t>(last_proven));
      for (int i = 0; i < count; ++i) {
        Edge edge{};
        edge.visits = reader.get<std::uint32_t>();
        edge.mean = std::bit_cast<float>(reader.get<std::uint32_t>());
        if (!(edge.mean >= 0 && edge.mean <= 1)) {
          throw std::invalid_argument("the graph holds a number out of range");
        }
        edge.child = no_node;
        edge.action = reader.get_up_to<Action>(static_cast<std::uint64_t>(cells - 1)) & 0xfff;
        edge.proven = static_cast<Proven>(reader.get_up_to<std::uint8_t>(last_proven));
        pool.edge(index, i) = edge;
      }
      if (nodes_by_key.find(key) != no_node) {
        throw std::invalid_argument("the graph holds a position twice");
      }
      nodes_by_key.set(key, index);
    }
    if (!reader.is_at_end()) throw std::invalid_argument("the graph has bytes after its end");
  } catch (const std::invalid_argument&) {
    pool.clear();
    nodes_by_key.clear();
    throw;
  }
}

}  // namespace inarow::INAROW_ISA
