#include "games/mnk.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "games/bits.h"
#include "games/rng.h"
#include "games/zobrist.h"

namespace inarow::INAROW_ISA {

namespace {

static_assert(Game<Mnk>);

constexpr int small_board = 12;  // cells; beyond, a table of all sets no longer fits the cache

enum Direction { along_row, along_column, along_diagonal, along_antidiagonal };

std::uint32_t bit_of(const MnkRules::Spot& spot, int direction) {
  return std::uint32_t{1} << (direction == along_column ? spot.row : spot.col);
}

// Puts a stone on its four lines; returns whether one of them now has k in a row. Lines have at
// most 20 bits, so two of them share a word: the bits that a shift carries from the upper line
// towards the lower one stay within the 12 empty bits between them.
inline bool place_and_check(std::uint32_t* lines, const MnkRules::Spot& spot,
                            const MnkRules& rules) {
  const std::uint32_t by_col = std::uint32_t{1} << spot.col, by_row = std::uint32_t{1} << spot.row;
  const std::uint64_t row = lines[spot.line[along_row]] |= by_col;
  const std::uint64_t column = lines[spot.line[along_column]] |= by_row;
  const std::uint64_t diagonal = lines[spot.line[along_diagonal]] |= by_col;
  const std::uint64_t antidiagonal = lines[spot.line[along_antidiagonal]] |= by_col;
  const std::uint64_t straight = row | column << 32, slanted = diagonal | antidiagonal << 32;

  std::uint64_t a = straight, b = slanted;
  for (int i = 0; i < rules.shift_count; ++i) {
    a &= a >> rules.shifts[i];
    b &= b >> rules.shifts[i];
  }
  if (rules.exact) {
    // A run that starts at a surviving bit is exactly k long if no stone stands before or behind.
    const std::uint64_t both = (std::uint64_t{0xffffffff} >> rules.k) * 0x100000001u;
    a &= ~(straight << 1) & ~(straight >> rules.k & both);
    b &= ~(slanted << 1) & ~(slanted >> rules.k & both);
  }
  return (a | b) != 0;
}

}  // namespace

MnkRules::MnkRules(int rows, int cols, int k, bool exact)
    : rows(rows),
      cols(cols),
      // A k above every board's side is clamped: nobody can win.
      k(std::min(k, max_side + 1)),
      exact(exact),
      cells(rows * cols),
      line_count(rows + cols + 2 * (rows + cols - 1)),
      shortest_win(2 * this->k - 1),
      shift_count(0),
      shifts{},
      start_key(mix64(rows | cols << 8 | this->k << 16 | int{exact} << 24)),
      spots{},
      symmetries(rows, cols) {
  for (int run = 1; run < this->k; run += shifts[shift_count++]) {
    shifts[shift_count] = static_cast<std::uint8_t>(std::min(run, this->k - run));
  }
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      int first_line = 0;
      Spot& spot = spots[row * cols + col];
      spot.row = static_cast<std::uint8_t>(row);
      spot.col = static_cast<std::uint8_t>(col);
      const auto set_line = [&](Direction direction, int index, int lines) {
        spot.line[direction] = static_cast<std::uint8_t>(first_line + index);
        first_line += lines;
      };
      set_line(along_row, row, rows);
      set_line(along_column, col, cols);
      set_line(along_diagonal, row - col + cols - 1, rows + cols - 1);
      set_line(along_antidiagonal, row + col, rows + cols - 1);
    }
  }
  if (cells > small_board) return;
  wins_by_set.resize(std::size_t{1} << cells);
  std::vector<std::uint32_t> lines(line_count);
  for (unsigned set = 0; set < wins_by_set.size(); ++set) {
    std::fill(lines.begin(), lines.end(), 0);
    // The second pass puts the same stones again and checks the complete lines.
    for (const bool complete : {false, true}) {
      for (unsigned left = set; left != 0; left &= left - 1) {
        const bool wins = place_and_check(lines.data(), spots[lowest_bit(left)], *this);
        if (complete && wins) wins_by_set[set] = 1;
      }
    }
  }
}

// Only the part of the arrays that this board uses is set, here and in copies.
Mnk::Mnk(const MnkRules& rules)
    : rules_(&rules), key_(rules.start_key), ply_(0), outcome_(Outcome::ongoing), empty_{} {
  const int full_words = rules.cells / 64;
  std::fill_n(empty_.begin(), full_words, ~std::uint64_t{0});
  if (rules.cells % 64 != 0) empty_[full_words] = (std::uint64_t{1} << (rules.cells % 64)) - 1;
  std::fill_n(lines_, 2 * rules.line_count, 0u);
  std::fill_n(history_, rules.cells, Action{0});
}

Mnk& Mnk::operator=(const Mnk& other) {
  rules_ = other.rules_;
  key_ = other.key_;
  ply_ = other.ply_;
  outcome_ = other.outcome_;
  empty_ = other.empty_;
  std::memmove(lines_, other.lines_, 2 * rules_->line_count * sizeof *lines_);
  std::memmove(history_, other.history_, ply_ * sizeof *history_);
  return *this;
}

Cell Mnk::cell(int index) const {
  const MnkRules::Spot& spot = rules_->spots[index];
  const std::uint32_t bit = bit_of(spot, along_row);
  if (lines_[spot.line[along_row]] & bit) return Cell::first;
  return lines_[rules_->line_count + spot.line[along_row]] & bit ? Cell::second : Cell::empty;
}

CellBits Mnk::stones(int player) const {
  const std::uint32_t* rows = lines_ + player * rules_->line_count;  // the first of its lines
  CellBits stones{};
  for (int row = 0, cell = 0; row < rules_->rows; ++row, cell += rules_->cols) {
    const int word = cell / 64, bit = cell % 64;
    stones[word] |= static_cast<std::uint64_t>(rows[row]) << bit;
    if (bit + rules_->cols > 64) stones[word + 1] = rows[row] >> (64 - bit);
  }
  return stones;
}

bool Mnk::operator==(const Mnk& other) const {
  return rules_->rows == other.rules_->rows && rules_->cols == other.rules_->cols &&
         rules_->k == other.rules_->k && rules_->exact == other.rules_->exact &&
         key_ == other.key_ &&
         std::memcmp(lines_, other.lines_, 2 * rules_->line_count * sizeof *lines_) == 0;
}

void Mnk::legal_actions(ActionList<max_actions>& list) const {
  list.clear();
  if (outcome_ != Outcome::ongoing) return;
  for (int word = 0; word < static_cast<int>(empty_.size()); ++word) {
    for (std::uint64_t left = empty_[word]; left != 0; left &= left - 1) {
      list.push(word * 64 + lowest_bit(left));
    }
  }
}

int Mnk::ending_action_count() const {
  const int actions = legal_action_count();
  if (actions <= 1) return actions;
  if (ply_ + 1 < rules_->shortest_win) return 0;
  ActionList<max_actions> list;
  legal_actions(list);
  int ending = 0;
  for (const Action action : list) ending += would_win(action, to_move());
  return ending;
}

void Mnk::play(Action action) {
  const int player = to_move();
  empty_[action / 64] &= ~(std::uint64_t{1} << (action % 64));
  history_[ply_++] = action;
  key_ ^= stone_key[player][action];
  if (place_and_check(lines_ + player * rules_->line_count, rules_->spots[action], *rules_)) {
    outcome_ = win_for(player);
  } else if (ply_ == rules_->cells) {
    outcome_ = Outcome::draw;
  }
}

void Mnk::undo() {
  const Action move = std::exchange(history_[--ply_], Action{0});
  const int player = to_move();
  const MnkRules::Spot& spot = rules_->spots[move];
  std::uint32_t* lines = lines_ + player * rules_->line_count;
  for (int direction = 0; direction < 4; ++direction) {
    lines[spot.line[direction]] &= ~bit_of(spot, direction);
  }
  empty_[move / 64] |= std::uint64_t{1} << (move % 64);
  key_ ^= stone_key[player][move];
  outcome_ = Outcome::ongoing;
}

Outcome Mnk::random_playout(Rng& rng) const {
  if (outcome_ != Outcome::ongoing) return outcome_;
  if (rules_->cells <= small_board) return small_board_playout(rng);
  // Only the lines and a shrinking list of empty cells are needed: no key, no history.
  const MnkRules& rules = *rules_;
  std::uint32_t lines[2 * max_lines];
  std::memcpy(lines, lines_, 2 * rules.line_count * sizeof *lines);
  ActionList<max_actions> empty;
  legal_actions(empty);
  for (int player = to_move(); empty.size() > 0; player ^= 1) {
    const Action action = empty.take(rng.below(empty.size()));
    if (place_and_check(lines + player * rules.line_count, rules.spots[action], rules)) {
      return win_for(player);
    }
  }
  return Outcome::draw;
}

// All in registers: each side's stones as a set, the empty cells as a list of 4-bit numbers.
Outcome Mnk::small_board_playout(Rng& rng) const {
  const std::uint8_t* wins = rules_->wins_by_set.data();
  unsigned stones[2] = {0, 0};
  for (int i = 0; i < ply_; ++i) stones[i & 1] |= 1u << history_[i];
  std::uint64_t empty = 0;
  int left = 0;
  for (std::uint64_t cells = empty_[0]; cells != 0; cells &= cells - 1) {
    empty |= static_cast<std::uint64_t>(lowest_bit(cells)) << (4 * left++);
  }
  unsigned mine = stones[to_move()], theirs = stones[1 - to_move()];
  for (int player = to_move(); left > 0; --left, player ^= 1) {
    const int shift = 4 * rng.below(left);
    const std::uint64_t below = empty & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t from = empty >> shift;
    empty = below | from >> 4 << shift;
    mine |= 1u << (from & 15);
    if (wins[mine]) return win_for(player);
    std::swap(mine, theirs);
  }
  return Outcome::draw;
}

std::uint64_t Mnk::image_key(int symmetry) const {
  std::uint64_t key = rules_->start_key;
  for (int i = 0; i < ply_; ++i) {
    key ^= stone_key[i & 1][rules_->symmetries.map(symmetry, history_[i])];
  }
  return key;
}

bool Mnk::would_win(Action cell, int player) const {
  const MnkRules::Spot& spot = rules_->spots[cell];
  const std::uint32_t* lines = lines_ + player * rules_->line_count;
  std::uint32_t copies[4];
  MnkRules::Spot local = spot;
  for (int direction = 0; direction < 4; ++direction) {
    copies[direction] = lines[spot.line[direction]];
    local.line[direction] = static_cast<std::uint8_t>(direction);
  }
  return place_and_check(copies, local, *rules_);
}

ActionList<Mnk::max_actions> Mnk::winning_cells() const {
  ActionList<max_actions> cells;
  if (outcome_ != Outcome::first_wins && outcome_ != Outcome::second_wins) return cells;
  constexpr int row_step[] = {0, 1, 1, 1}, col_step[] = {1, 0, 1, -1};
  const Action last = history_[ply_ - 1];
  const Cell winner = cell(last);
  bool wins[max_cells] = {};
  for (int direction = 0; direction < 4; ++direction) {
    Action run[2 * max_side];
    int length = 0;
    run[length++] = last;
    for (const int sign : {-1, 1}) {
      int row = rules_->spots[last].row, col = rules_->spots[last].col;
      while (true) {
        row += sign * row_step[direction];
        col += sign * col_step[direction];
        if (row < 0 || row >= rules_->rows || col < 0 || col >= rules_->cols) break;
        if (cell(row * rules_->cols + col) != winner) break;
        run[length++] = static_cast<Action>(row * rules_->cols + col);
      }
    }
    if (rules_->exact ? length == rules_->k : length >= rules_->k) {
      for (int i = 0; i < length; ++i) wins[run[i]] = true;
    }
  }
  for (int i = 0; i < rules_->cells; ++i) {
    if (wins[i]) cells.push(i);
  }
  return cells;
}

}  // namespace inarow::INAROW_ISA
