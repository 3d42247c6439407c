// m,n,k games: two players take turns to put a stone on an empty cell of a board with m columns and
// n rows; k stones of one colour in a row, column or diagonal win (freestyle: at least k; exact:
// exactly k). A full board without a winner is a draw. Tic-tac-toe is 3,3,3, Gomoku 15,15,5.
//
// Each colour keeps its stones as bits along every line of the board in the four directions, so a
// move touches four words and a win can only be in one of them.
#pragma once

#include <array>
#include <vector>

#include "games/base.h"
#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

struct MnkRules {
  using State = class Mnk;

  MnkRules(int rows, int cols, int k, bool exact);

  // Where a cell lies: its line in each direction, and the bit it has there (the column's number in
  // rows and diagonals, the row's number in columns).
  struct Spot {
    std::uint8_t line[4];
    std::uint8_t row, col;
  };

  int rows, cols, k;
  bool exact;
  int cells;
  int line_count;    // lines of one colour, all four directions
  int shortest_win;  // no game is won before this many plies
  int shift_count;   // k in a row <=> a bit survives `x &= x >> shifts[i]` for each i
  std::uint8_t shifts[5];
  std::uint64_t start_key;
  std::array<Spot, max_cells> spots;
  std::vector<std::uint8_t>
      wins_by_set;  // on boards of up to 12 cells: does this set of cells win?
  GridSymmetries symmetries;
};

class Mnk {
 public:
  using Rules = MnkRules;
  static constexpr int max_actions = max_cells;

  explicit Mnk(const MnkRules& rules);
  // Copies only the part of the arrays that this board and this game have used.
  Mnk(const Mnk& other) { *this = other; }
  Mnk& operator=(const Mnk& other);

  const MnkRules& rules() const { return *rules_; }
  const GridSymmetries& symmetries() const { return rules_->symmetries; }
  int ply() const { return ply_; }
  int to_move() const { return ply_ & 1; }
  Outcome outcome() const { return outcome_; }
  Action move_at(int index) const { return history_[index]; }
  std::uint64_t key() const { return key_; }
  Cell cell(int index) const;
  CellBits stones(int player) const;
  const CellBits& empty_cells() const { return empty_; }
  bool operator==(const Mnk& other) const;

  bool is_legal(int action) const {
    return outcome_ == Outcome::ongoing && action >= 0 && action < rules_->cells &&
           is_empty(action);
  }
  void legal_actions(ActionList<max_actions>& list) const;
  CellBits legal_cells() const { return outcome_ == Outcome::ongoing ? empty_ : CellBits{}; }
  int legal_action_count() const { return outcome_ == Outcome::ongoing ? rules_->cells - ply_ : 0; }
  int ending_action_count() const;
  void play(Action action);
  void undo();
  Outcome random_playout(Rng& rng) const;

  std::uint64_t image_key(int symmetry) const;
  int image_rest(int) const { return 0; }

  // Whether a stone of this player on an empty cell would make a winning row.
  bool would_win(Action cell, int player) const;
  // The cells of the winning lines, ascending; empty if nobody has won.
  ActionList<max_actions> winning_cells() const;

 private:
  static constexpr int max_lines = 2 * max_side + 2 * (2 * max_side - 1);

  Outcome small_board_playout(Rng& rng) const;
  bool is_empty(int cell) const { return empty_[cell / 64] >> (cell % 64) & 1; }

  const MnkRules* rules_;
  std::uint64_t key_;
  std::int16_t ply_;
  Outcome outcome_;
  CellBits empty_;
  std::uint32_t lines_[2 * max_lines];  // the first colour's lines, then at line_count the second's
  Action history_[max_cells];
};

}  // namespace inarow::INAROW_ISA
