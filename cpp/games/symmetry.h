// The rotations and reflections of a rows x columns grid, as permutations of its cells.
//
// Symmetry s moves the stone on cell a to cell map(s, a). Square boards have 8, in the order
//   0 identity          1 quarter turn      2 half turn          3 three-quarter turn
//   4 mirror (columns)  5 flip (rows)       6 main diagonal      7 other diagonal
// and a rectangle keeps the four that preserve its shape: 0 identity, 1 half turn, 2 mirror, 3
// flip. Turns run counter-clockwise as the board is read, with row 0 at the bottom.
#pragma once

#include <string_view>
#include <vector>

#include "games/base.h"

namespace inarow::INAROW_ISA {

class GridSymmetries {
 public:
  GridSymmetries(int rows, int cols);

  int count() const { return count_; }
  int cells() const { return cells_; }
  Action map(int symmetry, int cell) const { return map_[symmetry * cells_ + cell]; }
  int inverse(int symmetry) const { return inverse_[symmetry]; }
  std::string_view name(int symmetry) const;

 private:
  int count_;
  int cells_;
  std::vector<Action> map_;
  int inverse_[8];
};

}  // namespace inarow::INAROW_ISA
