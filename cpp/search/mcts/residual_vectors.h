// Vectors of 16 numbers, for the kernel of the residual network: the compiler's own, and intrinsics
// where it needs help. Every operation gives the same bits in every build.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX512VNNI__)
#include <immintrin.h>
#endif

#include "search/mcts/residual_network.h"

namespace inarow::INAROW_ISA {

constexpr int lanes = ResidualNetwork::lanes, group = ResidualNetwork::group;
constexpr float top = 255;  // of an activation

typedef float Floats __attribute__((vector_size(4 * lanes)));
typedef std::int32_t Ints __attribute__((vector_size(4 * lanes)));
typedef std::uint8_t Bytes __attribute__((vector_size(lanes)));

template <class V>
V load(const void* from) {
  V found;
  std::memcpy(&found, from, sizeof(V));
  return found;
}

template <class V>
void store(void* to, const V& what) {
  std::memcpy(to, &what, sizeof(V));
}

// GCC 12 takes these apart into scalars without the intrinsics.
#if defined(__AVX512VNNI__)
inline Ints widen(const Bytes& bytes) { return (Ints)_mm512_cvtepu8_epi32((__m128i)bytes); }
inline Floats larger(const Floats& a, const Floats& b) { return _mm512_max_ps(a, b); }
inline Floats smaller(const Floats& a, const Floats& b) { return _mm512_min_ps(a, b); }
#else
inline Ints widen(const Bytes& bytes) { return __builtin_convertvector(bytes, Ints); }
inline Floats larger(const Floats& a, const Floats& b) { return a > b ? a : b; }
inline Floats smaller(const Floats& a, const Floats& b) { return a < b ? a : b; }
#endif

inline Floats as_floats(const Ints& ints) { return __builtin_convertvector(ints, Floats); }
inline Floats as_floats(const Bytes& bytes) { return as_floats(widen(bytes)); }
inline Floats relu(const Floats& v) { return larger(v, Floats{}); }

// An activation, rounded and cut off at 0 and 255.
inline Bytes as_bytes(const Floats& v) {
  const Floats cut = smaller(relu(v), Floats{} + top);
  return __builtin_convertvector(__builtin_convertvector(cut + 0.5f, Ints), Bytes);
}

// In an order that all builds have.
inline float sum_of(const Floats& v) {
  float each[lanes];
  store(each, v);
  for (int half = lanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) each[i] += each[i + half];
  }
  return each[0];
}

// Adds the products of four inputs and their weights for each of 16 outputs.
#if defined(__AVX512VNNI__)
inline Ints add_products(const Ints& sum, const std::uint8_t* inputs, const std::int8_t* weights) {
  return (Ints)_mm512_dpbusd_epi32((__m512i)sum, _mm512_set1_epi32(load<std::int32_t>(inputs)),
                                   _mm512_loadu_si512(weights));
}
#else
inline Ints add_products(Ints sum, const std::uint8_t* inputs, const std::int8_t* weights) {
  for (int lane = 0; lane < lanes; ++lane) {
    for (int i = 0; i < group; ++i) sum[lane] += inputs[i] * weights[lane * group + i];
  }
  return sum;
}
#endif

}  // namespace inarow::INAROW_ISA
