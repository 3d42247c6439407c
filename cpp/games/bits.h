// Bit tricks, with the BMI2 instructions where the compiler may use them.
#pragma once

#include <bit>
#include <cstdint>

#include "games/base.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace inarow::INAROW_ISA {

inline int popcount(std::uint64_t word) {
#ifdef __POPCNT__
  return std::popcount(word);
#else
  // Without the instruction the library call is slower than counting in parallel by hand.
  word -= (word >> 1) & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<int>((word * 0x0101010101010101u) >> 56);
#endif
}

inline int lowest_bit(std::uint64_t word) { return std::countr_zero(word); }

// Index of the n-th set bit, counted from 0 at the low end; there must be more than n of them.
inline int select_bit(std::uint64_t word, int n) {
#ifdef __BMI2__
  return lowest_bit(_pdep_u64(std::uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return lowest_bit(word);
#endif
}

}  // namespace inarow::INAROW_ISA
