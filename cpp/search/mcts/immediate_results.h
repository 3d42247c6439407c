// What is certain of a position at one glance, asked once when it becomes a node: is there a win at
// once, and which moves do not lose at once? The rest need no search, whatever the policies.
#pragma once

#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

// Fills in the moves worth searching, at least one, of a position that is not over.
inline Proven immediate_result(const Mnk& state, Moves<Mnk>& moves) {
  state.legal_moves(moves);
  if (state.ply() + 2 < state.rules().shortest_win) return Proven::no;
  const int me = state.to_move();
  Moves<Mnk> answers;  // to the opponent's threats
  for (const Move move : moves) {
    if (state.would_win(move, me)) {
      moves.clear();
      moves.push(move);
      return Proven::win;
    }
    if (state.would_win(move, 1 - me)) answers.push(move);
  }
  if (answers.size() == 0) return Proven::no;
  moves.clear();
  moves.push(answers[0]);
  return answers.size() > 1 ? Proven::loss : Proven::no;
}

inline Proven immediate_result(const Position<Mnk>& position, Moves<Mnk>& moves) {
  if (const auto win = position.winning_move()) {
    moves.clear();
    moves.push(*win);
    return Proven::win;
  }
  if (position.moves_worth_searching(moves) > 1) return Proven::loss;
  const bool settled = !position.can_win(0) && !position.can_win(1);
  return settled ? Proven::draw : Proven::no;
}

inline bool wins_at_once(Ultimate& state) {
  if (state.ending_move_count() == 0) return false;
  const int me = state.to_move();
  Moves<Ultimate> moves;
  state.legal_moves(moves);
  for (const Move move : moves) {
    const ScopedMove made(state, move);
    if (state.outcome() == win_for(me)) return true;
  }
  return false;
}

inline Proven immediate_result(const Ultimate& state, Moves<Ultimate>& moves) {
  constexpr int shortest_win = 17;
  state.legal_moves(moves);
  if (state.ply() + 2 < shortest_win) return Proven::no;
  const int me = state.to_move();
  Ultimate next = state;
  Moves<Ultimate> safe;
  for (const Move move : moves) {
    const ScopedMove made(next, move);
    if (next.outcome() == win_for(me)) {
      moves.clear();
      moves.push(move);
      return Proven::win;
    }
    const bool loses = next.outcome() == win_for(1 - me) ||
                       (next.outcome() == Outcome::ongoing && wins_at_once(next));
    if (!loses) safe.push(move);
  }
  if (safe.size() == 0) return Proven::loss;
  moves = safe;
  return Proven::no;
}

inline Proven immediate_result(const Position<Ultimate>& position, Moves<Ultimate>& moves) {
  return immediate_result(position.state(), moves);
}

}  // namespace inarow::INAROW_ISA
