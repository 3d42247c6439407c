// A set of cells as bits, which is visited in ascending order.
#pragma once

#include <array>
#include <cstdint>

#include "games/bits.h"

namespace inarow::INAROW_ISA {

class CellSet {
 public:
  void set(int cell, bool in) {
    std::uint64_t& word = words_[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    if (((word & bit) != 0) == in) return;
    word ^= bit;
    size_ += in ? 1 : -1;
  }
  bool has(int cell) const { return words_[cell / 64] >> (cell % 64) & 1; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool operator==(const CellSet&) const = default;

  // The first cell; the set must not be empty.
  Action front() const {
    int word = 0;
    while (words_[word] == 0) ++word;
    return static_cast<Action>(word * 64 + lowest_bit(words_[word]));
  }

  template <class Function>
  void for_each(Function function) const {
    for (int word = 0; word < word_count; ++word) {
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1) {
        function(static_cast<Action>(word * 64 + lowest_bit(left)));
      }
    }
  }

 private:
  static constexpr int word_count = (max_cells + 63) / 64;
  std::array<std::uint64_t, word_count> words_ = {};
  int size_ = 0;
};

}  // namespace inarow::INAROW_ISA
