#include "search/ultimate/network.h"

#include <algorithm>
#include <cstring>

#include "search/huge_pages.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace inarow::INAROW_ISA {

namespace {

constexpr int row_shift = 2;     // from the unit of rows to that of activations
constexpr int weight_shift = 6;  // from the unit of sums of products to that of activations
static_assert(BakedUltimate::row_one == BakedUltimate::one << row_shift);
static_assert(BakedUltimate::weight_one == 1 << weight_shift);

constexpr std::uint8_t activation(std::int32_t sum, int shift) {
  return static_cast<std::uint8_t>(
      std::clamp((sum + (1 << shift) / 2) >> shift, 0, BakedUltimate::one));
}

}  // namespace

LocalPatterns::LocalPatterns() {
  for (int cells = 0; cells < 512; ++cells) {
    int power = 1;
    ternary_[cells] = 0;
    for (int cell = 0; cell < 9; ++cell, power *= 3) {
      if (cells >> cell & 1) ternary_[cells] = static_cast<std::uint16_t>(ternary_[cells] + power);
    }
  }
  index_.fill(0);
  for (unsigned own = 0; own < 512; ++own) {
    for (unsigned other = 0; other < 512; ++other) {
      if ((own & other) != 0 || (own | other) == 0x1ff) continue;
      if (Ultimate::has_line(own) || Ultimate::has_line(other)) continue;
      index_[ternary_[own] + 2 * ternary_[other]] = static_cast<std::uint16_t>(all_.size());
      all_.push_back({static_cast<std::uint16_t>(own), static_cast<std::uint16_t>(other)});
    }
  }
}

const LocalPatterns& local_patterns() {
  static const LocalPatterns patterns;
  return patterns;
}

template <int Inputs, int Outputs>
UltimateNetwork::Layer<Inputs, Outputs>::Layer(
    const std::array<std::array<std::int8_t, Inputs>, Outputs>& by_output,
    const std::array<std::int32_t, Outputs>& bias)
    : bias(bias) {
  for (int i = 0; i < Inputs; ++i) {
    for (int o = 0; o < Outputs; ++o) weights[i / 4][o][i % 4] = by_output[o][i];
  }
}

UltimateNetwork::UltimateNetwork(const FloatArrays& arrays) {
  const LocalPatterns& patterns = local_patterns();
  const BakedUltimate baked = bake(arrays, patterns.all());
  count_ = patterns.count() + BakedUltimate::decided;
  const std::size_t rows = baked.rows.size() / lanes;
  rows_.reserve(rows);
  use_huge_pages(rows_.data(), rows * sizeof(Row));
  rows_.resize(rows);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::copy_n(&baked.rows[i * lanes], lanes, rows_[i].begin());
  }
  for (std::size_t i = 0; i < baked.forced.size() / lanes; ++i) {
    Row& row = forced_[i / BakedUltimate::targets][i % BakedUltimate::targets];
    std::copy_n(&baked.forced[i * lanes], lanes, row.begin());
  }
  first_ = {baked.first_weights, baked.first_bias};
  second_ = {baked.second_weights, baked.second_bias};
  last_ = baked.last_weights;
  last_bias_ = baked.last_bias;
}

// Each step below is written twice; both give the same numbers. No sum of two products of an
// activation (at most 127) and a weight (at most 127) leaves 16 bits.
#if defined(__AVX2__)

namespace {

__m256i load(const void* from) { return _mm256_load_si256(static_cast<const __m256i*>(from)); }

// Adds the products of four inputs, side by side.
__m256i add_products(__m256i sums, __m256i inputs, __m256i weights) {
  const __m256i pairs = _mm256_maddubs_epi16(inputs, weights);
  return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

__m256i clipped(__m256i sums, int shift) {
  const __m256i half = _mm256_set1_epi32((1 << shift) / 2);
  return _mm256_srai_epi32(_mm256_add_epi32(sums, half), shift);
}

}  // namespace

inline void UltimateNetwork::set_inputs(const Row& view, const Row& forced,
                                        std::uint8_t* inputs) const {
  const __m256i half = _mm256_set1_epi16((1 << row_shift) / 2);
  const __m256i most = _mm256_set1_epi8(BakedUltimate::one);
  const auto part = [&](int lane) {
    const __m256i sum = _mm256_add_epi16(load(&view[lane]), load(&forced[lane]));
    return _mm256_srai_epi16(_mm256_add_epi16(sum, half), row_shift);
  };
  for (int lane = 0; lane < lanes; lane += 32) {
    const __m256i packed = _mm256_packus_epi16(part(lane), part(lane + 16));
    const __m256i in_order = _mm256_permute4x64_epi64(packed, 0xd8);
    _mm256_store_si256(reinterpret_cast<__m256i*>(inputs + lane), _mm256_min_epu8(in_order, most));
  }
}

template <int Inputs, int Outputs>
inline void UltimateNetwork::Layer<Inputs, Outputs>::operator()(const std::uint8_t* inputs,
                                                                std::uint8_t* outputs) const {
  static_assert(Outputs % 16 == 0);
  __m256i sums[Outputs / 8];
  for (int k = 0; k < Outputs / 8; ++k) sums[k] = load(&bias[8 * k]);
  for (int i = 0; i < Inputs / 4; ++i) {
    std::int32_t four;
    std::memcpy(&four, inputs + 4 * i, sizeof(four));
    const __m256i group = _mm256_set1_epi32(four);
    for (int k = 0; k < Outputs / 8; ++k) {
      sums[k] = add_products(sums[k], group, load(&weights[i][8 * k]));
    }
  }
  const __m128i most = _mm_set1_epi8(BakedUltimate::one);
  for (int k = 0; k < Outputs / 8; k += 2) {
    const __m256i words = _mm256_permute4x64_epi64(
        _mm256_packs_epi32(clipped(sums[k], weight_shift), clipped(sums[k + 1], weight_shift)),
        0xd8);
    const __m128i bytes =
        _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    _mm_store_si128(reinterpret_cast<__m128i*>(outputs + 8 * k), _mm_min_epu8(bytes, most));
  }
}

#else

inline void UltimateNetwork::set_inputs(const Row& view, const Row& forced,
                                        std::uint8_t* inputs) const {
  for (int lane = 0; lane < lanes; ++lane) {
    inputs[lane] = activation(view[lane] + forced[lane], row_shift);
  }
}

template <int Inputs, int Outputs>
inline void UltimateNetwork::Layer<Inputs, Outputs>::operator()(const std::uint8_t* inputs,
                                                                std::uint8_t* outputs) const {
  std::array<std::int32_t, Outputs> sums = bias;
  for (int i = 0; i < Inputs / 4; ++i) {
    for (int o = 0; o < Outputs; ++o) {
      for (int j = 0; j < 4; ++j) sums[o] += inputs[4 * i + j] * weights[i][o][j];
    }
  }
  for (int o = 0; o < Outputs; ++o) outputs[o] = activation(sums[o], weight_shift);
}

#endif

int UltimateNetwork::evaluate(const Views& views, int to_move, int forced_board,
                              bool most_boards) const {
  alignas(32) std::uint8_t inputs[2 * lanes];
  alignas(32) std::uint8_t middle[first], top[second];
  set_inputs(views[to_move], forced_[0][forced_board], inputs);
  set_inputs(views[1 - to_move], forced_[1][forced_board], inputs + lanes);
  first_(inputs, middle);
  second_(middle, top);
  std::int32_t sum = last_bias_[most_boards];
#if defined(__AVX2__)
  const __m256i sums = add_products(_mm256_setzero_si256(), load(top), load(&last_[most_boards]));
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
  sum += _mm_cvtsi128_si32(half);
#else
  for (int i = 0; i < second; ++i) sum += top[i] * last_[most_boards][i];
#endif
  return sum;
}

}  // namespace inarow::INAROW_ISA
