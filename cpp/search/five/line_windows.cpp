#include "search/five/line_windows.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int radius = LineWindows::radius, length = 2 * radius;
constexpr int own = LineWindows::own, other = LineWindows::other, outside = LineWindows::outside;

int cell(int window, int place) { return window >> (2 * place) & 3; }

// Whether it occurs on a board: no cell lies beyond one that is outside.
bool is_real(int window) {
  for (int i = 0; i + 1 < radius; ++i) {
    if (cell(window, i + 1) == outside && cell(window, i) != outside) return false;
    const int j = radius + i;
    if (cell(window, j) == outside && cell(window, j + 1) != outside) return false;
  }
  return true;
}

int mirrored(int window) {
  int made = 0;
  for (int i = 0; i < length; ++i) made |= cell(window, length - 1 - i) << (2 * i);
  return made;
}

int with_colours_exchanged(int window) {
  int made = 0;
  for (int i = 0; i < length; ++i) {
    const int here = cell(window, i);
    made |= (here == own ? other : here == other ? own : here) << (2 * i);
  }
  return made;
}

bool has_no_stone(int window) {
  for (int i = 0; i < length; ++i) {
    if (cell(window, i) == own || cell(window, i) == other) return false;
  }
  return true;
}

// A line of a FiveBoard with a window in its middle.
std::uint64_t as_line(int window) {
  const std::uint64_t low = window & ((1 << length) - 1), high = window >> length;
  return low | high << (length + 2);
}

}  // namespace

LineWindows::LineWindows() : index_(std::size_t{1} << (2 * length)) {
  std::vector<int> kept;
  for (int window = 0; window < static_cast<int>(index_.size()); ++window) {
    if (!is_real(window) || mirrored(window) < window) continue;
    index_[window] = static_cast<std::uint16_t>(kept.size());
    index_[mirrored(window)] = index_[window];
    kept.push_back(window);
  }
  const WindowShapes& shapes = window_shapes(false);
  for (const int window : kept) {
    swapped_.push_back(index_[with_colours_exchanged(window)]);
    shapes_.push_back(shapes.of(as_line(window), radius - WindowShapes::line_margin));
    bare_.push_back(has_no_stone(window));
  }
}

const LineWindows& line_windows() {
  static const LineWindows made;
  return made;
}

}  // namespace inarow::INAROW_ISA
