// An m,n,k position with the shapes that each side has, or would get, on every cell.
//
// For each cell, direction and side the board keeps the shape of the line if that side had a stone
// on the cell. On a stone that is the shape it is part of; on an empty cell the one that a move
// there would make. A move changes the shapes within the table's radius along its four lines; the
// old ones are stored for undo. From the shapes it keeps:
//
//   point(p, cell)   the sum of point weights over the four lines: the score of a move
//   stones(p)        the sum of stone weights over all stones of a side and their lines
//   fives(p), fours(p)   the empty cells where a side wins at once, or makes a four, as sets
//   near()           the empty cells within two steps of a stone, as a set
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/rows/cell_set.h"
#include "search/rows/shapes.h"

namespace inarow::INAROW_ISA {

struct ShapeBoardWeights {
  ShapeWeights stone;  // of a stone, by the shape it is part of
  ShapeWeights point;  // of an empty cell, by the shape a stone would make there
};

// The constant data of one board size and rule; made once for a player.
class ShapeBoardPlan {
 public:
  ShapeBoardPlan(const MnkRules& rules, const ShapeBoardWeights& weights);

  LineMap lines;
  ShapeTable shapes;
  ShapeBoardWeights weights;
  // The cells within two steps of each cell.
  std::vector<std::vector<Action>> around;
};

class ShapeBoard {
 public:
  ShapeBoard(const ShapeBoardPlan& plan, const Mnk& state);

  void play(Action action);
  void undo();

  const Mnk& state() const { return state_; }
  int to_move() const { return state_.to_move(); }
  std::uint64_t key() const { return state_.key(); }
  bool is_over() const { return state_.outcome() != Outcome::ongoing; }

  bool is_empty(int cell) const { return cells_[cell].owner < 0; }
  Shape shape(int player, int cell, int direction) const {
    return cells_[cell].shapes[player][direction];
  }
  // The best shape of the four.
  Shape best(int player, int cell) const {
    const Shape* all = cells_[cell].shapes[player];
    return std::max(std::max(all[0], all[1]), std::max(all[2], all[3]));
  }
  int point(int player, int cell) const { return cells_[cell].point[player]; }
  std::int64_t stones(int player) const { return stones_[player]; }
  const CellSet& fives(int player) const { return fives_[player]; }
  const CellSet& fours(int player) const { return fours_[player]; }
  const CellSet& near() const { return near_; }

 private:
  struct CellShapes {
    Shape shapes[2][directions];
    std::int32_t point[2];
    std::int8_t owner;  // of the stone, or -1
  };
  // A cell that a move changed in one direction, with its old shapes.
  struct Change {
    CellShapes before;
    std::uint8_t direction;
    Action cell;
  };
  struct Snapshot {
    std::size_t changes;
    std::int64_t stones[2];
  };

  void put(CellShapes& here, int direction, int player, Shape now);
  void list(int cell, bool empty);
  void list_threats(int cell, int player);

  const ShapeBoardPlan* plan_;
  Mnk state_;
  LineBits lines_;
  std::vector<CellShapes> cells_;
  std::vector<std::uint8_t> neighbours_;  // by cell: stones within two steps
  std::int64_t stones_[2] = {0, 0};
  CellSet fives_[2], fours_[2], near_;
  std::vector<Change> changes_;      // of all moves
  std::vector<Snapshot> snapshots_;  // by ply: the state before the move
};

}  // namespace inarow::INAROW_ISA
