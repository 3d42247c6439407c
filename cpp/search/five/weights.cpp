#include "search/five/weights.h"

#include <algorithm>
#include <cmath>

namespace inarow::INAROW_ISA {

namespace {

// Of an empty cell, by the shape that a stone there would make: a guess to start from.
constexpr std::array<double, shape_count> shape_value = {0,  0,  0,  0,  1,   3,  4,
                                                         14, 16, 60, 45, 120, 200};
// How good a move looks.
constexpr std::array<double, shape_count> shape_score = {0,  0,  0,  0,  1,   3,   5,
                                                         16, 18, 70, 80, 400, 2000};
constexpr double moving_share = 1.25;

FieldWeights make_weights() {
  FieldWeights made;
  for (int code = 0; code < code_count; ++code) {
    double value = 0, score = 0;
    for (const Shape shape : codes().shapes[code]) {
      value += shape_value[shape];
      score += shape_score[shape];
    }
    made.value[code] = {static_cast<std::int16_t>(std::lround(value * moving_share)),
                        static_cast<std::int16_t>(std::lround(value))};
    made.score[code] = static_cast<std::int16_t>(std::lround(std::min(score, 4000.0)));
  }
  return made;
}

}  // namespace

const FieldWeights& engine_weights() {
  static const FieldWeights made = make_weights();
  return made;
}

}  // namespace inarow::INAROW_ISA
