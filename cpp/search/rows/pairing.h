// Pairing draws: if every window that the attacker could still fill holds a pair of empty cells,
// and no cell is in two pairs, then the defender never loses: whenever the attacker takes one cell
// of a pair, the defender takes the other. One pair may serve all windows that contain it.
//
// The pairs are searched greedily with limited backtracking: it may miss a pairing, but one that it
// finds is a proof.
#pragma once

#include <cstdint>
#include <span>

#include "games/base.h"

namespace inarow::INAROW_ISA {

// Each window as the set of its empty cells; true if disjoint pairs cover them all.
bool has_pairing(std::span<const std::uint64_t> windows);

}  // namespace inarow::INAROW_ISA
