// What a stone on a cell would make for one side, on all four lines together.
//
// Each line gives a shape (rows/shapes.h). Four shapes, in any order, are one code; there are 715.
// A code has a force, which says how much the move threatens and how many answers are left. From
// the strongest:
//
//   five         wins
//   open_four    wins unless the opponent wins first: an open four, or two fours at once
//   four_three   a four and an open three; four_plus: a four and less; four: just that. One answer
//   double_three, three_plus, open_three   threatens an open four. A few answers
//   the rest     quiet
#pragma once

#include <array>
#include <cstdint>

#include "search/rows/shapes.h"

namespace inarow::INAROW_ISA {

enum Force : std::uint8_t {
  quiet = 0,
  builds_two,        // an open two
  builds_three,      // a three that is blocked on one side
  builds_twos,       // two open twos
  builds_three_two,  // a blocked three and something else
  makes_open_three,
  makes_three_plus,
  makes_double_three,
  makes_four,
  makes_four_plus,
  makes_four_three,
  makes_open_four,
  makes_five,
};

inline constexpr int force_count = 13;
inline constexpr int code_count = 715;  // multisets of 4 out of 10 shapes

using Code = std::uint16_t;

struct Codes {
  // By four shapes, 4 bits each.
  std::array<Code, 1 << 16> of;
  std::array<Force, code_count> force;
  // Of a four: whether another line becomes at least a three, so that another four can follow.
  std::array<bool, code_count> leads_on;
  // The shapes of a code, in ascending order.
  std::array<std::array<Shape, 4>, code_count> shapes;
};

// The only table, made at the first call.
const Codes& codes();

// Shapes by window, for boards of five in a row. A window is the cells on both sides of a cell, 2
// bits each from one end to the other without the cell itself: 1 a stone of the first side, 2 of
// the second, 3 no cell. The first side's shape is in the low 4 bits, the second's in the high.
class WindowShapes {
 public:
  explicit WindowShapes(bool exact);

  int radius() const { return radius_; }
  std::uint8_t of(std::uint64_t line, int at) const {
    // Both parts of the window around position `at`; a line starts after `line_margin` cells.
    const std::uint64_t cells = line >> (2 * (at + line_margin - radius_));
    return shapes_[(cells & low_) | ((cells >> 2) & ~low_ & all_)];
  }

  static constexpr int line_margin = 5;

 private:
  int radius_;
  std::uint64_t low_, all_;
  std::vector<std::uint8_t> shapes_;
};

const WindowShapes& window_shapes(bool exact);

}  // namespace inarow::INAROW_ISA
