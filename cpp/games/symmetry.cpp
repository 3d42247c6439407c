#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr std::string_view square_names[] = {"identity",           "quarter turn", "half turn",
                                             "three-quarter turn", "mirror",       "flip",
                                             "diagonal",           "antidiagonal"};
// The rectangle's symmetries by their numbers on the square.
constexpr int of_rectangle[] = {0, 2, 4, 5};
constexpr int inverse_on_square[] = {0, 3, 2, 1, 4, 5, 6, 7};

struct Point {
  int row, col;
};

Point image(int square_symmetry, Point p, int rows, int cols) {
  const int row_end = rows - 1, col_end = cols - 1;
  switch (square_symmetry) {
    case 0: return {p.row, p.col};
    case 1: return {p.col, row_end - p.row};
    case 2: return {row_end - p.row, col_end - p.col};
    case 3: return {col_end - p.col, p.row};
    case 4: return {p.row, col_end - p.col};
    case 5: return {row_end - p.row, p.col};
    case 6: return {p.col, p.row};
    default: return {col_end - p.col, row_end - p.row};
  }
}

}  // namespace

GridSymmetries::GridSymmetries(int rows, int cols)
    : count_(rows == cols ? 8 : 4), cells_(rows * cols), map_(count_ * cells_) {
  for (int s = 0; s < count_; ++s) {
    const int on_square = count_ == 8 ? s : of_rectangle[s];
    inverse_[s] = count_ == 8 ? inverse_on_square[s] : s;
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        const Point to = image(on_square, {row, col}, rows, cols);
        map_[s * cells_ + row * cols + col] = static_cast<Action>(to.row * cols + to.col);
      }
    }
  }
}

std::string_view GridSymmetries::name(int symmetry) const {
  return square_names[count_ == 8 ? symmetry : of_rectangle[symmetry]];
}

}  // namespace inarow::INAROW_ISA
