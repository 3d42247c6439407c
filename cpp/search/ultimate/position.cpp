#include "search/ultimate/position.h"

#include "games/bits.h"
#include "games/zobrist.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr auto forced_keys = random_words<10>(0x7a11);
constexpr auto decided_keys = random_words<27>(0x7a12);  // by local board and result
constexpr std::uint64_t mover_key = mix64(0x7a13);       // if the second player is to move

std::uint64_t decided_key(int board, Outcome local) {
  return decided_keys[3 * board + static_cast<int>(local) - 1];
}

}  // namespace

UltimatePosition::UltimatePosition(const Ultimate& state, const UltimateNetwork& network)
    : state_(state),
      network_(network),
      patterns_(local_patterns()),
      entries_(plies_left(state) + 1),
      top_(entries_.data()) {
  *top_ = {};
  top_->key = state.rules().start_key ^ forced_keys[state.forced_board()];
  if (state.to_move() == 1) top_->key ^= mover_key;
  for (int board = 0; board < 9; ++board) {
    set_rows(board, top_->rows[board]);
    const Outcome local = state.local_outcome(board);
    top_->key ^= local == Outcome::ongoing ? stones_key(board) : decided_key(board, local);
    for (const int viewer : {0, 1}) {
      const UltimateNetwork::Row& row = network.row(board, top_->rows[board][viewer]);
      UltimateNetwork::Row& view = top_->views[viewer];
      for (int lane = 0; lane < UltimateNetwork::lanes; ++lane) {
        view[lane] = static_cast<std::int16_t>(view[lane] + row[lane]);
      }
    }
  }
}

void UltimatePosition::play(Action action) {
  const int player = state_.to_move(), board = Ultimate::board_of(action);
  const Entry& before = *top_;
  Entry& after = *++top_;
  after.key = before.key ^ forced_keys[state_.forced_board()] ^ stone_key[player][action];
  state_.play(action);
  after.key ^= forced_keys[state_.forced_board()] ^ mover_key;
  const Outcome local = state_.local_outcome(board);
  if (local != Outcome::ongoing) after.key ^= stones_key(board) ^ decided_key(board, local);
  std::copy(&before.rows[0][0], &before.rows[0][0] + 18, &after.rows[0][0]);
  set_rows(board, after.rows[board]);
  for (const int viewer : {0, 1}) {
    const UltimateNetwork::Row& old_row = network_.row(board, before.rows[board][viewer]);
    const UltimateNetwork::Row& new_row = network_.row(board, after.rows[board][viewer]);
    const UltimateNetwork::Row& from = before.views[viewer];
    UltimateNetwork::Row& to = after.views[viewer];
    for (int lane = 0; lane < UltimateNetwork::lanes; ++lane) {
      to[lane] = static_cast<std::int16_t>(from[lane] - old_row[lane] + new_row[lane]);
    }
  }
}

std::uint64_t UltimatePosition::key_after(Action action) const {
  const int target = Ultimate::local_cell_of(action);
  const bool is_open = state_.playable_cells(target) != 0;
  return top_->key ^ mover_key ^ stone_key[state_.to_move()][action] ^
         forced_keys[state_.forced_board()] ^ forced_keys[is_open ? target : Ultimate::any_board];
}

// The rows of a local board as it is now.
void UltimatePosition::set_rows(int board, std::uint16_t (&rows)[2]) const {
  const Outcome local = state_.local_outcome(board);
  for (const int viewer : {0, 1}) {
    int number;
    if (local == Outcome::ongoing) {
      number = patterns_.index(state_.local_stones(viewer, board),
                               state_.local_stones(1 - viewer, board));
    } else {
      number = network_.decided_row(local == Outcome::draw ? 2 : local != win_for(viewer));
    }
    rows[viewer] = static_cast<std::uint16_t>(number);
  }
}

// The stones of a local board in the key, while it is open.
std::uint64_t UltimatePosition::stones_key(int board) const {
  std::uint64_t key = 0;
  for (const int side : {0, 1}) {
    for (unsigned cells = state_.local_stones(side, board); cells != 0; cells &= cells - 1) {
      key ^= stone_key[side][Ultimate::cell_at(board, lowest_bit(cells))];
    }
  }
  return key;
}

}  // namespace inarow::INAROW_ISA
