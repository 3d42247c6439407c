#include "search/five/board.h"

#include <algorithm>
#include <cstdlib>

namespace inarow::INAROW_ISA {

namespace {

constexpr int near_steps = 2;
constexpr std::int8_t nobody = -1;

}  // namespace

BoardPlan::BoardPlan(const MnkRules& rules, const BoardWeights& weights)
    : lines(rules), shapes(rules.k, rules.exact), weights(weights), around(rules.cells) {
  for (int a = 0; a < rules.cells; ++a) {
    for (int b = 0; b < rules.cells; ++b) {
      const int rows = std::abs(rules.spots[a].row - rules.spots[b].row);
      const int cols = std::abs(rules.spots[a].col - rules.spots[b].col);
      if (a != b && std::max(rows, cols) <= near_steps) around[a].push_back(static_cast<Move>(b));
    }
  }
}

ShapeBoard::ShapeBoard(const BoardPlan& plan, const Mnk& state)
    : plan_(&plan), state_(state), lines_(plan.lines), cells_(state.rules().cells) {
  for (CellShapes& cell : cells_) cell.owner = nobody;
  for (int i = 0; i < state.ply(); ++i) {
    const Move move = state.move_at(i);
    lines_.toggle(move, i & 1);
    cells_[move].owner = static_cast<std::int8_t>(i & 1);
    for (const Move cell : plan.around[move]) ++cells_[cell].neighbours;
  }
  const int radius = plan.shapes.radius();
  for (int cell = 0; cell < state.rules().cells; ++cell) {
    CellShapes& here = cells_[cell];
    for (int direction = 0; direction < directions; ++direction) {
      const LineMap::Place& place = plan.lines.at(cell, direction);
      const auto shapes = plan.shapes.of(window(lines_.line(place.line, 0), place.bit, radius),
                                         window(lines_.line(place.line, 1), place.bit, radius),
                                         window(plan.lines.outside(place.line), place.bit, radius));
      for (const int player : {0, 1}) {
        const Shape shape = shapes[player];
        here.shapes[player][direction] = shape;
        here.best[player] = std::max(here.best[player], shape);
        here.point[player] += plan.weights.point[shape];
        if (here.owner == player) stones_[player] += plan.weights.stone[shape];
      }
    }
    if (here.owner == nobody) list(cell, true);
  }
}

void ShapeBoard::play(Move move) {
  const int player = state_.to_move();
  state_.play(move);
  lines_.toggle(move, player);
  CellShapes& here = cells_[move];
  here.owner = static_cast<std::int8_t>(player);
  list(move, false);
  for (const Shape shape : here.shapes[player]) stones_[player] += plan_->weights.stone[shape];
  for (const Move cell : plan_->around[move]) {
    if (cells_[cell].neighbours++ == 0 && cells_[cell].owner == nobody) near_.set(cell, true);
  }
  marks_.push_back(changes_.size());
  const int radius = plan_->shapes.radius();
  for (int direction = 0; direction < directions; ++direction) {
    const LineMap::Place& place = plan_->lines.at(move, direction);
    const int step = plan_->lines.step(direction);
    const Bits first = lines_.line(place.line, 0), second = lines_.line(place.line, 1);
    const Bits outside = plan_->lines.outside(place.line);
    const int from = -std::min<int>(radius, place.before), to = std::min<int>(radius, place.after);
    for (int i = from; i <= to; ++i) {
      if (i == 0) continue;  // a cell's own stone does not count for its shapes
      const int cell = move + i * step, bit = place.bit + i;
      const auto shapes = plan_->shapes.of(window(first, bit, radius), window(second, bit, radius),
                                           window(outside, bit, radius));
      for (const int side : {0, 1}) {
        const Shape before = cells_[cell].shapes[side][direction];
        if (shapes[side] == before) continue;
        changes_.push_back({static_cast<Move>(cell), static_cast<std::uint8_t>(direction),
                            static_cast<std::uint8_t>(side), before});
        put(cell, direction, side, shapes[side]);
      }
    }
  }
}

void ShapeBoard::undo() {
  const Move move = state_.move_at(state_.ply() - 1);
  state_.undo();
  const int player = state_.to_move();
  lines_.toggle(move, player);
  for (; changes_.size() > marks_.back(); changes_.pop_back()) {
    const Change& change = changes_.back();
    put(change.cell, change.direction, change.player, change.before);
  }
  marks_.pop_back();
  CellShapes& here = cells_[move];
  here.owner = nobody;
  for (const Shape shape : here.shapes[player]) stones_[player] -= plan_->weights.stone[shape];
  for (const Move cell : plan_->around[move]) {
    if (--cells_[cell].neighbours == 0) near_.set(cell, false);
  }
  list(move, true);
}

inline void ShapeBoard::put(int cell, int direction, int player, Shape now) {
  CellShapes& here = cells_[cell];
  Shape* all = here.shapes[player];
  const Shape before = all[direction];
  here.point[player] += plan_->weights.point[now] - plan_->weights.point[before];
  if (here.owner == player) {
    stones_[player] += plan_->weights.stone[now] - plan_->weights.stone[before];
  }
  all[direction] = now;
  const Shape best = std::max(std::max(all[0], all[1]), std::max(all[2], all[3]));
  if (best == here.best[player]) return;
  here.best[player] = best;
  if (here.owner == nobody) list_threats(cell, player);
}

inline void ShapeBoard::list_threats(int cell, int player) {
  const Shape best = cells_[cell].best[player];
  wins_[player].set(cell, best == five);
  fours_[player].set(cell, best == four || best == open_four);
}

// Enters a cell that is empty into the sets it belongs to, or takes one that is not out of all.
void ShapeBoard::list(int cell, bool empty) {
  near_.set(cell, empty && cells_[cell].neighbours > 0);
  for (const int player : {0, 1}) {
    if (empty) {
      list_threats(cell, player);
    } else {
      wins_[player].set(cell, false);
      fours_[player].set(cell, false);
    }
  }
}

}  // namespace inarow::INAROW_ISA
