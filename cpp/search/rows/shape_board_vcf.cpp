#include "search/rows/shape_board_vcf.h"

namespace inarow::INAROW_ISA {

void ShapeBoardFours::list(const ShapeBoard& board, FourActions& actions) const {
  const int me = board.to_move();
  for (const Shape wanted : {open_four, four}) {
    board.fours(me).for_each([&](Action action) {
      if (board.best(me, action) == wanted) actions.push(action);
    });
  }
}

template class Vcf<ShapeBoard, ShapeBoardFours>;

}  // namespace inarow::INAROW_ISA
