// A position of ultimate with its evaluation by a network, updated move by move.
//
// A stack has for each ply both views of the network, the numbers of the rows they were added up
// from, and a key; undoing a move is going back by one entry. A closed local board counts in the
// key by its result alone: its stones have no influence on what follows, so that positions which
// differ only there share an entry of the transposition table.
#pragma once

#include <memory>
#include <vector>

#include "games/ultimate.h"
#include "search/base.h"
#include "search/ultimate/network.h"

namespace inarow::INAROW_ISA {

class UltimatePosition {
 public:
  UltimatePosition(const Ultimate& state, const UltimateNetwork& network);

  const Ultimate& state() const { return state_; }
  void play(Action action);
  void undo() {
    state_.undo();
    --top_;
  }

  std::uint64_t key() const { return top_->key; }
  // The key after an action, unless it closes its local board: to fetch a table's entry in advance.
  std::uint64_t key_after(Action action) const;
  // The network's output for the player to move, in units of 1 / output_one.
  int output() const {
    return network_.evaluate(top_->views, state_.to_move(), state_.forced_board(),
                             state_.rules().most_boards_break_ties);
  }
  // The number of the row of a local board, as a player sees it: of its pattern while it is open.
  int row_number(int board, int viewer) const { return top_->rows[board][viewer]; }
  // Both sides' views, for tests.
  const UltimateNetwork::Views& views() const { return top_->views; }

 private:
  struct Entry {
    UltimateNetwork::Views views;
    std::uint64_t key;
    std::uint16_t rows[9][2];  // by local board and view
  };

  void set_rows(int board, std::uint16_t (&rows)[2]) const;
  std::uint64_t stones_key(int board) const;

  Ultimate state_;
  const UltimateNetwork& network_;
  const LocalPatterns& patterns_;
  std::vector<Entry> entries_;  // from the position that it was made with
  Entry* top_;
};

}  // namespace inarow::INAROW_ISA
