// The shape that a stone is part of along one line, by how far it is from winning.
//
//   lack   the fewest stones that must be added to win through this stone
//   open   whether that many can be added so that, with one still missing, two different cells win
//
// So with five in a row to win: lack 1 is a four and, open, a four that cannot be stopped; lack 2
// is a three and, open, one that threatens to become an open four. The names below are those of
// five in a row; for any k a "four" is k - 1 stones, a "three" k - 2, and so on. By the rule of
// exactly k, rows that are too long do not count. A line where no win is possible is dead.
//
// Shapes of a line's window are looked up in a table while the window is small (k up to 6, exactly
// 5: every window of empty, own and blocked cells as a number to base 3), else computed.
#pragma once

#include <array>
#include <vector>

#include "search/rows/lines.h"

namespace inarow::INAROW_ISA {

// In ascending order of strength.
enum Shape : std::uint8_t {
  dead = 0,
  remote = 1,  // lack of 6 or more
  lone = 4,    // lack 4
  open_lone = 5,
  two = 6,
  open_two = 7,
  three = 8,
  open_three = 9,
  four = 10,
  open_four = 11,
  five = 12,
};

inline constexpr int shape_count = 13;
// A number for each shape.
using ShapeWeights = std::array<int, shape_count>;

constexpr Shape shape_of(int lack, bool open) {
  if (lack == 0) return five;
  return lack > 5 ? remote : static_cast<Shape>(five - 2 * lack + open);
}

class ShapeTable {
 public:
  ShapeTable(int k, bool exact);

  // How far a shape reaches: a stone further away than this changes nothing.
  int radius() const { return radius_; }

  // The shapes, for the first side and the second, of a stone on the middle of a window of this
  // radius, given both sides' stones and the cells outside the board. The content of the middle
  // does not matter: the stone is assumed there.
  std::array<Shape, 2> of(Bits first, Bits second, Bits outside) const {
    if (by_code_.empty())
      return {work_out(first, second | outside), work_out(second, first | outside)};
    const int a = code_[first], b = code_[second], beyond = code_[outside];
    return {by_code_[a + 2 * (b + beyond)], by_code_[b + 2 * (a + beyond)]};
  }

 private:
  static constexpr int max_table_radius = 5;

  // `blocked` are the cells that can never be own.
  Shape work_out(Bits own, Bits blocked) const;

  int k_;
  bool exact_;
  int radius_;
  std::vector<std::uint16_t> code_;  // a window as a number to base 3, without its middle
  std::vector<Shape> by_code_;
};

}  // namespace inarow::INAROW_ISA
