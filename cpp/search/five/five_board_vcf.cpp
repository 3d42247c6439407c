#include "search/five/five_board_vcf.h"

namespace inarow::INAROW_ISA {

void FiveBoardFours::list(const FiveBoard& board, FourActions& actions) const {
  const int me = board.to_move();
  if (!board.open_fours(me).empty()) {
    actions.push(board.open_fours(me).front());
    return;
  }
  for (const Force wanted : {makes_four_three, makes_four_plus, makes_four}) {
    if (board.count(me, wanted) == 0) continue;
    board.fours(me).for_each([&](Action action) {
      if (board.force(me, action) != wanted) return;
      if (which == all || board.leads_on(me, action)) actions.push(action);
    });
  }
}

template class Vcf<FiveBoard, FiveBoardFours>;

}  // namespace inarow::INAROW_ISA
