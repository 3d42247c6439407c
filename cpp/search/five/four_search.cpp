#include "search/five/four_search.h"

namespace inarow::INAROW_ISA {

int FourSearch::solve(FiveBoard& board, int nodes, Budget& budget) {
  line_.clear();
  nodes_left_ = nodes;
  return attack(board, budget) ? static_cast<int>(line_.size()) : 0;
}

bool FourSearch::attack(FiveBoard& board, Budget& budget) {
  const int me = board.to_move(), you = 1 - me;
  if (!board.fives(me).empty()) {
    line_.push_back(board.fives(me).front());
    return true;
  }
  const CellSet& fours = board.fours(me);
  if (fours.empty() || board.fives(you).size() > 1) return false;

  // Best first: what wins by itself, then fours with more behind them.
  ActionList<max_cells> actions;
  if (!board.fives(you).empty()) {
    // The opponent has a four: it must be met, by a four of our own.
    const Action must = board.fives(you).front();
    if (fours.has(must)) actions.push(must);
  } else if (!board.open_fours(me).empty()) {
    actions.push(board.open_fours(me).front());
  } else {
    const std::uint64_t key = board.key();
    if (failed_[key >> (64 - failed_bits)] == key) return false;
    for (const Force wanted : {makes_four_three, makes_four_plus, makes_four}) {
      if (board.count(me, wanted) == 0) continue;
      fours.for_each([&](Action action) {
        if (board.force(me, action) != wanted) return;
        if (which_ == all || board.leads_on(me, action)) actions.push(action);
      });
    }
  }
  for (const Action action : actions) {
    if (nodes_left_-- <= 0) return false;
    budget.visit();
    const std::size_t length = line_.size();
    const ScopedMove made(board, action);
    const Action answer = board.fives(me).front();
    const ScopedMove answered(board, answer);
    line_.push_back(action);
    line_.push_back(answer);
    if (attack(board, budget)) return true;
    line_.resize(length);
  }
  if (nodes_left_ > 0 && board.fives(you).empty()) {
    failed_[board.key() >> (64 - failed_bits)] = board.key();
  }
  return false;
}

}  // namespace inarow::INAROW_ISA
