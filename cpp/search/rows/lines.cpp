#include "search/rows/lines.h"

namespace inarow::INAROW_ISA {

LineMap::LineMap(const MnkRules& rules)
    : steps_{1, rules.cols, rules.cols + 1, 1 - rules.cols},
      places_(rules.cells * directions),
      outside_(rules.line_count, ~Bits{0}) {
  constexpr int row_step[] = {0, 1, 1, -1}, col_step[] = {1, 0, 1, 1};
  const auto on_board = [&](int row, int col) {
    return row >= 0 && row < rules.rows && col >= 0 && col < rules.cols;
  };
  for (int cell = 0; cell < rules.cells; ++cell) {
    const MnkRules::Spot& spot = rules.spots[cell];
    for (int direction = 0; direction < directions; ++direction) {
      const int up = row_step[direction], right = col_step[direction];
      int before = 0, after = 0;
      while (on_board(spot.row - (before + 1) * up, spot.col - (before + 1) * right)) ++before;
      while (on_board(spot.row + (after + 1) * up, spot.col + (after + 1) * right)) ++after;
      Place& place = places_[cell * directions + direction];
      place.line = spot.line[direction];
      place.bit = static_cast<std::uint8_t>(LineBits::max_radius + before);
      place.before = static_cast<std::uint8_t>(before);
      place.after = static_cast<std::uint8_t>(after);
      outside_[place.line] &= ~(Bits{1} << place.bit);
    }
  }
}

}  // namespace inarow::INAROW_ISA
