// Lines, shapes and the board that keeps them; the searches built on it.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <vector>

#include "games/rng.h"
#include "search/rows/greedy.h"
#include "search/rows/negamax.h"
#include "search/rows/shape_board.h"
#include "search/rows/shape_board_vcf.h"
#include "search/rows/threat.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr ShapeBoardWeights test_weights = {{0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56, 67},
                                            {0, 3, 5, 6, 9, 13, 14, 21, 27, 40, 53, 61, 99}};

// What stands on a line around a cell: own, free or blocked, by the obvious way.
struct SlowLine {
  std::vector<char> cells;  // 'o' own, '.' free, 'x' blocked
  int middle;
};

SlowLine slow_line(const Mnk& state, int cell, int direction, int player) {
  constexpr int row_step[] = {0, 1, 1, -1}, col_step[] = {1, 0, 1, 1};
  const MnkRules& rules = state.rules();
  SlowLine line{{}, max_side};
  for (int i = -max_side; i <= max_side; ++i) {
    const int row = cell / rules.cols + i * row_step[direction];
    const int col = cell % rules.cols + i * col_step[direction];
    if (row < 0 || row >= rules.rows || col < 0 || col >= rules.cols) {
      line.cells.push_back('x');
    } else {
      const Cell there = state.cell(row * rules.cols + col);
      line.cells.push_back(i == 0 || there == (player == 0 ? Cell::first : Cell::second) ? 'o'
                           : there == Cell::empty                                        ? '.'
                                                                                         : 'x');
    }
  }
  return line;
}

bool slow_win(const SlowLine& line, int k, bool exact) {
  int from = line.middle, to = line.middle;
  while (from > 0 && line.cells[from - 1] == 'o') --from;
  while (to + 1 < static_cast<int>(line.cells.size()) && line.cells[to + 1] == 'o') ++to;
  const int length = to - from + 1;
  return exact ? length == k : length >= k;
}

// The definition of a shape word for word: try every cell, then every cell after it.
Shape slow_shape(SlowLine& line, int k, bool exact) {
  if (slow_win(line, k, exact)) return five;
  Shape best = dead;
  int winning_cells = 0;
  for (int i = std::max(0, line.middle - k); i <= line.middle + k && i <= 2 * max_side; ++i) {
    if (line.cells[i] != '.') continue;
    line.cells[i] = 'o';
    const Shape next = slow_shape(line, k, exact);
    line.cells[i] = '.';
    winning_cells += next == five;
    // One more stone to go than there.
    if (next >= 3)
      best = std::max(best, static_cast<Shape>(next == five ? four : next - 2));
    else if (next > dead)
      best = std::max(best, remote);
  }
  return winning_cells > 1 ? open_four : best;
}

void check_board(const ShapeBoard& board, const ShapeBoardPlan& plan) {
  const ShapeBoard fresh(plan, board.state());
  const MnkRules& rules = board.state().rules();
  CHECK(board.near() == fresh.near());
  for (const int player : {0, 1}) {
    CHECK(board.stones(player) == fresh.stones(player));
    CHECK(board.fives(player) == fresh.fives(player));
    CHECK(board.fours(player) == fresh.fours(player));
    for (int cell = 0; cell < rules.cells; ++cell) {
      CHECK(board.point(player, cell) == fresh.point(player, cell));
      CHECK(board.best(player, cell) == fresh.best(player, cell));
      for (int direction = 0; direction < directions; ++direction) {
        CHECK(board.shape(player, cell, direction) == fresh.shape(player, cell, direction));
      }
      if (board.state().is_legal(cell)) {
        const bool wins = board.state().would_win(static_cast<Action>(cell), player);
        CHECK(wins == (board.best(player, cell) == five));
        CHECK(wins == board.fives(player).has(cell));
      }
    }
  }
}

TEST(shapes_survive_do_and_undo) {
  Rng rng(11);
  for (int i = 0; i < 60; ++i) {
    const int rows = 1 + rng.below(i % 2 ? 7 : 20), cols = 1 + rng.below(i % 2 ? 7 : 20);
    const MnkRules rules(rows, cols, i % 3 ? 1 + rng.below(8) : 1 + rng.below(21), rng.below(2));
    const ShapeBoardPlan plan(rules, test_weights);
    ShapeBoard board(plan, Mnk(rules));
    for (int step = 0; step < 120; ++step) {
      Actions<Mnk> actions;
      board.state().legal_actions(actions);
      if (actions.size() == 0 || (board.state().ply() > 0 && rng.below(5) < 2)) {
        board.undo();
      } else {
        board.play(actions[rng.below(actions.size())]);
      }
      if (step % 20 == 0 || step > 115) check_board(board, plan);
    }
    while (board.state().ply() > 0) board.undo();
    check_board(board, plan);
  }
}

TEST(shapes_are_what_they_are_called) {
  Rng rng(12);
  for (int i = 0; i < 40; ++i) {
    const MnkRules rules(1 + rng.below(9), 1 + rng.below(9), 1 + rng.below(6), i % 2);
    const ShapeBoardPlan plan(rules, test_weights);
    Mnk state(rules);
    // Crowded boards, or the slow way never ends.
    for (int left = rules.cells * 2 / 3; left > 0 && state.outcome() == Outcome::ongoing; --left) {
      Actions<Mnk> actions;
      state.legal_actions(actions);
      state.play(actions[rng.below(actions.size())]);
    }
    const ShapeBoard board(plan, state);
    for (int cell = 0; cell < rules.cells; ++cell) {
      for (int direction = 0; direction < directions; ++direction) {
        for (const int player : {0, 1}) {
          SlowLine line = slow_line(state, cell, direction, player);
          CHECK(board.shape(player, cell, direction) == slow_shape(line, rules.k, rules.exact));
        }
      }
    }
  }
}

// Known shapes of five in a row, as people name them.
TEST(shapes_by_name) {
  const MnkRules rules(1, 15, 5, false), exact_rules(1, 15, 5, true);
  const auto shape_at = [](const MnkRules& rules, const char* row, int cell) {
    const ShapeTable table(rules.k, rules.exact);
    Bits own = 0, blocked = ~Bits{0};
    for (int i = 0; row[i] != '\0'; ++i) {
      const Bits bit = Bits{1} << (i + LineBits::max_radius);
      if (row[i] == 'o') own |= bit;
      if (row[i] != 'x') blocked &= ~bit;
    }
    blocked &= ~own;
    const int bit = cell + LineBits::max_radius;
    const int radius = table.radius();
    return table.of(window(own, bit, radius), 0, window(blocked, bit, radius))[0];
  };
  CHECK(shape_at(rules, "...oooo........", 7) == five);
  CHECK(shape_at(rules, "...ooo.........", 6) == open_four);
  CHECK(shape_at(rules, "..xooo.........", 6) == four);
  CHECK(shape_at(rules, "...oo..........", 5) == open_three);
  CHECK(shape_at(rules, "...oo..........", 6) == open_three);
  CHECK(shape_at(rules, "..xoo..........", 5) == three);
  CHECK(shape_at(rules, "...o...........", 4) == open_two);
  CHECK(shape_at(rules, "..o.o.o.o......", 5) == open_four);  // two ways to five
  CHECK(shape_at(rules, "..xo...x.......", 5) == dead);
  CHECK(shape_at(rules, "...ooo.oo......", 6) == five);
  CHECK(shape_at(exact_rules, "...ooo.oo......", 6) == dead);  // six
  CHECK(shape_at(exact_rules, "...oooo........", 7) == five);
}

struct Freely {
  std::atomic<bool> stop = false;
  Budget budget{Limits{}, stop, nullptr};
};

// Minimax without any pruning or order over the same evaluation.
Negamax::Value plain(ShapeBoard& board, int depth) {
  if (board.state().outcome() == Outcome::draw) return 0;
  if (board.is_over()) return board.state().ply() - 2'000'000'000;
  if (depth == 0) return Negamax::evaluate(board);
  Actions<Mnk> actions;
  board.state().legal_actions(actions);
  Negamax::Value best = -3'000'000'000;
  for (const Action action : actions) {
    const ScopedMove made(board, action);
    best = std::max(best, -plain(board, depth - 1));
  }
  return best;
}

TEST(negamax_is_minimax) {
  Rng rng(13);
  for (int i = 0; i < 150; ++i) {
    const int rows = 1 + rng.below(5), cols = 2 + rng.below(4);
    const MnkRules rules(rows, cols, 2 + rng.below(4), rng.below(2));
    Mnk state(rules);
    for (int moves_made = 1 + rng.below(rules.cells - 1); moves_made > 0; --moves_made) {
      Actions<Mnk> actions;
      state.legal_actions(actions);
      state.play(actions[rng.below(actions.size())]);
      if (state.outcome() != Outcome::ongoing) {
        state.undo();
        break;
      }
    }
    if (state.ply() == 0) continue;
    Negamax negamax(state, {.depth = 4, .range = max_side}, 0);
    ShapeBoard board(negamax.plan(), state);
    for (int depth = 1; depth <= 3; ++depth) {
      Freely freely;
      CHECK(negamax.search(state, depth, freely.budget) == plain(board, depth));
    }
  }
}

// Random moves, each close to the one before it, so that rows come about; never to the end.
Mnk crowded_position(const MnkRules& rules, int plies, Rng& rng) {
  Mnk state(rules);
  for (; plies > 0; --plies) {
    Actions<Mnk> actions;
    state.legal_actions(actions);
    Action action = actions[rng.below(actions.size())];
    for (int tries = 0; tries < 8 && state.ply() > 0; ++tries) {
      const MnkRules::Spot& last = rules.spots[state.move_at(rng.below(state.ply()))];
      const MnkRules::Spot& next = rules.spots[action];
      if (std::abs(last.row - next.row) <= 1 && std::abs(last.col - next.col) <= 1) break;
      action = actions[rng.below(actions.size())];
    }
    state.play(action);
    if (state.outcome() == Outcome::ongoing) continue;
    state.undo();
    break;
  }
  return state;
}

// Replayed by the rules: each four leaves one cell to answer, until there are two.
TEST(victories_by_fours_are_forced) {
  Rng rng(14);
  int found = 0;
  for (int i = 0; i < 1500; ++i) {
    const int k = 3 + rng.below(4);
    const MnkRules rules(k + rng.below(8), k + rng.below(8), k, rng.below(2));
    Mnk state = crowded_position(rules, rng.below(rules.cells / 2), rng);
    const ShapeBoardPlan plan(rules, test_weights);
    ShapeBoard board(plan, state);
    Freely freely;
    ShapeBoardVcf vcf;
    const int plies = vcf.solve(board, {2000, 8}, freely.budget);
    CHECK(board.state() == state);
    if (plies == 0) continue;
    const std::vector<Action>& line = vcf.line();
    CHECK(static_cast<int>(line.size()) == plies);
    found += line.size() > 1;
    const int attacker = state.to_move();
    for (std::size_t step = 0; step < line.size(); ++step) {
      CHECK(state.is_legal(line[step]));
      if (step % 2 == 1) {
        int winning = 0;
        for (int cell = 0; cell < rules.cells; ++cell) {
          if (!state.is_legal(cell)) continue;
          winning += state.would_win(static_cast<Action>(cell), attacker);
          CHECK(!state.would_win(static_cast<Action>(cell), 1 - attacker));
        }
        CHECK(step + 2 == line.size() ? winning > 1 : winning == 1);
        CHECK(state.would_win(line[step], attacker));
      }
      state.play(line[step]);
    }
    CHECK(state.outcome() == win_for(attacker));
  }
  CHECK(found > 50);
}

// Whatever the board and however short the time, the move is legal.
TEST(searches_answer_on_any_board) {
  Rng rng(15);
  for (int i = 0; i < 150; ++i) {
    const int rows = 1 + rng.below(i % 2 ? 5 : 20), cols = 1 + rng.below(i % 2 ? 5 : 20);
    const MnkRules rules(rows, cols, 1 + rng.below(i % 3 ? 6 : 21), rng.below(2));
    const Mnk state = crowded_position(rules, rng.below(rules.cells), rng);
    const auto check = [&](auto&& search) {
      Limits limits;
      limits.nodes = rng.below(3) == 0 ? rng.below(3) : rng.below(3000);
      const std::atomic<bool> stop = false;
      Budget budget(limits, stop, nullptr);
      const Decision decision = search.decide(state, budget);
      CHECK(state.is_legal(decision.action));
      CHECK(!decision.pv.empty() && decision.pv.front() == decision.action);
      CHECK(budget.nodes() <= limits.nodes);
    };
    check(Greedy(state, {}, 1));
    check(Negamax(state, {.depth = 4, .range = 1 + rng.below(3)}, 1));
    check(Threat(state, {.depth = 4, .candidates = 1 + rng.below(12), .megabytes = 1}, 1));
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
