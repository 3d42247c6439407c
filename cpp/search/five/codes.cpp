#include "search/five/codes.h"

#include <algorithm>
#include <map>

namespace inarow::INAROW_ISA {

namespace {

// A shape that lacks more than four stones counts as dead.
constexpr Shape for_codes(Shape shape) { return shape < lone ? dead : shape; }

Force force_of(const std::array<Shape, 4>& shapes) {
  int count[shape_count] = {};
  for (const Shape shape : shapes) ++count[shape];
  const int builds = count[three] + count[open_two];
  if (count[five] > 0) return makes_five;
  if (count[open_four] > 0 || count[four] > 1) return makes_open_four;
  if (count[four] > 0) {
    if (count[open_three] > 0) return makes_four_three;
    return builds > 0 ? makes_four_plus : makes_four;
  }
  if (count[open_three] > 1) return makes_double_three;
  if (count[open_three] > 0) return builds > 0 ? makes_three_plus : makes_open_three;
  if (count[three] > 0) return builds > 1 ? builds_three_two : builds_three;
  if (count[open_two] > 1) return builds_twos;
  return count[open_two] > 0 ? builds_two : quiet;
}

Codes make_codes() {
  Codes made{};
  std::map<std::array<Shape, 4>, Code> known;
  for (std::size_t key = 0; key < made.of.size(); ++key) {
    std::array<Shape, 4> shapes;
    bool real = true;
    for (int i = 0; i < 4; ++i) {
      const int nibble = static_cast<int>(key >> (4 * i) & 15);
      real = real && nibble < shape_count;
      shapes[i] = for_codes(static_cast<Shape>(nibble));
    }
    if (!real) continue;
    std::sort(shapes.begin(), shapes.end());
    const auto [entry, is_new] = known.try_emplace(shapes, static_cast<Code>(known.size()));
    if (is_new) {
      made.shapes[entry->second] = shapes;
      made.force[entry->second] = force_of(shapes);
      made.leads_on[entry->second] = shapes[2] >= three;
    }
    made.of[key] = entry->second;
  }
  return made;
}

}  // namespace

const Codes& codes() {
  static const Codes made = make_codes();
  return made;
}

WindowShapes::WindowShapes(bool exact) : radius_(exact ? 5 : 4) {
  low_ = (std::uint64_t{1} << (2 * radius_)) - 1;
  all_ = (std::uint64_t{1} << (4 * radius_)) - 1;
  const ShapeTable table(5, exact);
  shapes_.resize(all_ + 1);
  for (std::uint64_t key = 0; key <= all_; ++key) {
    Bits stones[2] = {0, 0}, outside = 0;
    for (int i = 0; i < 2 * radius_; ++i) {
      const Bits bit = Bits{1} << (i < radius_ ? i : i + 1);
      const int cell = static_cast<int>(key >> (2 * i) & 3);
      if (cell == 3) {
        outside |= bit;
      } else if (cell != 0) {
        stones[cell - 1] |= bit;
      }
    }
    auto shapes = table.of(stones[0], stones[1], outside);
    for (Shape& shape : shapes) shape = for_codes(shape);
    shapes_[key] = static_cast<std::uint8_t>(shapes[0] | shapes[1] << 4);
  }
}

const WindowShapes& window_shapes(bool exact) {
  static const WindowShapes freestyle(false), exactly(true);
  return exact ? exactly : freestyle;
}

}  // namespace inarow::INAROW_ISA
