// What threats say about the position to decide on, before the search.
//
//   attack     a victory by fours, else by threes too, is a proof: it is played
//   defences   if the opponent, were it to move, had a victory by fours, then a move that leaves
//              it one loses: only the others, and fours of our own, need a search
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board_vcf.h"
#include "search/five/victory_search.h"

namespace inarow::INAROW_ISA {

class RootThreats {
 public:
  // A winning line, or nothing. Spends at most a share of the budget.
  std::vector<Action> attack(FiveBoard& board, Budget& budget);

  // The moves worth searching, empty for all.
  std::vector<Action> defences(FiveBoard& board, Budget& budget);

 private:
  bool still_wins(FiveBoard& board, const std::vector<Action>& line) const;

  FiveBoardVcf fours_;
  VictorySearch victories_{Method::depth_first};
};

}  // namespace inarow::INAROW_ISA
