// Searches against plain minimax, and the windows against windows counted from scratch.
#include <algorithm>
#include <vector>

#include "games/rng.h"
#include "search/fullwidth/alphabeta.h"
#include "search/fullwidth/cached.h"
#include "search/fullwidth/deepening.h"
#include "search/fullwidth/minimax.h"
#include "search/rows/pairing.h"
#include "search/solve/solver.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

std::vector<Action> completing(const Windows& windows, int player) {
  Actions<Mnk> cells;
  windows.completing(player, cells);
  std::vector<Action> sorted(cells.begin(), cells.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

TEST(windows_follow_do_and_undo) {
  Rng rng(11);
  for (int board = 0; board < 40; ++board) {
    const MnkRules rules(1 + rng.below(12), 1 + rng.below(12), 1 + rng.below(6), rng.below(2));
    const WindowMap map(rules);
    Mnk state(rules);
    Windows windows(map, state);
    for (int step = 0; step < 150; ++step) {
      Actions<Mnk> actions;
      state.legal_actions(actions);
      if (actions.size() == 0 || (state.ply() > 0 && rng.below(5) < 2)) {
        const Action last = state.move_at(state.ply() - 1);
        state.undo();
        windows.undone(last, state.to_move());
      } else {
        const Action action = actions[rng.below(actions.size())];
        windows.played(action, state.to_move());
        state.play(action);
      }
      const Windows fresh(map, state);
      CHECK(windows.score(0) == fresh.score(0));
      CHECK(windows.score(0) == -windows.score(1));
      for (const int player : {0, 1}) {
        CHECK(windows.can_win(player) == fresh.can_win(player));
        CHECK(completing(windows, player) == completing(fresh, player));
        CHECK(windows.fork(player).has_value() == fresh.fork(player).has_value());
      }
      if (state.outcome() == Outcome::ongoing && !rules.exact) {
        // A player wins by completing a window, and only so.
        for (int cell = 0; cell < rules.cells; ++cell) {
          if (!state.is_legal(cell)) continue;
          const auto wins = completing(windows, state.to_move());
          CHECK(state.would_win(static_cast<Action>(cell), state.to_move()) ==
                std::binary_search(wins.begin(), wins.end(), cell));
        }
      }
    }
  }
}

template <template <class> class Search, Game G, class Options>
Proven ask(const G& state, const Options& options) {
  Budget budget({}, never, {});
  const Decision decision = Search<G>(state, options, 0).decide(state, budget);
  CHECK(state.is_legal(decision.action));
  return decision.proven;
}

template <Game G>
void check_searches(const typename G::Rules& rules, Rng& rng, int max_action_count) {
  G state(rules);
  while (state.outcome() == Outcome::ongoing) {
    if (state.symmetries().cells() - state.ply() <= max_action_count) {
      const Proven value = ask<Minimax>(state, MinimaxOptions{});
      CHECK(value != Proven::no);
      CHECK(ask<AlphaBeta>(state, AlphaBetaOptions{}) == value);
      CHECK(ask<Cached>(state, CachedOptions{0, 1}) == value);
      CHECK(ask<Deepening>(state, DeepeningOptions{1}) == value);
      Budget budget({}, never, {});
      const Solution solution = Solver<G>(1).solve(state, budget);
      CHECK(solution.value == (value == Proven::win) - (value == Proven::loss));
      CHECK(!solution.best.empty());
    }
    Actions<G> actions;
    state.legal_actions(actions);
    state.play(actions[rng.below(actions.size())]);
  }
}

TEST(searches_agree_with_minimax) {
  Rng rng(12);
  for (int i = 0; i < 40; ++i) {
    const int rows = 1 + rng.below(4), cols = 1 + rng.below(4);
    const MnkRules rules(rows, cols, 1 + rng.below(4), rng.below(2));
    check_searches<Mnk>(rules, rng, 7);
  }
  for (int i = 0; i < 6; ++i) check_searches<Ultimate>(UltimateRules(i % 2), rng, 20);
}

TEST(limits_are_kept) {
  const MnkRules rules(15, 15, 5, false);
  const Mnk state(rules);
  Budget budget({.nodes = 1000}, never, {});
  Deepening<Mnk>(state, DeepeningOptions{1}, 0).decide(state, budget);
  CHECK(budget.nodes() == 1000);
  const std::atomic<bool> stopped = true;
  Budget none({}, stopped, {});
  const Decision decision = Deepening<Mnk>(state, DeepeningOptions{1}, 0).decide(state, none);
  CHECK(state.is_legal(decision.action));
  CHECK(none.nodes() < 1000);
}

TEST(listeners_get_the_last_progress_and_the_nodes) {
  Budget helper({}, never, {});
  for (int i = 0; i < 512; ++i) helper.visit();
  Budget budget({.seconds = 0.3}, never, {});
  std::vector<Progress> reported;
  budget.set_listener([&](const Progress& progress) { reported.push_back(progress); });
  budget.set_helpers({&helper});
  budget.report({.depth = 3});
  int asked = 0;
  try {
    const Budget::ProgressUpdate updated(budget, [&](Progress& so_far) { so_far.sims = ++asked; });
    while (true) budget.visit();
  } catch (const OutOfBudget&) {
  }
  CHECK(reported.size() >= 2);
  CHECK(reported.size() <= 7);
  CHECK(reported.front().nodes == 512);
  for (std::size_t i = 1; i < reported.size(); ++i) {
    CHECK(reported[i].depth == 3);
    CHECK(reported[i].sims == i);
    CHECK(reported[i].nodes > reported[i - 1].nodes);
    CHECK(reported[i].seconds > reported[i - 1].seconds);
  }
  // The update is removed: it is not called again.
  budget.report({});
  CHECK(reported.back().sims == 0);
}

TEST(known_values_are_those_of_minimax) {
  Rng rng(12);
  const MnkRules rules(4, 5, 4, false);
  for (int game = 0; game < 20; ++game) {
    Mnk state(rules);
    for (int i = rng.below(8); i > 0; --i) {
      Actions<Mnk> actions;
      state.legal_actions(actions);
      state.play(actions[rng.below(actions.size())]);
    }
    if (state.outcome() != Outcome::ongoing) continue;
    Budget budget({}, never, {});
    const Decision full = Minimax<Mnk>(state, MinimaxOptions{true, 3}, 0).decide(state, budget);
    const Decision some = AlphaBeta<Mnk>(state, AlphaBetaOptions{3}, 0).decide(state, budget);
    CHECK(static_cast<int>(full.candidates.size()) == state.legal_action_count());
    CHECK(some.candidates.front().action == some.action);
    CHECK(some.candidates.front().value == full.candidates.front().value);
    for (const Candidate& each : some.candidates) {
      const auto same = std::find_if(full.candidates.begin(), full.candidates.end(),
                                     [&](const auto& one) { return one.action == each.action; });
      CHECK(same != full.candidates.end() && same->value == each.value);
    }
  }
}

TEST(pairings) {
  const std::uint64_t served_by_one[] = {0b0111, 0b1110};
  CHECK(has_pairing(served_by_one));
  const std::uint64_t too_tight[] = {0b011, 0b110};
  CHECK(!has_pairing(too_tight));
  const std::uint64_t one_cell[] = {0b100};
  CHECK(!has_pairing(one_cell));
  CHECK(has_pairing({}));
}

}  // namespace

}  // namespace inarow::INAROW_ISA
