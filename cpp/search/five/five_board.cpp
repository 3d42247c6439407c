#include "search/five/five_board.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

namespace {

constexpr std::int8_t nobody = -1;
constexpr int max_changes_per_move = directions * 2 * 5;  // exactly five: five cells each way

// Both sides' shapes of a line, 4 bits each, in the layout of CellCodes.
constexpr std::uint32_t in_halves(std::uint8_t both) { return (both & 15u) | (both & 0xf0u) << 12; }

}  // namespace

FiveBoardPlan::FiveBoardPlan(const MnkRules& rules, const FiveBoardWeights& weights)
    : rows(rules.rows),
      cols(rules.cols),
      cells(rules.cells),
      shapes(window_shapes(rules.exact)),
      all_codes(codes()),
      weights(weights),
      places_(rules.cells * directions) {
  for (int code = 0; code < code_count; ++code) {
    values[code] = PairSum(weights.value[code].moving, weights.value[code].waiting);
  }
  const LineMap map(rules);
  // Cells outside the board are 3.
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

FiveBoard::FiveBoard(const FiveBoardPlan& plan, const Mnk& state)
    : plan_(&plan), changes_(max_changes_per_move * plan.cells), snapshots_(plan.cells) {
  std::copy(plan.empty_lines.begin(), plan.empty_lines.end(), lines_.begin());
  for (int cell = 0; cell < plan.cells; ++cell) {
    CellCodes& here = cells_[cell];
    here.owner = nobody;
    here.shapes = 0;
    for (int direction = 0; direction < directions; ++direction) {
      const FiveBoardPlan::Place& place = plan.place(cell, direction);
      here.shapes |= in_halves(plan.shapes.of(lines_[place.line], place.at)) << (4 * direction);
    }
    for (const int player : {0, 1}) {
      here.code[player] = plan.all_codes.of[here.shapes >> (16 * player) & 0xffff];
      here.force[player] = plan.all_codes.force[here.code[player]];
      enter(cell, player);
    }
  }
  for (int i = 0; i < state.ply(); ++i) play(state.move_at(i));
}

// Member by member: compilers copy the whole struct with an instruction that is slow to start.
inline void FiveBoard::Totals::copy(const Totals& from) {
  for (const int side : {0, 1}) {
    sums[side] = from.sums[side];
    counts[side] = from.counts[side];
    fives[side] = from.fives[side];
    open_fours[side] = from.open_fours[side];
    fours[side] = from.fours[side];
  }
}

// Adds an empty cell to the totals.
void FiveBoard::enter(int cell, int player) {
  const CellCodes& here = cells_[cell];
  totals_.sums[player] += plan_->values[here.code[player]];
  const Force force = here.force[player];
  ++totals_.counts[player][force];
  if (force < makes_four) return;
  if (force == makes_five) {
    totals_.fives[player].set(cell, true);
    return;
  }
  totals_.fours[player].set(cell, true);
  if (force == makes_open_four) totals_.open_fours[player].set(cell, true);
}

// Removes it.
void FiveBoard::leave(int cell, int player) {
  const CellCodes& here = cells_[cell];
  totals_.sums[player] -= plan_->values[here.code[player]];
  const Force force = here.force[player];
  --totals_.counts[player][force];
  if (force < makes_four) return;
  totals_.fives[player].set(cell, false);
  totals_.fours[player].set(cell, false);
  totals_.open_fours[player].set(cell, false);
}

inline void FiveBoard::change_force(int cell, int player, Force before, Force now) {
  --totals_.counts[player][before];
  ++totals_.counts[player][now];
  if (std::max(before, now) < makes_four) return;
  totals_.fives[player].set(cell, now == makes_five);
  totals_.fours[player].set(cell, now >= makes_four && now != makes_five);
  totals_.open_fours[player].set(cell, now == makes_open_four);
}

void FiveBoard::play(Action action) {
  const int player = to_move();
  snapshots_[ply_].changes = change_count_;
  snapshots_[ply_].totals.copy(totals_);
  moves_[ply_++] = action;
  key_ ^= stone_key[player][action];
  leave(action, 0);
  leave(action, 1);
  cells_[action].owner = static_cast<std::int8_t>(player);
  stones_[action / plan_->cols] |= std::uint32_t{1} << (action % plan_->cols);
  const WindowShapes& shapes = plan_->shapes;
  const Codes& all = plan_->all_codes;
  const auto& values = plan_->values;
  PairSum sums[2] = {totals_.sums[0], totals_.sums[1]};
  Change* change = changes_.data() + change_count_;
  for (int direction = 0; direction < directions; ++direction) {
    const FiveBoardPlan::Place& place = plan_->place(action, direction);
    const int step = plan_->steps[direction];
    const int shift = 4 * direction;
    std::uint64_t& kept = lines_[place.line];
    const std::uint64_t line = kept ^ std::uint64_t{1}
                                          << (2 * (place.at + WindowShapes::line_margin) + player);
    kept = line;
    for (int i = -place.before; i <= place.after; ++i) {
      const int cell = action + i * step;
      CellCodes& here = cells_[cell];
      if (here.owner != nobody) continue;
      const std::uint32_t now = in_halves(shapes.of(line, place.at + i)) << shift;
      const std::uint32_t before = here.shapes & in_halves(0xff) << shift;
      if (now == before) continue;
      *change++ = {here, static_cast<Action>(cell)};
      here.shapes ^= now ^ before;
      for (const int side : {0, 1}) {
        const Code old = here.code[side], code = all.of[here.shapes >> (16 * side) & 0xffff];
        sums[side] += values[code];
        sums[side] -= values[old];
        here.code[side] = code;
        const Force force = all.force[code];
        if (force == here.force[side]) continue;
        change_force(cell, side, here.force[side], force);
        here.force[side] = force;
      }
    }
  }
  totals_.sums[0] = sums[0];
  totals_.sums[1] = sums[1];
  change_count_ = static_cast<std::uint32_t>(change - changes_.data());
}

void FiveBoard::undo() {
  const Action move = moves_[--ply_];
  const int player = to_move();
  for (int direction = 0; direction < directions; ++direction) {
    const FiveBoardPlan::Place& place = plan_->place(move, direction);
    lines_[place.line] ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
  }
  const Snapshot& snapshot = snapshots_[ply_];
  while (change_count_ > snapshot.changes) {
    const Change& change = changes_[--change_count_];
    cells_[change.cell] = change.before;
  }
  totals_.copy(snapshot.totals);
  cells_[move].owner = nobody;
  stones_[move / plan_->cols] &= ~(std::uint32_t{1} << (move % plan_->cols));
  key_ ^= stone_key[player][move];
}

void FiveBoard::fives_after(int player, Action cell, ActionList<2 * directions * 5>& list) const {
  list.clear();
  for (int direction = 0; direction < directions; ++direction) {
    if (shape(player, cell, direction) < four) continue;
    const FiveBoardPlan::Place& place = plan_->place(cell, direction);
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

void FiveBoard::near(std::uint32_t (&rows)[max_side]) const {
  const int count = plan_->rows;
  const std::uint32_t inside = (std::uint32_t{1} << plan_->cols) - 1;
  // With three empty rows on both sides, so that no row needs a test for the edge.
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
    rows[row] = (square | lines) & ~at[0] & inside;
  }
}

}  // namespace inarow::INAROW_ISA
