#include "search/rows/shape_board.h"

#include <algorithm>
#include <cstdlib>

namespace inarow::INAROW_ISA {

namespace {

constexpr int near_steps = 2;
constexpr std::int8_t nobody = -1;

}  // namespace

ShapeBoardPlan::ShapeBoardPlan(const MnkRules& rules, const ShapeBoardWeights& weights)
    : lines(rules), shapes(rules.k, rules.exact), weights(weights), around(rules.cells) {
  for (int a = 0; a < rules.cells; ++a) {
    for (int b = 0; b < rules.cells; ++b) {
      const int rows = std::abs(rules.spots[a].row - rules.spots[b].row);
      const int cols = std::abs(rules.spots[a].col - rules.spots[b].col);
      if (a != b && std::max(rows, cols) <= near_steps) around[a].push_back(static_cast<Action>(b));
    }
  }
}

ShapeBoard::ShapeBoard(const ShapeBoardPlan& plan, const Mnk& state)
    : plan_(&plan),
      state_(state),
      lines_(plan.lines),
      cells_(state.rules().cells),
      neighbours_(state.rules().cells) {
  for (CellShapes& cell : cells_) cell.owner = nobody;
  for (int i = 0; i < state.ply(); ++i) {
    const Action move = state.move_at(i);
    lines_.toggle(move, i & 1);
    cells_[move].owner = static_cast<std::int8_t>(i & 1);
    for (const Action cell : plan.around[move]) ++neighbours_[cell];
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
        here.shapes[player][direction] = shapes[player];
        here.point[player] += plan.weights.point[shapes[player]];
        if (here.owner == player) stones_[player] += plan.weights.stone[shapes[player]];
      }
    }
    if (here.owner == nobody) list(cell, true);
  }
}

void ShapeBoard::play(Action action) {
  const int player = state_.to_move();
  snapshots_.push_back({changes_.size(), {stones_[0], stones_[1]}});
  state_.play(action);
  lines_.toggle(action, player);
  cells_[action].owner = static_cast<std::int8_t>(player);
  list(action, false);
  for (const Shape shape : cells_[action].shapes[player]) {
    stones_[player] += plan_->weights.stone[shape];
  }
  for (const Action cell : plan_->around[action]) {
    if (neighbours_[cell]++ == 0 && cells_[cell].owner == nobody) near_.set(cell, true);
  }

  const int radius = plan_->shapes.radius();
  for (int direction = 0; direction < directions; ++direction) {
    const LineMap::Place& place = plan_->lines.at(action, direction);
    const int step = plan_->lines.step(direction);
    const Bits first = lines_.line(place.line, 0), second = lines_.line(place.line, 1);
    const Bits outside = plan_->lines.outside(place.line);
    const int from = -std::min<int>(radius, place.before), to = std::min<int>(radius, place.after);
    for (int i = from; i <= to; ++i) {
      if (i == 0) continue;  // a cell's own stone does not count for its shapes
      const int cell = action + i * step, bit = place.bit + i;
      const auto now = plan_->shapes.of(window(first, bit, radius), window(second, bit, radius),
                                        window(outside, bit, radius));
      CellShapes& here = cells_[cell];
      const Shape before[] = {here.shapes[0][direction], here.shapes[1][direction]};
      if (now[0] == before[0] && now[1] == before[1]) continue;
      changes_.push_back({here, static_cast<std::uint8_t>(direction), static_cast<Action>(cell)});
      for (const int side : {0, 1}) {
        put(here, direction, side, now[side]);
        if (std::max(before[side], now[side]) >= four && here.owner == nobody) {
          list_threats(cell, side);
        }
      }
    }
  }
}

void ShapeBoard::undo() {
  const Action move = state_.move_at(state_.ply() - 1);
  state_.undo();
  lines_.toggle(move, state_.to_move());
  const Snapshot& snapshot = snapshots_.back();
  for (; changes_.size() > snapshot.changes; changes_.pop_back()) {
    const Change& change = changes_.back();
    CellShapes& here = cells_[change.cell];
    const Shape after[] = {here.shapes[0][change.direction], here.shapes[1][change.direction]};
    here = change.before;
    if (here.owner != nobody) continue;
    for (const int side : {0, 1}) {
      if (std::max(after[side], here.shapes[side][change.direction]) >= four) {
        list_threats(change.cell, side);
      }
    }
  }
  stones_[0] = snapshot.stones[0];
  stones_[1] = snapshot.stones[1];
  snapshots_.pop_back();
  cells_[move].owner = nobody;
  for (const Action cell : plan_->around[move]) {
    if (--neighbours_[cell] == 0) near_.set(cell, false);
  }
  list(move, true);
}

inline void ShapeBoard::put(CellShapes& here, int direction, int player, Shape now) {
  const Shape before = here.shapes[player][direction];
  here.point[player] += plan_->weights.point[now] - plan_->weights.point[before];
  if (here.owner == player) {
    stones_[player] += plan_->weights.stone[now] - plan_->weights.stone[before];
  }
  here.shapes[player][direction] = now;
}

inline void ShapeBoard::list_threats(int cell, int player) {
  const Shape shape = best(player, cell);
  fives_[player].set(cell, shape == five);
  fours_[player].set(cell, shape == four || shape == open_four);
}

// Adds an empty cell to the sets that it belongs to, or removes an occupied one from all.
void ShapeBoard::list(int cell, bool empty) {
  near_.set(cell, empty && neighbours_[cell] > 0);
  for (const int player : {0, 1}) {
    if (empty) {
      list_threats(cell, player);
    } else {
      fives_[player].set(cell, false);
      fours_[player].set(cell, false);
    }
  }
}

}  // namespace inarow::INAROW_ISA
