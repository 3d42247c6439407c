// Victory by continuous fours on a ShapeBoard, for any k: open fours first, with a limit on fours.
#pragma once

#include "search/rows/shape_board.h"
#include "search/rows/vcf.h"

namespace inarow::INAROW_ISA {

struct ShapeBoardFours {
  using FailureTable = FailedPositionsByFours<16>;
  static constexpr bool remembers_answers = true;

  void list(const ShapeBoard& board, FourActions& actions) const;
};

using ShapeBoardVcf = Vcf<ShapeBoard, ShapeBoardFours>;
extern template class Vcf<ShapeBoard, ShapeBoardFours>;

}  // namespace inarow::INAROW_ISA
