// Observation planes and masks: a state as arrays for a network. The rules do not depend on this.
#pragma once

#include <span>

#include "games/mnk.h"
#include "games/ultimate.h"

namespace inarow::INAROW_ISA {

template <class G>
struct Encoding {
  const char* name;
  const char* planes[8];  // what each plane holds; the rest are null
  // Writes all planes x rows x columns floats, as this player sees the state.
  void (*write)(const G& state, int player, float* out);

  int plane_count() const {
    int count = 0;
    while (count < 8 && planes[count] != nullptr) ++count;
    return count;
  }
};

// Every encoding of a game; the first is its default.
std::span<const Encoding<Mnk>> encodings(const Mnk*);
std::span<const Encoding<Ultimate>> encodings(const Ultimate*);

// Writes a bool for each cell: whether the set has it.
void write_mask(const CellBits& set, int cells, bool* out);

}  // namespace inarow::INAROW_ISA
