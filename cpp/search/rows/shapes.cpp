#include "search/rows/shapes.h"

#include <algorithm>

#include "games/bits.h"

namespace inarow::INAROW_ISA {

ShapeTable::ShapeTable(int k, bool exact)
    : k_(k), exact_(exact), radius_(std::min(exact ? k : k - 1, LineBits::max_radius)) {
  if (radius_ > max_table_radius) return;
  const Bits middle = Bits{1} << radius_;
  code_.resize(std::size_t{2} << (2 * radius_));
  for (Bits window = 0; window < code_.size(); ++window) {
    int power = 1;
    for (int bit = 0; bit <= 2 * radius_; ++bit) {
      if (Bits{1} << bit == middle) continue;
      if (window >> bit & 1) code_[window] = static_cast<std::uint16_t>(code_[window] + power);
      power *= 3;
    }
  }
  by_code_.resize(2 * code_.back() + 1);
  for (Bits own = 0; own < code_.size(); ++own) {
    if (own & middle) continue;
    const Bits rest = (code_.size() - 1) & ~own & ~middle;
    // Every set of the cells that are not own may be blocked.
    for (Bits blocked = rest;; blocked = (blocked - 1) & rest) {
      by_code_[code_[own] + 2 * code_[blocked]] = work_out(own, blocked);
      if (blocked == 0) break;
    }
  }
}

// Each k cells in a row through the middle that can still win lack the cells that are not own. The
// least lack decides. The shape is open if two such rows differ in one cell only: when the cells
// they share are filled, either cell wins.
Shape ShapeTable::work_out(Bits own, Bits blocked) const {
  const Bits middle = Bits{1} << radius_;
  own |= middle;
  blocked &= ~middle;
  if (k_ > max_side) return dead;  // no line is that long
  Bits missing[max_side];
  int lack = k_, rows = 0;
  const Bits row = (Bits{1} << k_) - 1;
  for (int first = std::max(0, radius_ - k_ + 1); first <= radius_; ++first) {
    const Bits cells = row << first;
    if (cells & blocked) continue;
    if (exact_) {
      // Exactly k: no own stone just before or just behind.
      const Bits ends = (cells << 1 | cells >> 1) & ~cells;
      if (ends & own) continue;
    }
    const Bits lacking = cells & ~own;
    const int count = popcount(lacking);
    if (count < lack) {
      lack = count;
      rows = 0;
    }
    if (count == lack) missing[rows++] = lacking;
  }
  if (rows == 0) return dead;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < i; ++j) {
      if (popcount(missing[i] ^ missing[j]) == 2) return shape_of(lack, true);
    }
  }
  return shape_of(lack, false);
}

}  // namespace inarow::INAROW_ISA
