// Seeded random numbers (splitmix64): 64 bits of state, the same sequence on every machine.
#pragma once

#include <cstdint>

#include "games/base.h"

namespace inarow::INAROW_ISA {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15u); }

  // Uniform in [0, n), n > 0; the bias is at most n / 2^32.
  constexpr int below(int n) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace inarow::INAROW_ISA
