// A position of five in a row for the engine: every cell's code for both sides, updated
// incrementally.
//
// Lines are words with 2 bits per cell, so that the window around a cell is a shift and a mask, and
// the shapes of both sides in it are one table lookup. A move changes the windows of the cells
// within four steps (five, if exactly five must stand) on its four lines; each lies on one of them,
// so that each is looked up once. The old codes are stored for undo. Only empty cells are updated:
// a stone keeps the codes that its cell had when it was played.
//
// From the codes it keeps for each side: the cells that win, that win by force (open fours), and
// that make any four, as sets; the number of empty cells of each force; and the sums of the
// evaluation. `play` and `undo` do not check for the end of the game: `fives` shows a win before it
// is made.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/mnk.h"
#include "games/zobrist.h"
#include "search/five/codes.h"
#include "search/rows/cell_set.h"

namespace inarow::INAROW_ISA {

// Weights by code: values for the side to move and for the other one, for the evaluation, and
// scores for move ordering.
struct FiveBoardWeights {
  struct Values {
    std::int16_t moving, waiting;
  };
  std::array<Values, code_count> value;
  struct Scores {
    std::int16_t own, other;
  };
  std::array<Scores, code_count> score;
  int tempo;  // the value of being to move
};

// Two sums in one word, so that one addition updates both.
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

// The constant data of one board size and rule.
class FiveBoardPlan {
 public:
  FiveBoardPlan(const MnkRules& rules, const FiveBoardWeights& weights);

  struct Place {
    std::uint8_t line, at;       // which line, and how many cells of it come before
    std::uint8_t before, after;  // cells on both sides that a stone here affects
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
  // Makes the other side to move; a second call restores the position.
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
  // Of a cell that makes a four: whether another four can follow from that stone.
  bool leads_on(int player, int cell) const {
    return plan_->all_codes.leads_on[code(player, cell)];
  }
  Shape shape(int player, int cell, int direction) const {
    return static_cast<Shape>(cells_[cell].shapes >> (16 * player + 4 * direction) & 15);
  }
  // The ordering score of an action of the player to move.
  int score(int cell) const {
    const auto& scores = plan_->weights.score;
    const int me = to_move();
    return scores[code(me, cell)].own + scores[code(1 - me, cell)].other;
  }

  const CellSet& fives(int player) const { return totals_.fives[player]; }
  const CellSet& open_fours(int player) const { return totals_.open_fours[player]; }
  // The cells that make a four, open or not, but no five.
  const CellSet& fours(int player) const { return totals_.fours[player]; }
  int count(int player, Force force) const { return totals_.counts[player][force]; }

  // For the player to move, in units of the weights.
  int evaluate() const {
    const int me = to_move();
    return totals_.sums[me].low() - totals_.sums[1 - me].high() + plan_->weights.tempo;
  }

  // The cells where the player would win at once after a stone on the empty `cell`, on the lines
  // through it.
  void fives_after(int player, Action cell, ActionList<2 * directions * 5>& list) const;

  // The empty cells near stones, as bits by row: within two steps, or three along a line.
  void near(std::uint32_t (&rows)[max_side]) const;

 private:
  struct CellCodes {
    std::uint32_t shapes;  // 4 bits a direction; the first side's in the low half
    Code code[2];
    Force force[2];
    std::int8_t owner;
  };
  // Sums and sets over all empty cells.
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
  std::vector<Snapshot> snapshots_;  // by ply: the state before the move
  std::array<Action, max_cells> moves_;
};

}  // namespace inarow::INAROW_ISA
