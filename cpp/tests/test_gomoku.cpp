// The engine's board, its search for fours, and the engine itself.
#include <algorithm>
#include <atomic>
#include <vector>

#include "games/rng.h"
#include "search/five/five_board.h"
#include "search/five/five_board_vcf.h"
#include "search/five/gomoku.h"
#include "search/five/weights.h"
#include "search/rows/shape_board.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::vector<MnkRules>& boards() {
  static const std::vector<MnkRules> made = [] {
    std::vector<MnkRules> rules;
    for (const bool exact : {false, true}) {
      rules.emplace_back(15, 15, 5, exact);
      rules.emplace_back(20, 20, 5, exact);
      rules.emplace_back(8, 13, 5, exact);
    }
    return rules;
  }();
  return made;
}

// Everything that a board says about a position.
std::vector<int> facts(const FiveBoard& board) {
  std::vector<int> all = {board.evaluate(), board.ply(), static_cast<int>(board.key())};
  for (const int player : {0, 1}) {
    for (int force = 0; force < force_count; ++force) {
      all.push_back(board.count(player, static_cast<Force>(force)));
    }
    for (const CellSet* set :
         {&board.fives(player), &board.open_fours(player), &board.fours(player)}) {
      all.push_back(-1);
      set->for_each([&](Action cell) { all.push_back(cell); });
    }
    for (int cell = 0; cell < board.plan().cells; ++cell) all.push_back(board.code(player, cell));
  }
  return all;
}

// A few moves near each other, so that shapes come about; stops before anybody wins.
Mnk some_game(const MnkRules& rules, Rng& rng, int plies) {
  Mnk state(rules);
  while (state.ply() < plies && state.outcome() == Outcome::ongoing) {
    const int row = rules.rows / 2 + rng.below(7) - 3, col = rules.cols / 2 + rng.below(7) - 3;
    const int cell = std::clamp(row, 0, rules.rows - 1) * rules.cols + col;
    if (state.is_legal(cell)) state.play(static_cast<Action>(cell));
  }
  if (state.outcome() != Outcome::ongoing) state.undo();
  return state;
}

Budget endless() {
  static const std::atomic<bool> never = false;
  return Budget({}, never, {});
}

}  // namespace

TEST(a_field_is_the_same_however_it_was_reached) {
  Rng rng(3);
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 30; ++game) {
      const Mnk end = some_game(rules, rng, 30);
      Mnk state(rules);
      FiveBoard board(plan, state);
      std::vector<std::vector<int>> before;
      for (int i = 0; i < end.ply(); ++i) {
        before.push_back(facts(board));
        board.play(end.move_at(i));
        state.play(end.move_at(i));
        CHECK(facts(board) == facts(FiveBoard(plan, state)));
      }
      for (int i = end.ply(); i-- > 0;) {
        board.undo();
        CHECK(facts(board) == before[i]);
      }
    }
  }
}

TEST(a_field_sees_the_shapes_of_the_board) {
  Rng rng(4);
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    const ShapeBoardPlan slow_plan(rules, ShapeBoardWeights{});
    for (int game = 0; game < 20; ++game) {
      const Mnk state = some_game(rules, rng, rng.below(40));
      const FiveBoard board(plan, state);
      const ShapeBoard slow_board(slow_plan, state);
      for (int cell = 0; cell < rules.cells; ++cell) {
        if (!state.is_legal(cell)) continue;
        for (const int player : {0, 1}) {
          for (int direction = 0; direction < directions; ++direction) {
            // What is further away than four stones is dead to the board.
            const Shape shape = slow_board.shape(player, cell, direction);
            CHECK(board.shape(player, cell, direction) == (shape < lone ? dead : shape));
          }
          CHECK(board.fives(player).has(cell) ==
                state.would_win(static_cast<Action>(cell), player));
        }
      }
    }
  }
}

TEST(cells_that_win_after_a_four_are_known) {
  Rng rng(5);
  int fours = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 60; ++game) {
      const Mnk state = some_game(rules, rng, 2 * rng.below(12));
      FiveBoard board(plan, state);
      const int me = board.to_move();
      if (!board.fives(me).empty()) continue;
      const CellSet cells = board.fours(me);
      cells.for_each([&](Action cell) {
        ++fours;
        ActionList<2 * directions * 5> listed;
        board.fives_after(me, cell, listed);
        std::vector<int> found(listed.begin(), listed.end()), real;
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        const ScopedMove made(board, cell);
        board.fives(me).for_each([&](Action five) { real.push_back(five); });
        CHECK(found == real);
      });
    }
  }
  CHECK(fours > 100);
}

TEST(victories_by_fours_can_be_replayed) {
  Rng rng(6);
  int found = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    FiveBoardVcf search;
    for (int game = 0; game < 200; ++game) {
      Mnk state = some_game(rules, rng, 8 + rng.below(20));
      FiveBoard board(plan, state);
      const std::vector<int> before = facts(board);
      Budget budget = endless();
      const int plies = search.solve(board, {10'000}, budget);
      CHECK(facts(board) == before);
      if (plies == 0) continue;
      ++found;
      const int me = state.to_move();
      CHECK(plies == static_cast<int>(search.line().size()));
      for (const Action action : search.line()) {
        CHECK(state.is_legal(action));
        // The defender has no better answer: it cannot win, and must stop a win.
        if (state.to_move() != me) {
          for (int cell = 0; cell < rules.cells; ++cell) {
            if (state.is_legal(cell)) CHECK(!state.would_win(static_cast<Action>(cell), 1 - me));
          }
          CHECK(state.would_win(action, me));
        }
        state.play(action);
      }
      CHECK(state.outcome() == win_for(me));
    }
  }
  CHECK(found > 50);
}

TEST(the_engine_answers_and_takes_wins) {
  Rng rng(7);
  for (const MnkRules& rules : boards()) {
    Gomoku engine(Mnk(rules), {1, 1}, 1);
    for (int game = 0; game < 10; ++game) {
      const Mnk state = some_game(rules, rng, rng.below(30));
      static const std::atomic<bool> never = false;
      Budget budget({.nodes = 2'000}, never, {});
      const Decision decision = engine.decide(state, budget);
      CHECK(state.is_legal(decision.action));
      Mnk line = state;
      for (const Action action : decision.pv) {
        CHECK(line.is_legal(action));
        line.play(action);
      }
      bool can_win = false;
      for (int cell = 0; cell < rules.cells; ++cell) {
        can_win = can_win || (state.is_legal(cell) &&
                              state.would_win(static_cast<Action>(cell), state.to_move()));
      }
      if (can_win) CHECK(state.would_win(decision.action, state.to_move()));
    }
  }
}

}  // namespace inarow::INAROW_ISA
