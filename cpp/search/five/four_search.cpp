#include "search/five/four_search.h"

namespace inarow::INAROW_ISA {

int FourSearch::solve(Field& field, int nodes, Budget& budget) {
  line_.clear();
  nodes_left_ = nodes;
  return attack(field, budget) ? static_cast<int>(line_.size()) : 0;
}

bool FourSearch::attack(Field& field, Budget& budget) {
  const int me = field.to_move(), you = 1 - me;
  if (!field.fives(me).empty()) {
    line_.push_back(field.fives(me).front());
    return true;
  }
  const CellSet& fours = field.fours(me);
  if (fours.empty() || field.fives(you).size() > 1) return false;

  // Best first: what wins by itself, then fours with more behind them.
  MoveList<max_cells> moves;
  if (!field.fives(you).empty()) {
    // The opponent has a four: it must be met, by a four of our own.
    const Move must = field.fives(you).front();
    if (fours.has(must)) moves.push(must);
  } else if (!field.open_fours(me).empty()) {
    moves.push(field.open_fours(me).front());
  } else {
    const std::uint64_t key = field.key();
    if (failed_[key >> (64 - failed_bits)] == key) return false;
    for (const Force wanted : {makes_four_three, makes_four_plus, makes_four}) {
      if (field.count(me, wanted) == 0) continue;
      fours.for_each([&](Move move) {
        if (field.force(me, move) != wanted) return;
        if (which_ == all || field.breeds(me, move)) moves.push(move);
      });
    }
  }
  for (const Move move : moves) {
    if (nodes_left_-- <= 0) return false;
    budget.visit();
    const std::size_t length = line_.size();
    const ScopedMove made(field, move);
    const Move answer = field.fives(me).front();
    const ScopedMove answered(field, answer);
    line_.push_back(move);
    line_.push_back(answer);
    if (attack(field, budget)) return true;
    line_.resize(length);
  }
  if (nodes_left_ > 0 && field.fives(you).empty()) {
    failed_[field.key() >> (64 - failed_bits)] = field.key();
  }
  return false;
}

}  // namespace inarow::INAROW_ISA
