#include "search/five/threat_marks.h"

#include <algorithm>
#include <cstdint>

#include "search/five/five_board.h"
#include "search/five/weights.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int row_length = 5;

// A line of the board, and one of its cells where a stone of `own` is assumed.
struct Line5 {
  std::uint64_t line;  // 2 bits a cell, as WindowShapes reads it
  int at;              // the cell
  unsigned own;        // 1 or 2
  bool exact;

  unsigned stone(int place) const { return line >> (2 * (place + WindowShapes::line_margin)) & 3; }
  // How many stones stand in the row from `first` on; -1 if it can never win.
  int count(int first) const {
    if (exact && (stone(first - 1) == own || stone(first + row_length) == own)) return -1;
    int stones = 0;
    for (int place = first; place < first + row_length; ++place) {
      if (stone(place) == own) {
        ++stones;
      } else if (stone(place) != 0) {
        return -1;
      }
    }
    return stones;
  }
};

// Adds the stones of the rows through the cell that lack least.
void add_stones(const Line5& line, Action cell, int step, std::vector<Action>& stones) {
  int most = 0;
  for (int first = line.at - row_length + 1; first <= line.at; ++first) {
    most = std::max(most, line.count(first));
  }
  for (int first = line.at - row_length + 1; first <= line.at; ++first) {
    if (line.count(first) != most) continue;
    for (int place = first; place < first + row_length; ++place) {
      if (line.stone(place) != line.own) continue;
      stones.push_back(static_cast<Action>(cell + (place - line.at) * step));
    }
  }
}

}  // namespace

std::vector<ThreatMark> list_threat_marks(const Mnk& state) {
  const FiveBoardPlan plan(state.rules(), engine_weights());
  std::vector<std::uint64_t> lines = plan.empty_lines;
  for (int i = 0; i < state.ply(); ++i) {
    for (int direction = 0; direction < directions; ++direction) {
      const FiveBoardPlan::Place& place = plan.place(state.move_at(i), direction);
      lines[place.line] |= std::uint64_t{1}
                           << (2 * (place.at + WindowShapes::line_margin) + (i & 1));
    }
  }
  std::vector<ThreatMark> marks;
  Actions<Mnk> empty;
  state.legal_actions(empty);
  for (const Action cell : empty) {
    Shape shapes[2][directions];
    for (int direction = 0; direction < directions; ++direction) {
      const FiveBoardPlan::Place& place = plan.place(cell, direction);
      const std::uint8_t both = plan.shapes.of(lines[place.line], place.at);
      shapes[0][direction] = static_cast<Shape>(both & 15);
      shapes[1][direction] = static_cast<Shape>(both >> 4);
    }
    for (const int player : {0, 1}) {
      const Shape best = *std::max_element(shapes[player], shapes[player] + directions);
      if (best < open_three) continue;
      ThreatMark mark{best, player, cell, {}};
      for (int direction = 0; direction < directions; ++direction) {
        if (shapes[player][direction] != best) continue;
        const FiveBoardPlan::Place& place = plan.place(cell, direction);
        add_stones({lines[place.line], place.at, player + 1u, state.rules().exact}, cell,
                   plan.steps[direction], mark.stones);
      }
      std::sort(mark.stones.begin(), mark.stones.end());
      mark.stones.erase(std::unique(mark.stones.begin(), mark.stones.end()), mark.stones.end());
      marks.push_back(std::move(mark));
    }
  }
  std::stable_sort(marks.begin(), marks.end(), [](const ThreatMark& a, const ThreatMark& b) {
    return a.shape != b.shape ? a.shape > b.shape : a.player < b.player;
  });
  return marks;
}

}  // namespace inarow::INAROW_ISA
