// The weights of the engine's evaluation and of its move ordering.
#pragma once

#include "search/five/five_board.h"

namespace inarow::INAROW_ISA {

const FiveBoardWeights& engine_weights();

}  // namespace inarow::INAROW_ISA
