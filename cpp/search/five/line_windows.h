// The windows of the line network: the four cells on both sides of a cell, 2 bits each as in
// codes.h. Mirror images are one window, so that a network evaluates all images of a board under
// symmetry alike.
#pragma once

#include <cstdint>
#include <vector>

#include "search/five/codes.h"

namespace inarow::INAROW_ISA {

class LineWindows {
 public:
  static constexpr int radius = 4;
  static constexpr int own = 1, other = 2, outside = 3;  // what a cell of a window holds

  LineWindows();

  int count() const { return static_cast<int>(swapped_.size()); }
  // The index of the window around position `at` of a line of a FiveBoard.
  int index(std::uint64_t line, int at) const {
    const std::uint64_t cells = line >> (2 * (at + WindowShapes::line_margin - radius));
    return index_[(cells & 255) | (cells >> 2 & 0xff00)];
  }
  // The same window with the colours exchanged.
  int swapped(int index) const { return swapped_[index]; }
  // Both sides' shapes of a stone in the middle, as in WindowShapes.
  std::uint8_t shapes(int index) const { return shapes_[index]; }
  // Whether a window has no stone.
  bool is_bare(int index) const { return bare_[index]; }
  // By all 16 bits; 0 for windows that occur on no board.
  const std::vector<std::uint16_t>& all() const { return index_; }

 private:
  std::vector<std::uint16_t> index_, swapped_;
  std::vector<std::uint8_t> shapes_;
  std::vector<bool> bare_;
};

// The only table, made at the first call.
const LineWindows& line_windows();

}  // namespace inarow::INAROW_ISA
