// Victory by continuous fours: a win in which every move of the attacker threatens to win at once,
// so that the defender never has a choice, until there are two such threats or a row is complete.
//
// Depth first. At each step the attacker tries the cells that make a four (k - 1 in a row that one
// more cell would complete), in an order that depends on the board; the defender's answer is the
// cell that would win. If the defender has a four as well, the attacker must take its last cell and
// make a four with it. Positions that failed are stored.
//
// A line that is found is a proof. Not found means only that fours alone do not win, or that a
// limit came first. (Gomoku-ABM's threat-space search, after Allis: "four, four, open four".)
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "search/base.h"
#include "search/rows/cell_set.h"

namespace inarow::INAROW_ISA {

template <class B>
concept BoardWithFours = requires(B board, const B& fixed, Action action, int player) {
  board.play(action);
  board.undo();
  { fixed.to_move() } -> std::same_as<int>;
  { fixed.key() } -> std::same_as<std::uint64_t>;
  // The empty cells where a player wins at once, and where it makes a four.
  { fixed.fives(player) } -> std::same_as<const CellSet&>;
  { fixed.fours(player) } -> std::same_as<const CellSet&>;
};

using FourActions = ActionList<max_cells>;

// What depends on the board: which fours are tried, in which order, and how failures are stored.
template <class P, class Board>
concept FourPolicy = requires(const P& policy, const Board& board, FourActions& actions) {
  typename P::FailureTable;
  // Whether positions where a four of the defender must be answered are stored, too.
  { P::remembers_answers } -> std::convertible_to<bool>;
  policy.list(board, actions);  // of the player to move; the defender has none
};

struct VcfLimits {
  int nodes;              // positions that one search may visit
  int fours = max_cells;  // moves of the attacker, without the one that completes the row
};

template <BoardWithFours Board, FourPolicy<Board> Policy>
class Vcf {
 public:
  explicit Vcf(const Policy& policy = {}) : policy_(policy) {}

  // How many plies the win for the player to move takes, 0 if none was found; `line` then holds the
  // actions of both sides with the last that wins.
  int solve(Board& board, const VcfLimits& limits, Budget& budget) {
    line_.clear();
    nodes_left_ = limits.nodes;
    return attack(board, limits.fours, budget) ? static_cast<int>(line_.size()) : 0;
  }
  const std::vector<Action>& line() const { return line_; }

 private:
  bool attack(Board& board, int fours_left, Budget& budget) {
    const int me = board.to_move();
    if (!board.fives(me).empty()) {
      line_.push_back(board.fives(me).front());
      return true;
    }
    if (fours_left == 0 || board.fours(me).empty()) return false;
    const CellSet& threats = board.fives(1 - me);
    const std::uint64_t key = board.key();
    const bool remembered = Policy::remembers_answers || threats.empty();
    if (remembered && failures_.has(key, fours_left)) return false;

    FourActions actions;
    if (threats.empty()) {
      policy_.list(board, actions);
    } else if (threats.size() == 1 && board.fours(me).has(threats.front())) {
      actions.push(threats.front());
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
      if (attack(board, fours_left - 1, budget)) return true;
      line_.resize(length);
    }
    if (nodes_left_ > 0 && remembered) failures_.add(key, fours_left);
    return false;
  }

  Policy policy_;
  typename Policy::FailureTable failures_;
  std::vector<Action> line_;
  int nodes_left_ = 0;
};

// Positions that failed with any number of fours left, one for each hash.
template <int bits>
class FailedPositions {
 public:
  bool has(std::uint64_t key, int) const { return keys_[key >> (64 - bits)] == key; }
  void add(std::uint64_t key, int) { keys_[key >> (64 - bits)] = key; }

 private:
  std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(std::size_t{1} << bits);
};

// Positions that failed with so many fours left to try, one for each hash.
template <int bits>
class FailedPositionsByFours {
 public:
  bool has(std::uint64_t key, int fours_left) const {
    const Entry& entry = entries_[key >> (64 - bits)];
    return entry.key == key && entry.fours_left >= fours_left;
  }
  void add(std::uint64_t key, int fours_left) { entries_[key >> (64 - bits)] = {key, fours_left}; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    int fours_left = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << bits);
};

}  // namespace inarow::INAROW_ISA
