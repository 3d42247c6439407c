#include "search/five/threat_search.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

bool ThreatSearch::prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget,
                         Proof& proof) {
  kind_ = kind;
  budget_ = &budget;
  nodes_left_ = nodes;
  salt_ = attack_key(board.to_move(), kind);
  for (int depth = 0; depth <= deepest; ++depth) {
    cut_ = false;
    if (attack(board, depth, proof)) return true;
    if (!cut_ || nodes_left_ <= 0) return false;
  }
  return false;
}

bool ThreatSearch::attack(FiveBoard& board, int depth, Proof& proof) {
  ThreatActions actions;
  const Attack status = list_attacks(board, kind_, actions);
  if (status == Attack::failed) return false;
  if (status == Attack::won) {
    proof = {actions[0], plies_to_win(board)};
    return true;
  }
  const std::uint64_t key = board.key() ^ salt_;
  Entry& slot = table_[key >> (64 - table_bits)];
  const bool known = slot.key == key;
  if (known && slot.plies > 0) {
    proof = {slot.action, slot.plies};
    return true;
  }
  if (known && slot.failed >= depth) {
    cut_ = cut_ || slot.failed < never;
    return false;
  }
  const int me = board.to_move();
  const auto won = [&](Action action, int plies) {
    proof = {action, plies};
    slot = {key, static_cast<std::int16_t>(plies), -1, action};
    return true;
  };
  const bool forced = !board.fives(1 - me).empty();
  const bool free = forced && kind_ == Threats::threes;
  if (kind_ == Threats::threes && !known && !forced && !board.fours(me).empty()) {
    const int most = static_cast<int>(std::min<std::int64_t>(four_nodes, nodes_left_));
    const std::uint64_t before = budget_->nodes();
    const int plies = fours_.solve(board, {most}, *budget_);
    nodes_left_ -= static_cast<std::int64_t>(budget_->nodes() - before);
    if (plies > 0) return won(fours_.line().front(), plies);
  }
  const bool cut_before = cut_;
  cut_ = false;
  if (depth == 0 && !free) {
    cut_ = true;
  } else {
    for (const Action action : actions) {
      if (nodes_left_-- <= 0) return false;
      budget_->visit();
      const ScopedMove made(board, action);
      int plies = 0;
      if (defend(board, free ? depth : depth - 1, plies)) {
        cut_ = cut_before;
        return won(action, plies + 1);
      }
    }
  }
  if (nodes_left_ <= 0) return false;
  slot = {key, 0, static_cast<std::int16_t>(cut_ ? depth : never), 0};
  cut_ = cut_ || cut_before;
  return false;
}

bool ThreatSearch::defend(FiveBoard& board, int depth, int& plies) {
  ThreatActions actions;
  const Attack status = list_replies(board, actions);
  if (status == Attack::failed) return false;
  if (status == Attack::won) {
    plies = board.fives(1 - board.to_move()).empty() ? 4 : 2;
    return true;
  }
  plies = 0;
  for (const Action action : actions) {
    if (nodes_left_-- <= 0) return false;
    budget_->visit();
    const ScopedMove made(board, action);
    Proof proof;
    if (!attack(board, depth, proof)) return false;
    plies = std::max(plies, proof.plies + 1);
  }
  return true;
}

}  // namespace inarow::INAROW_ISA
