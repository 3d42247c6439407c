#include "search/five/field.h"

#include <algorithm>

#include "games/zobrist.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr std::int8_t nobody = -1;
constexpr int max_changes_a_move = 4 * 10 + 1;

}  // namespace

FieldPlan::FieldPlan(const MnkRules& rules, const FieldWeights& weights)
    : rows(rules.rows),
      cols(rules.cols),
      cells(rules.cells),
      shapes(window_shapes(rules.exact)),
      all_codes(codes()),
      weights(weights),
      places_(rules.cells * directions) {
  const LineMap map(rules);
  // Outside the board every cell is 3.
  empty_lines.assign(map.line_count(), ~std::uint64_t{0});
  for (int direction = 0; direction < directions; ++direction)
    steps[direction] = map.step(direction);
  for (int cell = 0; cell < cells; ++cell) {
    for (int direction = 0; direction < directions; ++direction) {
      const LineMap::Place& there = map.at(cell, direction);
      places_[cell * directions + direction] = {
          there.line, there.before,
          static_cast<std::uint8_t>(std::min<int>(there.before, shapes.radius())),
          static_cast<std::uint8_t>(std::min<int>(there.after, shapes.radius()))};
      empty_lines[there.line] &=
          ~(std::uint64_t{3} << (2 * (there.before + WindowShapes::line_margin)));
    }
  }
}

Field::Field(const FieldPlan& plan, const Mnk& state) : plan_(&plan) {
  changes_.reserve(max_changes_a_move * max_cells);
  std::copy(plan.empty_lines.begin(), plan.empty_lines.end(), lines_.begin());
  for (int cell = 0; cell < plan.cells; ++cell) {
    CellCodes& here = cells_[cell];
    here.owner = nobody;
    here.key[0] = here.key[1] = 0;
    for (int direction = 0; direction < directions; ++direction) {
      const FieldPlan::Place& place = plan.place(cell, direction);
      const std::uint8_t both = plan.shapes.of(lines_[place.line], place.at);
      here.key[0] = static_cast<std::uint16_t>(here.key[0] | (both & 15) << (4 * direction));
      here.key[1] = static_cast<std::uint16_t>(here.key[1] | (both >> 4) << (4 * direction));
    }
    for (const int player : {0, 1}) {
      here.code[player] = plan.all_codes.of[here.key[player]];
      here.force[player] = plan.all_codes.force[here.code[player]];
      enter(cell, player);
    }
  }
  for (int i = 0; i < state.ply(); ++i) play(state.move_at(i));
}

// Counts an empty cell in.
inline void Field::enter(int cell, int player) {
  const CellCodes& here = cells_[cell];
  const FieldWeights::Values value = plan_->weights.value[here.code[player]];
  sums_[player].moving += value.moving;
  sums_[player].waiting += value.waiting;
  const Force force = here.force[player];
  ++counts_[player][force];
  if (force < makes_four) return;
  if (force == makes_five) {
    fives_[player].set(cell, true);
    return;
  }
  fours_[player].set(cell, true);
  if (force == makes_open_four) open_fours_[player].set(cell, true);
}

inline void Field::leave(int cell, int player) {
  const CellCodes& here = cells_[cell];
  const FieldWeights::Values value = plan_->weights.value[here.code[player]];
  sums_[player].moving -= value.moving;
  sums_[player].waiting -= value.waiting;
  const Force force = here.force[player];
  --counts_[player][force];
  if (force < makes_four) return;
  fives_[player].set(cell, false);
  fours_[player].set(cell, false);
  open_fours_[player].set(cell, false);
}

inline void Field::renew(CellCodes& here, int cell, int direction, std::uint8_t now) {
  const Codes& all = plan_->all_codes;
  const int shift = 4 * direction;
  const unsigned shapes[2] = {now & 15u, now >> 4u};
  for (const int player : {0, 1}) {
    const unsigned key = (here.key[player] & ~(15u << shift)) | shapes[player] << shift;
    if (key == here.key[player]) continue;
    here.key[player] = static_cast<std::uint16_t>(key);
    const Code code = all.of[key];
    if (code == here.code[player]) continue;
    if (here.owner == nobody) {
      leave(cell, player);
      here.code[player] = code;
      here.force[player] = all.force[code];
      enter(cell, player);
    } else {
      here.code[player] = code;
      here.force[player] = all.force[code];
    }
  }
}

void Field::play(Move move) {
  const int player = to_move();
  Mark& mark = marks_[ply_];
  mark.changes = static_cast<std::uint32_t>(changes_.size());
  mark.sums[0] = sums_[0];
  mark.sums[1] = sums_[1];
  moves_[ply_++] = move;
  key_ ^= stone_key[player][move];
  leave(move, 0);
  leave(move, 1);
  cells_[move].owner = static_cast<std::int8_t>(player);
  stones_[move / plan_->cols] |= std::uint32_t{1} << (move % plan_->cols);
  const WindowShapes& shapes = plan_->shapes;
  for (int direction = 0; direction < directions; ++direction) {
    const FieldPlan::Place& place = plan_->place(move, direction);
    const int step = plan_->steps[direction];
    std::uint64_t& line = lines_[place.line];
    line ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
    for (int i = -place.before; i <= place.after; ++i) {
      if (i == 0) continue;  // a cell's own stone is no part of its window
      const int cell = move + i * step;
      CellCodes& here = cells_[cell];
      const std::uint8_t now = shapes.of(line, place.at + i);
      const std::uint8_t before = static_cast<std::uint8_t>(
          (here.key[0] >> (4 * direction) & 15) | (here.key[1] >> (4 * direction) & 15) << 4);
      if (now == before) continue;
      changes_.push_back({here, static_cast<Move>(cell)});
      renew(here, cell, direction, now);
    }
  }
}

void Field::undo() {
  const Move move = moves_[--ply_];
  const int player = to_move();
  const Mark& mark = marks_[ply_];
  for (int direction = 0; direction < directions; ++direction) {
    const FieldPlan::Place& place = plan_->place(move, direction);
    lines_[place.line] ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
  }
  while (changes_.size() > mark.changes) {
    const Change& change = changes_.back();
    CellCodes& here = cells_[change.cell];
    for (const int side : {0, 1}) {
      const Force now = here.force[side], before = change.before.force[side];
      if (now == before || here.owner != nobody) continue;
      --counts_[side][now];
      ++counts_[side][before];
      if (std::max(now, before) < makes_four) continue;
      fives_[side].set(change.cell, before == makes_five);
      fours_[side].set(change.cell, before >= makes_four && before != makes_five);
      open_fours_[side].set(change.cell, before == makes_open_four);
    }
    here = change.before;
    changes_.pop_back();
  }
  cells_[move].owner = nobody;
  stones_[move / plan_->cols] &= ~(std::uint32_t{1} << (move % plan_->cols));
  enter(move, 0);
  enter(move, 1);
  sums_[0] = mark.sums[0];
  sums_[1] = mark.sums[1];
  key_ ^= stone_key[player][move];
}

void Field::fives_after(int player, Move cell, MoveList<2 * directions * 5>& list) const {
  list.clear();
  for (int direction = 0; direction < directions; ++direction) {
    if (shape(player, cell, direction) < four) continue;
    const FieldPlan::Place& place = plan_->place(cell, direction);
    const int step = plan_->steps[direction];
    const std::uint64_t line =
        lines_[place.line] | std::uint64_t{1}
                                 << (2 * (place.at + WindowShapes::line_margin) + player);
    for (int i = -place.before; i <= place.after; ++i) {
      const int other = cell + i * step;
      if (i == 0 || !is_empty(other)) continue;
      const std::uint8_t both = plan_->shapes.of(line, place.at + i);
      if ((player == 0 ? both & 15 : both >> 4) == five) list.push(other);
    }
  }
}

void Field::near(std::uint32_t (&rows)[max_side]) const {
  const int count = plan_->rows;
  const std::uint32_t board = (std::uint32_t{1} << plan_->cols) - 1;
  // With three empty rows on both sides, so that none needs a look at the edge.
  std::uint32_t padded[max_side + 6] = {};
  std::copy_n(stones_, count, padded + 3);
  const auto wide = [](std::uint32_t row) {
    return row | row << 1 | row << 2 | row >> 1 | row >> 2;
  };
  const auto corners = [](std::uint32_t row) { return row | row << 3 | row >> 3; };
  for (int row = 0; row < count; ++row) {
    const std::uint32_t* at = padded + row + 3;
    const std::uint32_t square = wide(at[-2] | at[-1] | at[0] | at[1] | at[2]);
    const std::uint32_t lines = corners(at[-3]) | corners(at[3]) | at[0] << 3 | at[0] >> 3;
    rows[row] = (square | lines) & ~at[0] & board;
  }
}

}  // namespace inarow::INAROW_ISA
