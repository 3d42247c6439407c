// Observation planes: a state as floats for a network, seen by one player. The rules do not depend
// on this.
#pragma once

#include <span>

#include "games/mnk.h"
#include "games/ultimate.h"

namespace inarow::INAROW_ISA {

template <class G>
struct Encoding {
  const char* name;
  const char* planes[8];  // what each plane holds; the rest are null
  // Fills planes x rows x columns floats, all 0 before the call.
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

}  // namespace inarow::INAROW_ISA
