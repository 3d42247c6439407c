// From the weights of an ultimate network, as they were trained, to the integers it is played with.
//
// This is compiled once for both instruction sets, with doubles, a fixed order of additions and no
// fused multiply-add, so that the integers are the same in every build and on every machine.
//
//   one      1.0 of an activation: 127, so that the sum of two products of an activation and a
//            weight fits 16 bits
//   row_one  1.0 in a row: 4 * 127. Rows are cut off at `row_limit`, 6.3: the rows of nine local
//            boards and the forced board then fit 16 bits. A sum that large is far outside of
//            [0, 1], where activations are cut off, too
//   weight_one  1.0 of a weight of the head: 64. Weights of the head are at most 127 / 64
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace inarow {

struct FloatArray {
  std::vector<std::size_t> shape;
  std::vector<float> values;
};
using FloatArrays = std::map<std::string, FloatArray>;

// A local board that is not decided: the cells of the viewer and of the other, as nine bits.
struct LocalPattern {
  std::uint16_t own, other;
};

struct BakedUltimate {
  static constexpr int boards = 9, cells = 9, inputs = 3 * cells;
  static constexpr int encoder_width = 64, code = 32, lanes = 64, first = 16, second = 32;
  static constexpr int outputs = 2;   // by the rule of draws: plain, most boards
  static constexpr int decided = 3;   // won by the viewer, by the other, drawn
  static constexpr int targets = 10;  // forced boards, and free choice
  static constexpr int one = 127, row_one = 4 * one, weight_one = 64, weight_limit = 127;
  static constexpr int row_limit = 3'200, bias_limit = 1'000;  // the latter in units of 1.0

  std::vector<std::int16_t> rows;    // [boards][patterns, then decided][lanes]
  std::vector<std::int16_t> forced;  // [viewer to move, or not][targets][lanes], with the bias
  // Layers by output, then input; biases in units of 1 / (one * weight_one).
  std::array<std::array<std::int8_t, 2 * lanes>, first> first_weights;
  std::array<std::array<std::int8_t, first>, second> second_weights;
  std::array<std::array<std::int8_t, second>, outputs> last_weights;
  std::array<std::int32_t, first> first_bias;
  std::array<std::int32_t, second> second_bias;
  std::array<std::int32_t, outputs> last_bias;
};

// The names and shapes of all arrays.
const std::map<std::string, std::vector<std::size_t>>& ultimate_arrays();

// Throws std::invalid_argument if an array is missing, unknown, of another shape, or has a number
// that is not finite or too large.
BakedUltimate bake(const FloatArrays& arrays, std::span<const LocalPattern> patterns);

}  // namespace inarow
