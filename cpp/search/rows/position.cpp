#include "search/rows/position.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

namespace {

constexpr int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                             {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
// By own marks on a line where the opponent has none.
constexpr Score board_line_worth[] = {0, 60, 400, 0};
constexpr Score cell_line_worth[] = {0, 2, 9, 0};
constexpr Score board_worth[] = {45, 30, 45, 30, 60, 30, 45, 30, 45};

}  // namespace

// Ultimate: boards won and lines of boards still open, plus the same one level down.
Score Position<Ultimate>::evaluate() const {
  int mark[9];  // of local boards: 0 open, 1 mine, -1 theirs, 2 drawn
  Score score = 0;
  const int me = to_move();
  for (int board = 0; board < 9; ++board) {
    const Outcome outcome = state_.local_outcome(board);
    mark[board] = outcome == Outcome::draw ? 2 : returns(outcome, me);
    if (outcome != Outcome::ongoing) {
      score += outcome == Outcome::draw ? 0 : mark[board] * board_worth[board];
      continue;
    }
    for (const auto& line : lines) {
      int mine = 0, theirs = 0;
      for (const int cell : line) {
        const Cell stone = state_.cell((board / 3 * 3 + cell / 3) * 9 + board % 3 * 3 + cell % 3);
        mine += stone == (me == 0 ? Cell::first : Cell::second);
        theirs += stone == (me == 0 ? Cell::second : Cell::first);
      }
      if (theirs == 0) score += cell_line_worth[mine];
      if (mine == 0) score -= cell_line_worth[theirs];
    }
  }
  for (const auto& line : lines) {
    int mine = 0, theirs = 0, dead = 0;
    for (const int board : line) {
      mine += mark[board] == 1;
      theirs += mark[board] == -1;
      dead += mark[board] == 2;
    }
    if (dead > 0) continue;
    if (theirs == 0) score += board_line_worth[mine];
    if (mine == 0) score -= board_line_worth[theirs];
  }
  return score;
}

// Winning a local board scores most, then the middle and the corners; a free choice of board for
// the opponent costs.
Score Position<Ultimate>::action_score(Action action) const {
  Ultimate next = state_;
  next.play(action);
  const int row = action / 9, col = action % 9;
  const int cell = row % 3 * 3 + col % 3, board = row / 3 * 3 + col / 3;
  Score score = board_worth[cell] / 5;
  if (next.local_outcome(board) == win_for(to_move())) score += 2 * board_worth[board];
  if (next.outcome() == Outcome::ongoing && next.forced_board() == Ultimate::any_board) score -= 50;
  return score;
}

}  // namespace inarow::INAROW_ISA
