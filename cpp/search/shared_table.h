// A transposition table that threads share without locks.
//
// An entry is two words: the data, and the key xor-ed with it. A torn read, where two threads wrote
// at once, gives a key that does not match, and is ignored (Hyatt and Mann 2002). Each key has a
// bucket of four; a new entry replaces the one with the same key, else the one of the oldest search
// and the least depth.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "search/base.h"
#include "search/huge_pages.h"
#include "search/table.h"

namespace inarow::INAROW_ISA {

class SharedTable {
 public:
  struct Known {
    std::int16_t score;
    std::int16_t evaluation;
    Action action;
    std::int8_t depth;
    Bound bound;
  };

  explicit SharedTable(std::size_t megabytes)
      : size_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Slot))),
        slots_(allocate_zeros<Slot>(size_)) {}

  // Entries of earlier searches are replaced first.
  void new_search() { age_ = (age_ + 1) & max_age; }

  bool find(std::uint64_t key, Known& known) const {
    const Slot* bucket = bucket_of(key);
    for (int i = 0; i < bucket_size; ++i) {
      const std::uint64_t data = bucket[i].data.load(std::memory_order_relaxed);
      if ((bucket[i].check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
      known = unpack(data);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const Known& known) {
    Slot* bucket = bucket_of(key);
    Slot* chosen = bucket;
    int least = worth(*chosen);
    for (int i = 0; i < bucket_size; ++i) {
      const std::uint64_t data = bucket[i].data.load(std::memory_order_relaxed);
      if ((bucket[i].check.load(std::memory_order_relaxed) ^ data) == key) {
        chosen = &bucket[i];
        break;
      }
      const int here = worth(bucket[i]);
      if (here < least) {
        least = here;
        chosen = &bucket[i];
      }
    }
    const std::uint64_t data = pack(known);
    chosen->check.store(key ^ data, std::memory_order_relaxed);
    chosen->data.store(data, std::memory_order_relaxed);
  }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(bucket_of(key)); }

 private:
  static constexpr int bucket_size = 4;
  static constexpr unsigned max_age = 63;

  struct Slot {
    std::atomic<std::uint64_t> check, data;
  };

  Slot* bucket_of(std::uint64_t key) const { return &slots_[key & (size_ - 1) & ~std::size_t{3}]; }

  // score 16, evaluation 16, action 9, depth 8, bound 2, age 6 bits.
  std::uint64_t pack(const Known& known) const {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.score)) |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.evaluation)) << 16 |
           static_cast<std::uint64_t>(known.action) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(known.depth)) << 41 |
           static_cast<std::uint64_t>(known.bound) << 49 | static_cast<std::uint64_t>(age_) << 51;
  }
  static Known unpack(std::uint64_t data) {
    return {static_cast<std::int16_t>(data), static_cast<std::int16_t>(data >> 16),
            static_cast<Action>(data >> 32 & 511), static_cast<std::int8_t>(data >> 41 & 255),
            static_cast<Bound>(data >> 49 & 3)};
  }
  int worth(const Slot& slot) const {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data == 0) return -1000;
    const int age = static_cast<int>((age_ - (data >> 51)) & max_age);
    return static_cast<std::int8_t>(data >> 41 & 255) - 8 * age;
  }

  std::size_t size_;
  FreedArray<Slot> slots_;
  unsigned age_ = 1;
};

}  // namespace inarow::INAROW_ISA
