// The stones of both sides as bits along every line of an m,n,k board, with padding at both ends,
// so that the window around a cell is one shift and one mask.
//
// In a window of radius r, bit r is the cell itself and bit r + i the cell i steps further along
// the line. Cells that are not on the board count as outside.
#pragma once

#include <vector>

#include "games/mnk.h"

namespace inarow::INAROW_ISA {

using Bits = std::uint64_t;

inline constexpr int directions = 4;

// The lines of one board size: constant, and shared by all positions of a player.
class LineMap {
 public:
  explicit LineMap(const MnkRules& rules);

  struct Place {
    std::uint8_t line;
    std::uint8_t bit;            // in the words of LineBits
    std::uint8_t before, after;  // how many cells the line has on either side
  };

  const Place& at(int cell, int direction) const { return places_[cell * directions + direction]; }
  // From a cell to the next one along its line.
  int step(int direction) const { return steps_[direction]; }
  int line_count() const { return static_cast<int>(outside_.size()); }
  Bits outside(int line) const { return outside_[line]; }

 private:
  int steps_[directions];
  std::vector<Place> places_;
  std::vector<Bits> outside_;
};

class LineBits {
 public:
  explicit LineBits(const LineMap& map)
      : map_(&map),
        stones_{std::vector<Bits>(map.line_count()), std::vector<Bits>(map.line_count())} {}

  static constexpr int max_radius = max_side;

  // Puts a stone on its four lines, or removes it.
  void toggle(int cell, int player) {
    for (int direction = 0; direction < directions; ++direction) {
      const LineMap::Place& place = map_->at(cell, direction);
      stones_[player][place.line] ^= Bits{1} << place.bit;
    }
  }

  Bits line(int line, int player) const { return stones_[player][line]; }

 private:
  const LineMap* map_;
  std::vector<Bits> stones_[2];
};

// The part of a line within a radius of a bit.
constexpr Bits window(Bits line, int bit, int radius) {
  return line >> (bit - radius) & ((Bits{2} << (2 * radius)) - 1);
}

}  // namespace inarow::INAROW_ISA
