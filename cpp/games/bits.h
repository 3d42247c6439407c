// Bit tricks, with the processor's instructions where the compiler may use them.
#pragma once

#include <bit>
#include <cstdint>

#include "games/base.h"

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

}  // namespace inarow::INAROW_ISA
