#include "search/five/weights.h"

#include <algorithm>
#include <cmath>

#include "search/five/weights_data.h"

namespace inarow::INAROW_ISA {

namespace {

// How good a move looks.
constexpr std::array<double, shape_count> shape_score = {0,  0,  0,  0,  1,   3,   5,
                                                         16, 18, 70, 80, 400, 2000};
FieldWeights make_weights() {
  FieldWeights made;
  made.value = fitted_values;
  made.tempo = fitted_tempo;
  for (int code = 0; code < code_count; ++code) {
    double score = 0;
    for (const Shape shape : codes().shapes[code]) score += shape_score[shape];
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
