#include "search/rows/vcf.h"

namespace inarow::INAROW_ISA {

const std::vector<Action>& Vcf::solve(ShapeBoard& board, const VcfLimits& limits, Budget& budget) {
  line_.clear();
  nodes_left_ = limits.nodes;
  if (!attack(board, limits.fours, budget)) line_.clear();
  return line_;
}

bool Vcf::attack(ShapeBoard& board, int fours_left, Budget& budget) {
  const int me = board.to_move();
  if (!board.wins(me).empty()) {
    line_.push_back(board.wins(me).front());
    return true;
  }
  if (fours_left == 0 || board.fours(me).empty()) return false;
  const std::uint64_t key = board.state().key();
  Failure& failure = failed_[key >> (64 - failed_bits)];
  if (failure.key == key && failure.fours >= fours_left) return false;

  const CellSet& threats = board.wins(1 - me);
  Actions<Mnk> actions;
  if (!threats.empty()) {
    if (threats.size() == 1 && board.fours(me).has(threats.front())) actions.push(threats.front());
  } else {
    for (const Shape wanted : {open_four, four}) {
      board.fours(me).for_each([&](Action action) {
        if (board.best(me, action) == wanted) actions.push(action);
      });
    }
  }
  for (const Action action : actions) {
    if (nodes_left_ == 0) return false;
    --nodes_left_;
    budget.visit();
    if (try_four(board, action, fours_left, budget)) return true;
  }
  if (nodes_left_ > 0) failure = {key, fours_left};
  return false;
}

bool Vcf::try_four(ShapeBoard& board, Action action, int fours_left, Budget& budget) {
  const int me = board.to_move();
  const ScopedMove made(board, action);
  const CellSet& wins = board.wins(me);
  const Action answer = wins.front();
  const bool twice = wins.size() > 1;
  const ScopedMove answered(board, answer);
  const std::size_t length = line_.size();
  line_.push_back(action);
  line_.push_back(answer);
  if (twice) {
    line_.push_back(wins.front());
    return true;
  }
  if (attack(board, fours_left - 1, budget)) return true;
  line_.resize(length);
  return false;
}

}  // namespace inarow::INAROW_ISA
