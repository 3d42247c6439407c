// Victory by continuous fours on a FiveBoard: an open four if there is one, else fours in the order
// of their force.
//
// A four whose stone builds nothing on its other lines seldom leads to another four. A search of
// `leading` fours leaves those out: it misses some wins, and takes a fraction of the time.
#pragma once

#include "search/five/five_board.h"
#include "search/rows/vcf.h"

namespace inarow::INAROW_ISA {

struct FiveBoardFours {
  enum Which { all, leading };

  using FailureTable = FailedPositions<15>;
  static constexpr bool remembers_answers = false;

  void list(const FiveBoard& board, FourActions& actions) const;

  Which which = all;
};

using FiveBoardVcf = Vcf<FiveBoard, FiveBoardFours>;
extern template class Vcf<FiveBoard, FiveBoardFours>;

}  // namespace inarow::INAROW_ISA
