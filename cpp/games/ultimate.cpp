#include "games/ultimate.h"

#include <cstring>
#include <utility>

#include "games/bits.h"
#include "games/rng.h"
#include "games/zobrist.h"

namespace inarow::INAROW_ISA {

namespace {

static_assert(Game<Ultimate>);

constexpr std::uint16_t full = 0x1ff;       // nine cells, or nine boards
constexpr std::uint16_t one_cell = 1 << 9;  // in the count of playable cells of `Board::room`
constexpr int shortest_win = 17;            // three boards of three stones each, moves alternating

constexpr std::uint16_t tic_tac_toe_lines[] = {0b000000111, 0b000111000, 0b111000000, 0b001001001,
                                               0b010010010, 0b100100100, 0b100010001, 0b001010100};

// Constant tables of the grid.
struct Geometry {
  std::uint8_t board[81], cell[81];
  Action action[9][9];           // by local board and cell
  bool has_line[512];            // by set of cells
  std::uint16_t completes[512];  // by set of cells: the other cells that complete a line
  std::uint8_t nth[512][16];     // by set of cells: its cells in order, padded to 16 for speed
  std::uint32_t spread[512];     // by set of cells: the same in the bottom left board of the grid
};

constexpr Geometry make_geometry() {
  Geometry g{};
  for (int grid = 0; grid < 81; ++grid) {
    const int board = Ultimate::board_of(static_cast<Action>(grid));
    const int cell = Ultimate::local_cell_of(static_cast<Action>(grid));
    g.board[grid] = static_cast<std::uint8_t>(board);
    g.cell[grid] = static_cast<std::uint8_t>(cell);
    g.action[board][cell] = static_cast<Action>(grid);
  }
  for (int set = 0; set < 512; ++set) {
    for (int cell = 0, count = 0; cell < 9; ++cell) {
      if (!(set >> cell & 1)) continue;
      g.nth[set][count++] = static_cast<std::uint8_t>(cell);
      g.spread[set] |= std::uint32_t{1} << (cell / 3 * 9 + cell % 3);
    }
    for (const int line : tic_tac_toe_lines) {
      const int missing = line & ~set;
      if (missing == 0) g.has_line[set] = true;
      if (missing != 0 && (missing & (missing - 1)) == 0) {
        g.completes[set] |= static_cast<std::uint16_t>(missing);
      }
    }
  }
  return g;
}

constexpr Geometry geometry = make_geometry();
constexpr auto forced_key = random_words<10>(0x5e6f);

}  // namespace

UltimateRules::UltimateRules(bool most_boards_break_ties)
    : most_boards_break_ties(most_boards_break_ties),
      start_key(mix64(0x0171 + most_boards_break_ties)),
      symmetries(9, 9),
      board_symmetries(3, 3) {}

Ultimate::Ultimate(const UltimateRules& rules)
    : rules_(&rules),
      key_(rules.start_key ^ forced_key[any_board]),
      board_{},
      outcome_(Outcome::ongoing),
      ply_(0),
      history_{} {
  for (int board = 0; board < 9; ++board) board_.room[board] = 9 * one_cell | full;
  board_.left = 81;
  board_.sent = any_board;
}

// The only place that applies a move.
inline Outcome Ultimate::Board::place(int player, int board, int cell,
                                      bool most_boards_break_ties) {
  const unsigned mine = stones[player][board] |= static_cast<std::uint16_t>(1u << cell);
  const unsigned rest = room[board] - (1u << cell) - one_cell;
  const unsigned wins = geometry.has_line[mine];
  sent = static_cast<std::uint8_t>(cell);
  const unsigned kept = rest & (wins - 1);
  left = static_cast<std::uint8_t>(left - 1 - (rest - kept) / one_cell);
  room[board] = static_cast<std::uint16_t>(kept);
  won[player] |= static_cast<std::uint16_t>(wins << board);
  if (geometry.has_line[won[player]]) return win_for(player);
  if (left > 0) return Outcome::ongoing;
  const int lead = most_boards_break_ties ? popcount(won[0]) - popcount(won[1]) : 0;
  return lead == 0 ? Outcome::draw : win_for(lead < 0);
}

Cell Ultimate::cell(int index) const {
  const unsigned bit = 1u << geometry.cell[index];
  if (board_.stones[0][geometry.board[index]] & bit) return Cell::first;
  return board_.stones[1][geometry.board[index]] & bit ? Cell::second : Cell::empty;
}

bool Ultimate::operator==(const Ultimate& other) const {
  return rules_->most_boards_break_ties == other.rules_->most_boards_break_ties &&
         std::memcmp(board_.stones, other.board_.stones, sizeof board_.stones) == 0 &&
         board_.forced() == other.board_.forced();
}

bool Ultimate::is_legal(int action) const {
  if (outcome_ != Outcome::ongoing || action < 0 || action >= 81) return false;
  const int board = geometry.board[action], forced = board_.forced();
  if (forced != any_board && forced != board) return false;
  return board_.playable_in(board) >> geometry.cell[action] & 1;
}

void Ultimate::legal_actions(ActionList<max_actions>& list) const {
  list.clear();
  if (outcome_ != Outcome::ongoing) return;
  const int forced = board_.forced();
  if (forced != any_board) {
    for (unsigned cells = board_.playable_in(forced); cells != 0; cells &= cells - 1) {
      list.push(geometry.action[forced][lowest_bit(cells)]);
    }
    return;
  }
  // In ascending order: three boards at a time, row by row.
  for (int first = 0; first < 9; first += 3) {
    for (int row = 0; row < 9; row += 3) {
      for (int board = first; board < first + 3; ++board) {
        for (unsigned cells = board_.playable_in(board) >> row & 7; cells != 0;
             cells &= cells - 1) {
          list.push(geometry.action[board][row + lowest_bit(cells)]);
        }
      }
    }
  }
}

CellBits Ultimate::legal_cells() const {
  std::uint16_t boards[9] = {};
  if (outcome_ == Outcome::ongoing) {
    const int forced = board_.forced();
    const auto open = [&](int board) {
      return static_cast<std::uint16_t>(board_.playable_in(board));
    };
    if (forced != any_board) {
      boards[forced] = open(forced);
    } else {
      for (int board = 0; board < 9; ++board) boards[board] = open(board);
    }
  }
  return over_grid(boards);
}

CellBits Ultimate::over_grid(const std::uint16_t (&boards)[9]) {
  std::uint64_t bands[3] = {};  // three rows of the grid each
  for (int board = 0; board < 9; ++board) {
    bands[board / 3] |= std::uint64_t{geometry.spread[boards[board]]} << (3 * (board % 3));
  }
  return {bands[0] | bands[1] << 27 | bands[2] << 54, bands[2] >> 10};
}

bool Ultimate::has_line(unsigned nine) { return geometry.has_line[nine]; }
unsigned Ultimate::completing(unsigned nine) { return geometry.completes[nine]; }

int Ultimate::legal_action_count() const {
  if (outcome_ != Outcome::ongoing) return 0;
  const int room = board_.room[board_.sent];
  return room != 0 ? room / one_cell : board_.left;
}

int Ultimate::ending_action_count() const {
  if (outcome_ != Outcome::ongoing || ply_ + 1 < shortest_win) return 0;
  const int player = to_move(), forced = board_.forced();
  int ending = 0;
  for (int board = 0; board < 9; ++board) {
    const unsigned cells = board_.playable_in(board);
    if (cells == 0 || (forced != any_board && forced != board)) continue;
    // A move ends the game by winning a board that completes a line of boards, by winning the last
    // open board, or by taking its last cell.
    const bool last_board = board_.left == board_.room[board] / one_cell;
    if (last_board && board_.left == 1) return 1;
    if (last_board || (geometry.completes[board_.won[player]] >> board & 1)) {
      ending += popcount(geometry.completes[board_.stones[player][board]] & cells);
    }
  }
  return ending;
}

void Ultimate::play(Action action) {
  const int player = to_move();
  key_ ^= stone_key[player][action] ^ forced_key[board_.forced()];
  history_[ply_++] = action;
  outcome_ = board_.place(player, geometry.board[action], geometry.cell[action],
                          rules_->most_boards_break_ties);
  key_ ^= forced_key[board_.forced()];
}

void Ultimate::undo() {
  const Action move = std::exchange(history_[--ply_], Action{0});
  const int player = to_move(), board = geometry.board[move];
  key_ ^= stone_key[player][move] ^ forced_key[board_.forced()];
  board_.stones[player][board] &= static_cast<std::uint16_t>(~(1u << geometry.cell[move]));
  // Nobody plays in a closed board, so this one was open before the move.
  board_.won[player] &= static_cast<std::uint16_t>(~(1u << board));
  const unsigned cells = full & ~(board_.stones[0][board] | board_.stones[1][board]);
  const int count = popcount(cells);
  board_.left += static_cast<std::uint8_t>(count - board_.room[board] / one_cell);
  board_.room[board] = static_cast<std::uint16_t>(count * one_cell | cells);
  board_.sent = ply_ > 0 ? geometry.cell[history_[ply_ - 1]] : any_board;
  outcome_ = Outcome::ongoing;
  key_ ^= forced_key[board_.forced()];
}

Outcome Ultimate::random_playout(Rng& rng) const {
  Board board = board_;
  Outcome outcome = outcome_;
  const bool most_boards_break_ties = rules_->most_boards_break_ties;
  // The next cell of each board is drawn in advance, as soon as the board has changed: when a
  // player is sent there, nothing waits for the random number.
  const auto draw = [&](int local) {
    return geometry.nth[board.playable_in(local)][rng.below(board.room[local] / one_cell)];
  };
  std::uint8_t drawn[9];
  for (int local = 0; local < 9; ++local) drawn[local] = draw(local);
  for (int player = to_move(), sent = board.sent; outcome == Outcome::ongoing; player ^= 1) {
    int local = sent, cell;
    if (board.room[local] != 0) {
      cell = drawn[local];
    } else {
      // Uniform over all playable cells: count the boards before the picked one. A loop over all
      // nine costs less than a mispredicted branch.
      const int picked = rng.below(board.left);
      int cells_before = 0;
      local = 0;
      for (int other = 0, sum = 0; other < 9; ++other) {
        sum += board.room[other] / one_cell;
        local += sum <= picked;
        cells_before = sum <= picked ? sum : cells_before;
      }
      cell = geometry.nth[board.playable_in(local)][picked - cells_before];
    }
    outcome = board.place(player, local, cell, most_boards_break_ties);
    drawn[local] = draw(local);
    sent = cell;
  }
  return outcome;
}

std::uint64_t Ultimate::image_key(int symmetry) const {
  std::uint64_t key = rules_->start_key ^ forced_key[image_rest(symmetry)];
  for (int i = 0; i < ply_; ++i) {
    key ^= stone_key[i & 1][rules_->symmetries.map(symmetry, history_[i])];
  }
  return key;
}

int Ultimate::image_rest(int symmetry) const {
  const int forced = board_.forced();
  return forced == any_board ? any_board : rules_->board_symmetries.map(symmetry, forced);
}

ActionList<Ultimate::max_actions> Ultimate::winning_cells() const {
  ActionList<max_actions> cells;
  if (outcome_ != Outcome::first_wins && outcome_ != Outcome::second_wins) return cells;
  const int winner = outcome_ == Outcome::second_wins;
  // The union of all complete lines in a set of nine; nothing if the boards won on the tie-break.
  const auto on_lines = [](unsigned set) {
    unsigned cells_on_lines = 0;
    for (const unsigned line : tic_tac_toe_lines) {
      if ((set & line) == line) cells_on_lines |= line;
    }
    return cells_on_lines;
  };
  const unsigned boards = on_lines(board_.won[winner]);
  for (int grid = 0; grid < 81; ++grid) {
    const int board = geometry.board[grid];
    if ((boards >> board & 1) &&
        (on_lines(board_.stones[winner][board]) >> geometry.cell[grid] & 1)) {
      cells.push(grid);
    }
  }
  return cells;
}

}  // namespace inarow::INAROW_ISA
