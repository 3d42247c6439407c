// Ultimate tic-tac-toe: nine tic-tac-toe boards on a 3 x 3 board. The cell a player takes in its
// local board names the local board the opponent must play in; a local board that is won or full is
// closed, and a player who is sent to a closed one may play in any open board. Three local boards
// in a row win. When every local board is closed without that, the game is a draw, or with the
// tie-break "boards" a win for the player who has more of them.
//
// Cells are numbered over the whole 9 x 9 grid, row * 9 + column. Local board b covers the rows 3
// (b / 3) .. and the columns 3 (b % 3) .. of the grid; its cells are numbered the same way, 0..8.
#pragma once

#include "games/base.h"
#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

struct UltimateRules {
  using State = class Ultimate;
  static constexpr int rows = 9, cols = 9;

  explicit UltimateRules(bool most_boards_break_ties);

  bool most_boards_break_ties;
  std::uint64_t start_key;
  GridSymmetries symmetries;        // of the grid, which turn both levels
  GridSymmetries board_symmetries;  // the same ones, acting on the nine local boards
};

class Ultimate {
 public:
  using Rules = UltimateRules;
  static constexpr int max_actions = 81;
  static constexpr int any_board = 9;

  explicit Ultimate(const UltimateRules& rules);

  const UltimateRules& rules() const { return *rules_; }
  const GridSymmetries& symmetries() const { return rules_->symmetries; }
  int ply() const { return ply_; }
  int to_move() const { return ply_ & 1; }
  Outcome outcome() const { return outcome_; }
  Action move_at(int index) const { return history_[index]; }
  std::uint64_t key() const { return key_; }
  Cell cell(int index) const;
  CellBits stones(int player) const { return over_grid(board_.stones[player]); }
  bool operator==(const Ultimate& other) const;

  bool is_legal(int action) const;
  void legal_actions(ActionList<max_actions>& list) const;
  CellBits legal_cells() const;
  int legal_action_count() const;
  int ending_action_count() const;
  void play(Action action);
  void undo();
  Outcome random_playout(Rng& rng) const;

  std::uint64_t image_key(int symmetry) const;
  int image_rest(int symmetry) const;

  // Sets of nine cells, one for each local board, as one set of cells of the grid.
  static CellBits over_grid(const std::uint16_t (&boards)[9]);
  // The local board of a cell of the grid, and the cell's number there; and back.
  static constexpr int board_of(Action cell) { return cell / 27 * 3 + cell % 9 / 3; }
  static constexpr int local_cell_of(Action cell) { return cell / 9 % 3 * 3 + cell % 3; }
  static constexpr Action cell_at(int board, int local) {
    return static_cast<Action>((board / 3 * 3 + local / 3) * 9 + board % 3 * 3 + local % 3);
  }
  // Of a set of cells of a local board, or of local boards, as nine bits: whether three are in a
  // line, and the others that would complete one.
  static bool has_line(unsigned nine);
  static unsigned completing(unsigned nine);
  // The local board the player to move must use, or any_board.
  int forced_board() const { return board_.forced(); }
  // A player's stones on a local board, as nine bits.
  unsigned local_stones(int player, int board) const { return board_.stones[player][board]; }
  // The playable cells of a local board, as nine bits; none once it is closed.
  unsigned playable_cells(int board) const { return board_.playable_in(board); }
  int playable_count() const { return board_.left; }  // on all boards
  // The local boards that a player has won, as nine bits.
  unsigned won_boards(int player) const { return board_.won[player]; }
  // How a local board ended, or ongoing.
  Outcome local_outcome(int board) const {
    if (board_.won[0] >> board & 1) return win_for(0);
    if (board_.won[1] >> board & 1) return win_for(1);
    return board_.room[board] == 0 ? Outcome::draw : Outcome::ongoing;
  }
  // The stones of the winning local lines, ascending; empty if nobody has won.
  ActionList<max_actions> winning_cells() const;

 private:
  struct Board {
    // By local board: its playable cells as nine bits, and their number from bit 9 up; 0 once the
    // board is closed. The tenth entry stays 0: the first move may go anywhere.
    std::uint16_t room[10];
    std::uint16_t stones[2][9];  // by player and local board
    std::uint16_t won[2];        // local boards by player
    std::uint8_t left;           // playable cells in all
    std::uint8_t sent;           // the local board named by the last move, closed or not

    unsigned playable_in(int board) const { return room[board] & 0x1ffu; }
    int forced() const { return room[sent] != 0 ? sent : any_board; }
    Outcome place(int player, int board, int cell, bool most_boards_break_ties);
  };

  const UltimateRules* rules_;
  std::uint64_t key_;
  Board board_;
  Outcome outcome_;
  std::uint8_t ply_;
  Action history_[81];
};

}  // namespace inarow::INAROW_ISA
