// A transposition table of fixed size: search results by a position's key.
//
// Each key has a bucket of four entries; a new one replaces an entry with the same key, else the
// one that was searched to the least depth.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "search/base.h"

namespace inarow::INAROW_ISA {

enum class Bound : std::uint8_t { none, exact, lower, upper };

struct Entry {
  std::uint64_t key;
  Score score;
  Action action;
  std::int16_t depth;  // plies searched below
  Bound bound;
};

class Table {
 public:
  explicit Table(std::size_t megabytes)
      : size_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry))),
        // Zeroes are empty entries, and calloc's pages cost nothing until they are used.
        entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry))), std::free) {
    if (!entries_) throw std::bad_alloc();
  }

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

 private:
  static constexpr int bucket_size = 4;

  const Entry* bucket_of(std::uint64_t key) const {
    return &entries_[key & (size_ - 1) & ~std::uint64_t{bucket_size - 1}];
  }

  std::size_t size_;
  std::unique_ptr<Entry[], void (*)(void*)> entries_;
};

}  // namespace inarow::INAROW_ISA
