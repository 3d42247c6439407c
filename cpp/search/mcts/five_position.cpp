#include "search/mcts/five_position.h"

#include "search/five/weights.h"

namespace inarow::INAROW_ISA {

FivePlan::FivePlan(const MnkRules& rules, int vcf_nodes)
    : board_(rules, engine_weights()), vcf_nodes_(vcf_nodes) {}

int FivePlan::victory(FiveBoard& board) {
  if (vcf_nodes_ <= 0 || board.fours(board.to_move()).empty()) return -1;
  static const std::atomic<bool> never = false;
  Budget budget(Limits{}, never, nullptr);  // the nodes alone end it
  return vcf_.solve(board, {.nodes = vcf_nodes_}, budget) > 0 ? vcf_.line().front() : -1;
}

}  // namespace inarow::INAROW_ISA
