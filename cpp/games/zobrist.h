// Zobrist keys: one fixed random word per (player, cell), xor-ed together into a position's key.
#pragma once

#include <array>
#include <cstdint>

#include "games/rng.h"

namespace inarow::INAROW_ISA {

template <int Size>
constexpr std::array<std::uint64_t, Size> random_words(std::uint64_t seed) {
  std::array<std::uint64_t, Size> words{};
  Rng rng(seed);
  for (auto& word : words) word = rng.next();
  return words;
}

// stone_key[player][cell]
inline constexpr std::array<std::array<std::uint64_t, max_cells>, 2> stone_key = {
    random_words<max_cells>(0x1a2b), random_words<max_cells>(0x3c4d)};

}  // namespace inarow::INAROW_ISA
