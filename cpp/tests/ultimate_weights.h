// Weights of an ultimate network for tests: random numbers, all of which matter.
#pragma once

#include "games/rng.h"
#include "search/ultimate/baking.h"

namespace inarow::INAROW_ISA {

inline FloatArrays random_ultimate_weights(std::uint64_t seed) {
  Rng rng(seed);
  FloatArrays arrays;
  for (const auto& [name, shape] : ultimate_arrays()) {
    const float scale = name == "projection"         ? 0.15f
                        : name.starts_with("head.2") ? 1.0f
                        : name.starts_with("head")   ? 0.5f
                                                     : 0.3f;
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    FloatArray& array = arrays[name];
    array.shape = shape;
    for (std::size_t i = 0; i < count; ++i) {
      // 24 bits, so that every machine gets the same numbers.
      array.values.push_back(scale * (static_cast<float>(rng.next() >> 40) * 0x1p-23f - 1));
    }
  }
  return arrays;
}

}  // namespace inarow::INAROW_ISA
