// Threat marks: for each empty cell of a board of five in a row and each side, what a stone there
// would make along its strongest line. One pass over the board, no search.
#pragma once

#include <vector>

#include "games/mnk.h"
#include "search/rows/shapes.h"

namespace inarow::INAROW_ISA {

struct ThreatMark {
  Shape shape;  // five, open_four, four or open_three
  int player;
  Action cell;
  // The player's stones in the rows of five through the cell that lack least, ascending.
  std::vector<Action> stones;
};

// Strongest first, then by player and cell. The rules must be five in a row, and nobody may have
// won.
std::vector<ThreatMark> list_threat_marks(const Mnk& state);

}  // namespace inarow::INAROW_ISA
