// A position of five in a row for the engine: every cell's code for both sides, kept move by move.
//
// Lines are words with 2 bits a cell, so the window around a cell is a shift and a mask, and the
// shapes of both sides in it one look into a table. A move changes the windows of the cells within
// four (exactly five in a row: five) steps on its four lines; each lies on one of them, so each is
// looked up once. What was there before is written down, and undo puts it back. Only empty cells
// are kept up to date: a stone's codes are those of its cell when it was played.
//
// From the codes it keeps, for each side: the cells that win, that win by force (open fours), and
// that make any four, as sets; how many empty cells have each force; and the sums that the
// evaluation is made of. `play` and `undo` know no rules but these: a move that wins is seen before
// it is made.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/mnk.h"
#include "games/zobrist.h"
#include "search/five/codes.h"
#include "search/rows/cell_set.h"

namespace inarow::INAROW_ISA {

// Numbers by code: of the side to move and of the other one, for the evaluation, and how good a
// move looks, for its place among others.
struct FiveBoardWeights {
  struct Values {
    std::int16_t moving, waiting;
  };
  std::array<Values, code_count> value;
  struct Scores {
    std::int16_t own, other;
  };
  std::array<Scores, code_count> score;
  int tempo;  // what it is worth to be the one to move
};

// Two sums in one word, so that one addition does for both.
struct PairSum {
  std::int64_t both = 0;

  PairSum() = default;
  PairSum(int low, int high)
      : both(low + static_cast<std::int64_t>(high) * (std::int64_t{1} << 32)) {}
  PairSum& operator+=(PairSum other) { return both += other.both, *this; }
  PairSum& operator-=(PairSum other) { return both -= other.both, *this; }
  int low() const { return static_cast<std::int32_t>(both); }
  int high() const { return static_cast<int>((both - low()) >> 32); }
};

// All that does not change on one board.
class FiveBoardPlan {
 public:
  FiveBoardPlan(const MnkRules& rules, const FiveBoardWeights& weights);

  struct Place {
    std::uint8_t line, at;       // which line, and how many cells of it come before
    std::uint8_t before, after;  // cells on both sides that a stone here has a say in
  };

  const Place& place(int cell, int direction) const {
    return places_[cell * directions + direction];
  }

  int rows, cols, cells;
  const WindowShapes& shapes;
  const Codes& all_codes;
  const FiveBoardWeights& weights;
  int steps[directions];
  std::vector<std::uint64_t> empty_lines;
  std::array<PairSum, code_count> values;  // the weights' values: moving low, waiting high

 private:
  std::vector<Place> places_;
};

class FiveBoard {
 public:
  FiveBoard(const FiveBoardPlan& plan, const Mnk& state);

  void play(Action action);
  void undo();
  // The other side is to move instead; once more, and all is as before.
  void pass() {
    passed_ ^= 1;
    key_ ^= pass_key;
  }

  const FiveBoardPlan& plan() const { return *plan_; }
  int to_move() const { return (ply_ ^ passed_) & 1; }
  int ply() const { return ply_; }
  bool is_full() const { return ply_ == plan_->cells; }
  std::uint64_t key() const { return key_; }
  std::uint64_t key_after(Action action) const { return key_ ^ stone_key[to_move()][action]; }
  Action last_move() const { return moves_[ply_ - 1]; }
  const Action* moves() const { return moves_.data(); }

  bool is_empty(int cell) const { return cells_[cell].owner < 0; }
  Code code(int player, int cell) const { return cells_[cell].code[player]; }
  Force force(int player, int cell) const { return cells_[cell].force[player]; }
  // Of a cell that makes a four: whether another can follow from that stone.
  bool leads_on(int player, int cell) const {
    return plan_->all_codes.leads_on[code(player, cell)];
  }
  Shape shape(int player, int cell, int direction) const {
    return static_cast<Shape>(cells_[cell].shapes >> (16 * player + 4 * direction) & 15);
  }
  // How good a move looks for the player to move.
  int score(int cell) const {
    const auto& scores = plan_->weights.score;
    const int me = to_move();
    return scores[code(me, cell)].own + scores[code(1 - me, cell)].other;
  }

  const CellSet& fives(int player) const { return totals_.fives[player]; }
  const CellSet& open_fours(int player) const { return totals_.open_fours[player]; }
  // All cells that make a four, open or not, but no five.
  const CellSet& fours(int player) const { return totals_.fours[player]; }
  int count(int player, Force force) const { return totals_.counts[player][force]; }

  // For the player to move, in units of the weights.
  int evaluate() const {
    const int me = to_move();
    return totals_.sums[me].low() - totals_.sums[1 - me].high() + plan_->weights.tempo;
  }

  // The cells where the player would win at once if it had a stone on an empty `cell` more, as far
  // as that stone matters.
  void fives_after(int player, Action cell, ActionList<2 * directions * 5>& list) const;

  // The empty cells that lie near stones, as bits by row: within two steps any way, or three along
  // a line.
  void near(std::uint32_t (&rows)[max_side]) const;

 private:
  struct CellCodes {
    std::uint32_t shapes;  // 4 bits a direction; the first side's in the low half
    Code code[2];
    Force force[2];
    std::int8_t owner;
  };
  // What is known of all empty cells together.
  struct Totals {
    PairSum sums[2];
    std::array<std::int16_t, force_count> counts[2] = {};
    CellSet fives[2], open_fours[2], fours[2];

    void copy(const Totals& from);
  };
  struct Change {
    CellCodes before;
    Action cell;
  };
  struct Snapshot {
    std::uint32_t changes;
    Totals totals;
  };

  static constexpr std::uint64_t pass_key = 0x5bd1e995a7c3f06d;

  void enter(int cell, int player);
  void leave(int cell, int player);
  void change_force(int cell, int player, Force before, Force now);

  const FiveBoardPlan* plan_;
  int ply_ = 0, passed_ = 0;
  std::uint64_t key_ = 0;
  std::array<CellCodes, max_cells> cells_;
  std::array<std::uint64_t, 2 * max_side + 2 * (2 * max_side - 1)> lines_;
  std::uint32_t stones_[max_side] = {};  // of both sides, by row
  Totals totals_;
  std::vector<Change> changes_;  // of all moves, as many as `change_count_`
  std::uint32_t change_count_ = 0;
  std::vector<Snapshot> snapshots_;  // by move: how things were before it
  std::array<Action, max_cells> moves_;
};

}  // namespace inarow::INAROW_ISA
