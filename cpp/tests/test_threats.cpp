// Attack by threats: the defences that are listed are all there are, lines win by the rules, both
// methods agree, and everything is taken back.
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "games/rng.h"
#include "search/five/root_threats.h"
#include "search/five/threat_marks.h"
#include "search/five/victory_search.h"
#include "search/five/weights.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

Budget endless() {
  static const std::atomic<bool> never = false;
  return Budget({}, never, {});
}

// Stones near the middle, so that there are threats; nobody has won.
Mnk crowded(const MnkRules& rules, Rng& rng, int plies) {
  Mnk state(rules);
  while (state.ply() < plies) {
    const int row = rules.rows / 2 + rng.below(7) - 3, col = rules.cols / 2 + rng.below(7) - 3;
    const int cell = row * rules.cols + col;
    if (!state.is_legal(cell)) continue;
    state.play(static_cast<Action>(cell));
    if (state.outcome() != Outcome::ongoing) {
      state.undo();
      break;
    }
  }
  return state;
}

// A position from rows as people read them, the top one first; X moves first, and if there are as
// many of both, next.
Mnk drawn(const MnkRules& rules, const std::vector<std::string>& rows) {
  std::vector<Action> stones[2];
  for (int row = 0; row < rules.rows; ++row) {
    for (int col = 0; col < rules.cols; ++col) {
      const char what = rows[rules.rows - 1 - row][col];
      if (what != '.') stones[what == 'O'].push_back(static_cast<Action>(row * rules.cols + col));
    }
  }
  Mnk state(rules);
  for (std::size_t i = 0; i < stones[0].size(); ++i) {
    state.play(stones[0][i]);
    if (i < stones[1].size()) state.play(stones[1][i]);
  }
  return state;
}

std::vector<Action> solve(const Mnk& state, Threats kind, Method method, std::int64_t nodes) {
  const FiveBoardPlan plan(state.rules(), engine_weights());
  FiveBoard board(plan, state);
  VictorySearch search(method);
  Budget budget = endless();
  Proof proof;
  if (!search.prove(board, kind, nodes, budget, proof)) return {};
  return search.line(board, kind, nodes, budget);
}

bool wins_by_the_rules(const Mnk& start, const std::vector<Action>& line) {
  Mnk state = start;
  for (const Action action : line) {
    if (!state.is_legal(action)) return false;
    state.play(action);
  }
  return state.outcome() == win_for(start.to_move());
}

const std::vector<MnkRules>& boards() {
  static const std::vector<MnkRules> made = [] {
    std::vector<MnkRules> rules;
    for (const bool exact : {false, true}) {
      rules.emplace_back(15, 15, 5, exact);
      rules.emplace_back(9, 10, 5, exact);
    }
    return rules;
  }();
  return made;
}

constexpr Method methods[] = {Method::depth_first, Method::df_pn};
constexpr Threats kinds[] = {Threats::fours, Threats::threes};

}  // namespace

TEST(nothing_but_the_listed_replies_meets_a_three) {
  Rng rng(11);
  int seen = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 300; ++game) {
      FiveBoard board(plan, crowded(rules, rng, 8 + rng.below(14)));
      const int me = board.to_move(), you = 1 - me;
      if (board.open_fours(you).empty()) continue;
      if (!board.fives(me).empty() || !board.fives(you).empty()) continue;
      ++seen;
      ThreatActions replies;
      const bool open = list_replies(board, replies) == Attack::open;
      Answers answers;
      meet_open_fours(board, you, answers);
      for (int cell = 0; cell < plan.cells; ++cell) {
        if (!board.is_empty(cell)) continue;
        const bool four = board.fours(me).has(cell);
        const bool meets = std::find(answers.begin(), answers.end(), cell) != answers.end();
        const bool listed =
            open && std::find(replies.begin(), replies.end(), cell) != replies.end();
        CHECK(listed == (four || meets));
        const ScopedMove made(board, static_cast<Action>(cell));
        CHECK(board.open_fours(you).empty() == meets);
        CHECK(board.fives(me).empty() == !four);
      }
    }
  }
  CHECK(seen > 100);
}

TEST(victories_by_threats_win_by_the_rules) {
  Rng rng(5);
  int found = 0, by_threes = 0;
  for (const MnkRules& rules : boards()) {
    for (int game = 0; game < 40; ++game) {
      const Mnk state = crowded(rules, rng, 8 + rng.below(10));
      bool fours = false;
      for (const Threats kind : kinds) {
        for (const Method method : methods) {
          const std::vector<Action> line = solve(state, kind, method, 3'000);
          if (line.empty()) continue;
          ++found;
          CHECK(wins_by_the_rules(state, line));
          if (kind == Threats::fours) fours = true;
          by_threes += kind == Threats::threes && !fours;
        }
      }
    }
  }
  CHECK(found > 50);
  CHECK(by_threes > 10);
}

TEST(both_methods_agree_when_they_finish) {
  constexpr std::int64_t limit = 4'000;
  Rng rng(8);
  int finished = 0, wins = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 30; ++game) {
      const Mnk state = crowded(rules, rng, 6 + rng.below(8));
      for (const Threats kind : kinds) {
        bool complete[2], won[2];
        for (const int i : {0, 1}) {
          FiveBoard board(plan, state);
          const std::uint64_t key = board.key();
          VictorySearch search(methods[i]);
          Budget budget = endless();
          Proof proof;
          won[i] = search.prove(board, kind, limit, budget, proof);
          complete[i] = won[i] || budget.nodes() < limit;
          CHECK(board.key() == key && board.ply() == state.ply());
        }
        if (!complete[0] || !complete[1]) continue;
        ++finished;
        wins += won[0];
        CHECK(won[0] == won[1]);
      }
    }
  }
  CHECK(finished > 100);
  CHECK(wins > 20);
}

TEST(two_threes_at_once_win_unless_the_defender_has_fours) {
  const MnkRules rules(10, 10, 5, false);
  const std::vector<std::string> rows = {
      "..........",  //
      "..........",  //
      "..........",  //
      ".....X....",  //
      ".....X....",  //
      "..XX......",  //
      "..........",  //
      "..........",  //
      "..........",  //
      "O.O....O.O",
  };
  // f5 makes two open threes.
  for (const Method method : methods) {
    const Mnk state = drawn(rules, rows);
    CHECK(solve(state, Threats::fours, method, 10'000).empty());
    const std::vector<Action> line = solve(state, Threats::threes, method, 10'000);
    CHECK(!line.empty());
    CHECK(wins_by_the_rules(state, line));
  }
  // The same, but the defender makes an open four first.
  std::vector<std::string> counter = rows;
  counter[8] = "...OOO....";
  counter[9] = "O.........";
  for (const Method method : methods) {
    CHECK(solve(drawn(rules, counter), Threats::threes, method, 10'000).empty());
  }
}

TEST(six_in_a_row_is_no_threat_if_exactly_five_win) {
  const std::vector<std::string> rows = {
      "..........",  //
      "..........",  //
      "..........",  //
      "..........",  //
      "..XXX.XX..",  //
      "..........",  //
      "..........",  //
      "..........",  //
      "..........",  //
      "O.O.O.O..O",
  };
  // In freestyle f6 makes six and wins; exactly five are made nowhere at once.
  const MnkRules free_style(10, 10, 5, false), exactly(10, 10, 5, true);
  for (const Method method : methods) {
    CHECK(solve(drawn(free_style, rows), Threats::fours, method, 1'000).size() == 1);
    const std::vector<Action> line = solve(drawn(exactly, rows), Threats::fours, method, 1'000);
    CHECK(line.size() != 1);
    CHECK(line.empty() || wins_by_the_rules(drawn(exactly, rows), line));
  }
}

TEST(a_pass_changes_who_moves_and_nothing_else) {
  Rng rng(2);
  const MnkRules rules(12, 12, 5, false);
  const FiveBoardPlan plan(rules, engine_weights());
  const Mnk state = crowded(rules, rng, 12);
  FiveBoard board(plan, state);
  const std::uint64_t key = board.key();
  const int mover = board.to_move(), value = board.evaluate();
  board.pass();
  CHECK(board.to_move() == 1 - mover);
  CHECK(board.key() != key);
  const Action action = static_cast<Action>(0);
  board.play(action);
  CHECK(board.to_move() == mover);
  CHECK(!board.is_empty(action));
  board.undo();
  board.pass();
  CHECK(board.key() == key && board.to_move() == mover && board.evaluate() == value);
}

TEST(marks_are_the_strongest_shapes) {
  Rng rng(22);
  int seen = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 50; ++game) {
      const Mnk state = crowded(rules, rng, rng.below(30));
      const FiveBoard board(plan, state);
      std::size_t expected = 0;
      const auto marks = list_threat_marks(state);
      for (int cell = 0; cell < plan.cells; ++cell) {
        for (const int player : {0, 1}) {
          if (!board.is_empty(cell)) continue;
          Shape best = dead;
          for (int i = 0; i < directions; ++i) best = std::max(best, board.shape(player, cell, i));
          if (best < open_three) continue;
          ++expected;
          const auto mark = std::find_if(marks.begin(), marks.end(), [&](const auto& each) {
            return each.cell == cell && each.player == player;
          });
          CHECK(mark != marks.end() && mark->shape == best);
          // What it takes besides the new stone.
          CHECK(static_cast<int>(mark->stones.size()) >= (best == five        ? 4
                                                          : best > open_three ? 3
                                                                              : 2));
          for (const Action stone : mark->stones) {
            CHECK(state.cell(stone) == (player == 0 ? Cell::first : Cell::second));
          }
        }
      }
      CHECK(marks.size() == expected);
      seen += static_cast<int>(expected);
    }
  }
  CHECK(seen > 100);
}

TEST(moves_that_leave_a_victory_standing_are_dropped) {
  Rng rng(21);
  FiveBoardVcf fours;
  int seen = 0;
  for (const MnkRules& rules : boards()) {
    const FiveBoardPlan plan(rules, engine_weights());
    for (int game = 0; game < 50; ++game) {
      const Mnk state = crowded(rules, rng, 8 + rng.below(12));
      FiveBoard board(plan, state);
      RootThreats threats;
      Budget budget = endless();
      const std::vector<Action> worth = threats.defences(board, budget);
      CHECK(board.key() == FiveBoard(plan, state).key());
      if (worth.empty()) continue;
      ++seen;
      for (int cell = 0; cell < plan.cells; ++cell) {
        if (!board.is_empty(cell) || std::find(worth.begin(), worth.end(), cell) != worth.end()) {
          continue;
        }
        // What was dropped loses to fours.
        const ScopedMove made(board, static_cast<Action>(cell));
        CHECK(fours.solve(board, {50'000}, budget) > 0);
      }
    }
  }
  CHECK(seen > 20);
}

}  // namespace inarow::INAROW_ISA
