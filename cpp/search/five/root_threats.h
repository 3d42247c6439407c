// Threats at the root, before the search.
//
//   attack     a victory by fours, else by threes too, is a proof and is played
//   defences   if the opponent would have a victory by fours after a pass, an action that leaves it
//              one loses: only the others, and own fours, need a search
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board_vcf.h"
#include "search/five/victory_search.h"

namespace inarow::INAROW_ISA {

class RootThreats {
 public:
  // A winning line, or an empty one. Uses at most a share of the budget.
  std::vector<Action> attack(FiveBoard& board, Budget& budget);

  // The actions worth searching; empty means all.
  std::vector<Action> defences(FiveBoard& board, Budget& budget);

 private:
  bool still_wins(FiveBoard& board, const std::vector<Action>& line) const;

  FiveBoardVcf fours_;
  VictorySearch victories_{Method::depth_first};
};

}  // namespace inarow::INAROW_ISA
