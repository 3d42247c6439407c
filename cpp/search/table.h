// A transposition table of fixed size: what is known of a position, by its key.
//
// Each key has a bucket of four entries; a new one takes the place of an old one with the same key,
// else of the one that was searched to the least depth.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/base.h"

namespace inarow::INAROW_ISA {

enum class Bound : std::uint8_t { none, exact, lower, upper };

struct Entry {
  std::uint64_t key = 0;
  Score score = 0;
  Move move = 0;
  std::int16_t depth = 0;  // plies searched below
  Bound bound = Bound::none;
};

class Table {
 public:
  explicit Table(std::size_t megabytes)
      : entries_(
            std::bit_floor(std::max<std::size_t>(megabytes * 1024 * 1024 / sizeof(Entry), 4))) {}

  const Entry* find(std::uint64_t key) const {
    const Entry* bucket = bucket_of(key);
    for (int i = 0; i < bucket_size; ++i) {
      if (bucket[i].bound != Bound::none && bucket[i].key == key) return &bucket[i];
    }
    return nullptr;
  }

  void store(const Entry& entry) {
    Entry* bucket = const_cast<Entry*>(bucket_of(entry.key));
    Entry* chosen = bucket;
    for (int i = 0; i < bucket_size; ++i) {
      if (bucket[i].bound == Bound::none || bucket[i].key == entry.key) {
        chosen = &bucket[i];
        break;
      }
      if (bucket[i].depth < chosen->depth) chosen = &bucket[i];
    }
    *chosen = entry;
  }

  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

 private:
  static constexpr int bucket_size = 4;

  const Entry* bucket_of(std::uint64_t key) const {
    return &entries_[(key & (entries_.size() - 1)) & ~std::uint64_t{bucket_size - 1}];
  }

  std::vector<Entry> entries_;
};

}  // namespace inarow::INAROW_ISA
