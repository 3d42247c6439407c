#include "search/five/threat_moves.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

namespace {

// A few moves, sorted by how good they look.
class Ranked {
 public:
  void push(int score, Move move) { moves_[size_++] = {score, move}; }
  void write(ThreatMoves& list) {
    std::sort(moves_.begin(), moves_.begin() + size_, [](const auto& a, const auto& b) {
      return a.score != b.score ? a.score > b.score : a.move < b.move;
    });
    for (int i = 0; i < size_; ++i) list.push(moves_[i].move);
  }

 private:
  struct Entry {
    int score;
    Move move;
  };
  int size_ = 0;
  std::array<Entry, max_cells> moves_;
};

constexpr int by_force = 1 << 16;  // force comes first, then how good a move looks otherwise

}  // namespace

void meet_open_fours(const FiveBoard& board, int attacker, Answers& answers) {
  bool first = true;
  board.open_fours(attacker).for_each([&](Move cell) {
    if (!first && answers.size() == 0) return;
    MoveList<2 * directions * 5> fives;
    board.fives_after(attacker, cell, fives);
    const auto meets = [&](Move move) {
      return move == cell ||
             (fives.size() <= 2 && std::find(fives.begin(), fives.end(), move) != fives.end());
    };
    if (first) {
      answers.clear();
      answers.push(cell);
      if (fives.size() <= 2) {
        for (const Move five : fives) answers.push(five);
      }
      first = false;
      return;
    }
    Answers both;
    for (const Move move : answers) {
      if (meets(move)) both.push(move);
    }
    answers = both;
  });
}

Attack list_attacks(const FiveBoard& board, Threats kind, ThreatMoves& moves) {
  const int me = board.to_move(), you = 1 - me;
  moves.clear();
  if (!board.fives(me).empty()) {
    moves.push(board.fives(me).front());
    return Attack::won;
  }
  if (board.fives(you).size() > 1) return Attack::failed;
  if (!board.fives(you).empty()) {
    // A four of the defender must be met, and the attack goes on if that leaves a threat.
    const Move must = board.fives(you).front();
    const Force force = board.force(me, must);
    const bool threatens = kind == Threats::fours
                               ? force >= makes_four
                               : force >= makes_open_three || !board.open_fours(me).empty();
    if (!threatens) return Attack::failed;
    moves.push(must);
    return force >= makes_open_four ? Attack::won : Attack::open;
  }
  if (!board.open_fours(me).empty()) {
    moves.push(board.open_fours(me).front());
    return Attack::won;
  }
  Ranked ranked;
  board.fours(me).for_each(
      [&](Move move) { ranked.push(board.force(me, move) * by_force + board.score(move), move); });
  if (kind == Threats::threes) {
    const auto add = [&](Move move) {
      const Force force = board.force(me, move);
      if (force < makes_open_three || force >= makes_four) return;
      ranked.push(force * by_force + board.score(move), move);
    };
    if (!board.open_fours(you).empty()) {
      // The defender is about to make an open four: a three is too slow unless it meets that.
      Answers answers;
      meet_open_fours(board, you, answers);
      for (const Move move : answers) add(move);
    } else if (board.count(me, makes_open_three) + board.count(me, makes_three_plus) +
                   board.count(me, makes_double_three) >
               0) {
      for (int cell = 0; cell < board.plan().cells; ++cell) {
        if (board.is_empty(cell)) add(static_cast<Move>(cell));
      }
    }
  }
  ranked.write(moves);
  return moves.size() == 0 ? Attack::failed : Attack::open;
}

Attack list_replies(const FiveBoard& board, ThreatMoves& moves) {
  const int me = board.to_move(), you = 1 - me;
  moves.clear();
  if (!board.fives(me).empty() || board.is_full()) return Attack::failed;
  if (!board.fives(you).empty()) {
    moves.push(board.fives(you).front());
    return board.fives(you).size() > 1 ? Attack::won : Attack::open;
  }
  if (board.open_fours(you).empty()) return Attack::failed;
  Ranked ranked;
  board.fours(me).for_each(
      [&](Move move) { ranked.push(board.force(me, move) * by_force + board.score(move), move); });
  Answers answers;
  meet_open_fours(board, you, answers);
  for (const Move move : answers) {
    if (!board.fours(me).has(move)) ranked.push(board.score(move), move);
  }
  ranked.write(moves);
  if (moves.size() > 0) return Attack::open;
  moves.push(board.open_fours(you).front());
  return Attack::won;
}

}  // namespace inarow::INAROW_ISA
