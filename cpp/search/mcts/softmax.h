// Scores of actions as shares. A node of a large board has hundreds of them, so that the
// exponential is one that the compiler turns into vector instructions; the operations, and so the
// numbers, are the same on every processor.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace inarow::INAROW_ISA {

// e to the power of a number that is not above 0, within three units of the last digit; what is
// smaller than the normal numbers is the smallest of them.
inline float exp_below_0(float x) {
  constexpr float log2_e = 1.44269504f, ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
  constexpr float to_whole = 12582912.0f;  // 1.5 * 2^23: what is added to it is rounded
  const float in_range = x > -87.0f ? x : -87.0f;
  const float whole = (in_range * log2_e + to_whole) - to_whole;
  const float rest = (in_range - whole * ln2_high) - whole * ln2_low;  // at most ln 2 / 2
  float power = 1.0f / 5040;                                           // Taylor's series
  power = power * rest + 1.0f / 720;
  power = power * rest + 1.0f / 120;
  power = power * rest + 1.0f / 24;
  power = power * rest + 1.0f / 6;
  power = power * rest + 0.5f;
  power = power * rest + 1.0f;
  power = power * rest + 1.0f;
  const auto exponent = static_cast<std::uint32_t>(static_cast<std::int32_t>(whole) + 127);
  return power * std::bit_cast<float>(exponent << 23);
}

// All numbers joined to one, in eight lanes: one after the other, each would wait for the last.
template <class Join>
float reduce(std::span<const float> numbers, float start, Join join) {
  constexpr std::size_t width = 8;
  float lanes[width];
  std::fill_n(lanes, width, start);
  std::size_t i = 0;
  for (; i + width <= numbers.size(); i += width) {
    for (std::size_t lane = 0; lane < width; ++lane) {
      lanes[lane] = join(lanes[lane], numbers[i + lane]);
    }
  }
  for (; i < numbers.size(); ++i) lanes[0] = join(lanes[0], numbers[i]);
  for (std::size_t lane = 1; lane < width; ++lane) lanes[0] = join(lanes[0], lanes[lane]);
  return lanes[0];
}

// In place; the scores are finite, and there is at least one.
inline void softmax(std::span<float> scores) {
  const float most = reduce(scores, scores[0], [](float a, float b) { return a > b ? a : b; });
  for (float& each : scores) each = exp_below_0(each - most);
  const float factor = 1 / reduce(scores, 0, [](float a, float b) { return a + b; });
  for (float& each : scores) each *= factor;
}

}  // namespace inarow::INAROW_ISA
