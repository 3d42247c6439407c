// Values of n-tuples: sums that follow a game are those from scratch, look the same from every side
// of the board and for both colours, and searches that use them still prove what is true.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "games/canonical.h"
#include "games/rng.h"
#include "search/fullwidth/minimax.h"
#include "search/fullwidth/td_alphabeta.h"
#include "search/fullwidth/tuple_position.h"
#include "search/learn/td.h"
#include "search/mcts/td_mcts.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

struct Board {
  int rows, cols, k;
  bool exact;
};
constexpr Board boards[] = {
    {3, 3, 3, false}, {4, 4, 3, false}, {5, 5, 4, false}, {5, 5, 4, true},  {10, 10, 5, false},
    {9, 7, 4, true},  {9, 7, 4, false}, {4, 3, 3, false}, {1, 5, 2, false}, {5, 5, 6, false}};

MnkRules rules_of(const Board& board) {
  return MnkRules(board.rows, board.cols, board.k, board.exact);
}

// Random whole numbers; 0 for tuples without stones, which have no weight.
std::vector<int> random_weights(const TuplePlan& plan, Rng& rng) {
  std::vector<int> weights;
  for (const TupleClass& each : plan.classes()) {
    weights.push_back(0);
    while (weights.size() < each.start + each.size) weights.push_back(rng.below(20'001) - 10'000);
  }
  CHECK(weights.size() == plan.weights());
  return weights;
}

template <Game G>
std::shared_ptr<TupleWeights> float_weights(const typename G::Rules& rules, Rng& rng, float size,
                                            bool as_in_the_paper = false) {
  const std::vector<int> whole = random_weights(*tuples_of(G(rules), as_in_the_paper), rng);
  auto weights = std::make_shared<TupleWeights>();
  weights->as_in_the_paper = as_in_the_paper;
  for (const int weight : whole) {
    weights->values.push_back(static_cast<float>(weight) / 10'000 * size);
  }
  return weights;
}

// Plays a random action of a game that goes on, or takes one back: either is followed by a visit.
template <Game G, class Play, class Undo>
void walk(const G& state, Rng& rng, int steps, Play play, Undo undo) {
  for (int step = 0; step < steps; ++step) {
    Actions<G> actions;
    state.legal_actions(actions);
    if (actions.size() == 0 || (state.ply() > 0 && rng.below(10) < 3)) {
      undo();
    } else {
      play(actions[rng.below(actions.size())]);
    }
  }
}

// A random game, with a visit of each of its positions.
template <Game G, class Visit>
void each_position(const typename G::Rules& rules, Rng& rng, Visit visit) {
  G state(rules);
  Actions<G> actions;
  while (true) {
    visit(std::as_const(state));
    state.legal_actions(actions);
    if (actions.size() == 0) return;
    state.play(actions[rng.below(actions.size())]);
  }
}

template <Game G>
void check_sums_after(const TupleSums<G, int>& sums, const G& state) {
  Actions<G> legal, actions;
  state.legal_actions(legal);
  G next = state;
  std::vector<int> expected;
  for (const Action action : legal) {
    const int player = state.to_move();
    const ScopedMove made(next, action);
    if (next.outcome() != Outcome::ongoing) continue;
    TupleSums<G, int> played = sums;
    played.played(next, action, player);
    actions.push(action);
    expected.push_back(played.sum(next, player));
    CHECK(sums.sum_after(state, action) == expected.back());
  }
  std::vector<int> found(expected.size());
  sums.sums_after(state, actions, found.data());
  CHECK(found == expected);
}

template <Game G>
void check_sums(const typename G::Rules& rules, bool as_in_the_paper, Rng& rng, int steps) {
  const auto shared = tuples_of(G(rules), as_in_the_paper);
  const Tuples<G>& plan = *shared;
  const std::vector<int> weights = random_weights(plan, rng);
  G state(rules);
  TupleSums<G, int> sums(plan, weights.data(), state);
  const auto check = [&] {
    const TupleSums<G, int> fresh(plan, weights.data(), state);
    for (const int player : {0, 1}) {
      CHECK(sums.sum(state, player) == fresh.sum(state, player));
      int total = 0;
      sums.each_weight(state, player, [&](std::uint32_t number, float factor) {
        total += static_cast<int>(static_cast<float>(weights[number]) * factor);
      });
      CHECK(sums.sum(state, player) == total);
    }
    if (rng.below(4) == 0) check_sums_after(sums, state);
  };
  walk(
      state, rng, steps,
      [&](Action action) {
        const int player = state.to_move();
        state.play(action);
        sums.played(state, action, player);
        check();
      },
      [&] {
        const Action action = state.move_at(state.ply() - 1);
        state.undo();
        sums.undone(state, action, state.to_move());
        check();
      });
}

TEST(tuple_sums_follow_do_and_undo) {
  Rng rng(21);
  for (const Board& board : boards) {
    for (const bool as_in_the_paper : {false, true}) {
      check_sums<Mnk>(rules_of(board), as_in_the_paper, rng, 250);
    }
  }
  for (const bool tie_break : {false, true}) {
    check_sums<Ultimate>(UltimateRules(tie_break), false, rng, 600);
  }
}

// The codes of all tuples of a position, from its cells.
std::vector<std::uint32_t> codes_of(const MnkTuples& plan, const Mnk& state) {
  std::vector<std::uint32_t> codes(plan.tuples().size());
  for (int cell = 0; cell < plan.cells(); ++cell) {
    for (const auto& [tuple, power] : plan.parts(cell)) codes[tuple] += power * state.cell(cell);
  }
  return codes;
}

TEST(each_weight_is_visited_once_for_each_tuple) {
  Rng rng(22);
  for (const Board& board : boards) {
    const MnkRules rules = rules_of(board);
    const MnkTuples plan(rules, false);
    const std::vector<int> weights = random_weights(plan, rng);
    each_position<Mnk>(rules, rng, [&](const Mnk& state) {
      const TupleSums<Mnk, int> sums(plan, weights.data(), state);
      const std::vector<std::uint32_t> codes = codes_of(plan, state);
      for (const int player : {0, 1}) {
        std::vector<std::uint32_t> expected, visited;
        for (std::size_t i = 0; i < codes.size(); ++i) {
          const MnkTuples::Tuple& tuple = plan.tuples()[i];
          if (codes[i] > 0) expected.push_back(tuple.start + tuple.codes->place[player][codes[i]]);
        }
        sums.each_weight(state, player, [&](std::uint32_t number, float factor) {
          visited.push_back(number);
          CHECK(factor == 1);
        });
        CHECK(visited == expected);
      }
    });
  }
}

int count_weights(const MnkRules& rules, bool as_in_the_paper, std::initializer_list<int> moves) {
  const MnkTuples plan(rules, as_in_the_paper);
  const std::vector<int> weights(plan.weights());
  Mnk state(rules);
  for (const int move : moves) state.play(static_cast<Action>(move));
  int count = 0;
  const TupleSums<Mnk, int> sums(plan, weights.data(), state);
  sums.each_weight(state, 0, [&](std::uint32_t, float) { ++count; });
  return count;
}

TEST(tic_tac_toe_has_eight_lines_and_four_blocks) {
  const MnkRules rules(3, 3, 3, false);
  CHECK(MnkTuples(rules, false).tuples().size() == 12);
  CHECK(MnkTuples(rules, true).tuples().size() == 8);
  CHECK(count_weights(rules, false, {}) == 0);
  CHECK(count_weights(rules, false, {4}) == 8);  // four lines and all blocks
  CHECK(count_weights(rules, false, {0}) == 5);
  CHECK(count_weights(rules, true, {0}) == 3);
  CHECK(count_weights(rules, true, {0, 8}) == 4);  // the line of both counts for nobody
}

TEST(the_papers_rows_count_stones_of_one_colour) {
  const MnkRules rules(3, 3, 3, false);
  const MnkTuples plan(rules, true);
  std::vector<float> weights(plan.weights());
  for (const TupleClass& each : plan.classes()) weights[each.start + 1] = 3;
  Mnk state(rules);
  const auto sum_after = [&](std::initializer_list<int> moves) {
    state = Mnk(rules);
    for (const int move : moves) state.play(static_cast<Action>(move));
    const TupleSums<Mnk, float> sums(plan, weights.data(), state);
    CHECK(sums.sum(state, 0) == -sums.sum(state, 1));
    return sums.sum(state, 0);
  };
  CHECK(sum_after({4}) == 4);
  CHECK(sum_after({4, 0}) == 3 - 2);             // the diagonal is nobody's
  CHECK(sum_after({4, 0, 3}) == 2 + 1 + 1 - 1);  // two in the middle row; the corner has one line
}

template <Game G>
void check_symmetry(const typename G::Rules& rules, Rng& rng) {
  const auto shared = tuples_of(G(rules), false);
  const Tuples<G>& plan = *shared;
  const std::vector<int> weights = random_weights(plan, rng);
  const auto sum = [&](const G& state, int player) {
    return TupleSums<G, int>(plan, weights.data(), state).sum(state, player);
  };
  each_position<G>(rules, rng, [&](const G& state) {
    for (int symmetry = 1; symmetry < state.symmetries().count(); ++symmetry) {
      const G image = image_of(state, symmetry);
      for (const int player : {0, 1}) CHECK(sum(state, player) == sum(image, player));
    }
  });
}

TEST(tuple_sums_of_symmetric_positions_are_equal) {
  Rng rng(23);
  for (const Board& board : boards) {
    for (int game = 0; game < 2; ++game) check_symmetry<Mnk>(rules_of(board), rng);
  }
  for (int game = 0; game < 6; ++game) check_symmetry<Ultimate>(UltimateRules(game % 2), rng);
}

// With as many stones of both colours, each pair of moves can be made the other way round.
TEST(tuple_sums_of_swapped_colours_are_equal) {
  Rng rng(24);
  for (const Board& board : boards) {
    for (const bool as_in_the_paper : {false, true}) {
      const MnkRules rules = rules_of(board);
      const MnkTuples plan(rules, as_in_the_paper);
      const std::vector<int> weights = random_weights(plan, rng);
      each_position<Mnk>(rules, rng, [&](const Mnk& state) {
        if (state.ply() % 2 != 0 || state.outcome() != Outcome::ongoing) return;
        Mnk swapped(rules);
        for (int ply = 0; ply < state.ply(); ++ply) swapped.play(state.move_at(ply ^ 1));
        const TupleSums<Mnk, int> sums(plan, weights.data(), state);
        const TupleSums<Mnk, int> others(plan, weights.data(), swapped);
        for (const int player : {0, 1}) {
          CHECK(sums.sum(state, player) == others.sum(swapped, 1 - player));
        }
      });
    }
  }
}

// The forced boards of Ultimate stand in the way of such pairs, so its codes are compared.
void check_swapped_codes(const TupleCodes& codes, std::uint32_t base) {
  for (std::uint32_t code = 0; code < codes.place[0].size(); ++code) {
    std::uint32_t swapped = 0, power = 1;
    for (std::uint32_t rest = code; rest > 0; rest /= base, power *= base) {
      const std::uint32_t digit = rest % base;
      swapped += power * (digit == 1 ? 2 : digit == 2 ? 1 : digit);
    }
    CHECK(codes.place[0][code] == codes.place[1][swapped]);
    CHECK(codes.place[0][code] < codes.weights);
    CHECK((codes.place[0][code] == 0) == (code == 0));
  }
}

TEST(codes_of_local_boards_are_alike_for_both_players) {
  const UltimateRules rules(false);
  const UltimateTuples plan(rules);
  for (const int board : {0, 1, 4}) check_swapped_codes(*plan.local(board).codes, 3);
  check_swapped_codes(*plan.lines()[0].codes, 4);
  check_swapped_codes(plan.all_codes(), 4);
}

template <Game G>
void check_position(const typename G::Rules& rules, Rng& rng, int steps) {
  const std::shared_ptr<TupleWeights> weights = float_weights<G>(rules, rng, 1);
  const auto shared = tuples_of(G(rules), false);
  const Tuples<G>& plan = *shared;
  const G start(rules);
  const ScoreTuples<G> tuples(start, *weights);
  TuplePosition<G> position(start, tuples);
  std::vector<Score> before{position.evaluate()};  // by ply
  const auto check = [&] {
    const G& state = position.state();
    const int moved = 1 - state.to_move();
    CHECK(position.evaluate() == -ScoreTuples<G>::score(tuples.sums(state).sum(state, moved)));
    const TupleSums<G, float> learned(plan, weights->values.data(), state);
    CHECK(std::abs(ScoreTuples<G>::sum_of(position.evaluate()) + learned.sum(state, moved)) <
          0.03f);
  };
  walk(
      position.state(), rng, steps,
      [&](Action action) {
        const Score expected = position.action_score(action);
        Actions<G> actions;
        position.state().legal_actions(actions);
        Score scores[G::max_actions];
        position.action_scores(actions, scores);
        const auto at = std::find(actions.begin(), actions.end(), action) - actions.begin();
        position.play(action);
        if (!position.is_over()) {
          CHECK(position.evaluate() == -expected);
          CHECK(scores[at] == expected);
        }
        before.push_back(position.evaluate());
        check();
      },
      [&] {
        position.undo();
        before.pop_back();
        CHECK(position.evaluate() == before.back());
        check();
      });
}

TEST(learned_positions_are_valued_for_the_player_to_move) {
  Rng rng(25);
  for (const Board& board : boards) check_position<Mnk>(rules_of(board), rng, 200);
  for (const bool tie_break : {false, true}) {
    check_position<Ultimate>(UltimateRules(tie_break), rng, 300);
  }
}

template <template <class> class Search, Game G, class Options>
Decision ask(const G& state, const Options& options, const Limits& limits = {}) {
  Budget budget(limits, never, {});
  const Decision decision = Search<G>(state, options, 1).decide(state, budget);
  CHECK(state.is_legal(decision.action));
  return decision;
}

// What is true of a position does not depend on what was learned.
template <Game G>
void check_proofs(const typename G::Rules& rules, Rng& rng, int max_cells_left) {
  const std::shared_ptr<TupleWeights> weights = float_weights<G>(rules, rng, 3, rng.below(2));
  G state(rules);
  while (state.outcome() == Outcome::ongoing) {
    if (plies_left(state) <= max_cells_left) {
      const Proven value = ask<Minimax>(state, MinimaxOptions{}).proven;
      const Decision decision = ask<TdAlphaBeta>(
          state, TdAlphaBetaOptions{.weights = weights, .width = 0, .megabytes = 1});
      CHECK(decision.proven == value);
      const Decision narrow = ask<TdAlphaBeta>(
          state, TdAlphaBetaOptions{.weights = weights, .width = 1 + rng.below(3), .megabytes = 1});
      CHECK(narrow.proven == Proven::no || narrow.proven == value);
      CHECK(decision.value == (value == Proven::win) - (value == Proven::loss));
      TdMctsOptions options;
      options.weights = weights;
      const Proven sampled = ask<TdMcts>(state, options, {.sims = 50}).proven;
      CHECK(sampled == Proven::no || sampled == value);
      G next = state;
      next.play(decision.action);
      if (next.outcome() == Outcome::ongoing) {
        const Proven after = ask<Minimax>(next, MinimaxOptions{}).proven;
        CHECK(after == (value == Proven::win    ? Proven::loss
                        : value == Proven::loss ? Proven::win
                                                : Proven::draw));
      } else {
        CHECK(returns(next.outcome(), state.to_move()) == decision.value);
      }
    }
    Actions<G> actions;
    state.legal_actions(actions);
    state.play(actions[rng.below(actions.size())]);
  }
}

TEST(searches_with_learned_values_prove_what_minimax_does) {
  Rng rng(26);
  for (int i = 0; i < 30; ++i) {
    const int rows = 1 + rng.below(4), cols = 1 + rng.below(4);
    check_proofs<Mnk>(MnkRules(rows, cols, 1 + rng.below(4), rng.below(2)), rng, 7);
  }
  check_proofs<Mnk>(MnkRules(3, 3, 3, false), rng, 9);
  for (int i = 0; i < 4; ++i) check_proofs<Ultimate>(UltimateRules(i % 2), rng, 16);
}

// Returns the largest size of a score in a random game.
template <Game G>
Score check_huge(const typename G::Rules& rules, const TupleWeights& weights, Rng& rng) {
  const G start(rules);
  const ScoreTuples<G> tuples(start, weights);
  TuplePosition<G> position(start, tuples);
  Score most = 0;
  Actions<G> actions;
  while (!position.is_over()) {
    position.state().legal_actions(actions);
    Score scores[G::max_actions];
    position.action_scores(actions, scores);
    for (int i = 0; i < actions.size(); ++i) CHECK(std::abs(scores[i]) < least_win);
    CHECK(std::abs(position.evaluate()) < least_win);
    most = std::max(most, std::abs(position.evaluate()));
    position.play(actions[rng.below(actions.size())]);
  }
  return most;
}

TEST(huge_weights_stay_below_the_score_of_a_win) {
  Rng rng(27);
  const auto check = [&]<class Rules>(const Rules& rules) {
    using G = typename Rules::State;
    const auto shared = tuples_of(G(rules), false);
    const Tuples<G>& plan = *shared;
    check_huge<G>(rules, *float_weights<G>(rules, rng, 1e30f), rng);
    for (const float all : {1e30f, -1e30f}) {  // the largest sums there are
      auto weights = std::make_shared<TupleWeights>();
      weights->values.assign(plan.weights(), all);
      for (const TupleClass& each : plan.classes()) weights->values[each.start] = 0;
      CHECK(check_huge<G>(rules, *weights, rng) == win_score / 2);  // the bound was needed
      const G start(rules);
      TdMctsOptions options;
      options.weights = weights;
      for (const Decision& decision :
           {ask<TdAlphaBeta>(start,
                             TdAlphaBetaOptions{.weights = weights, .depth = 2, .megabytes = 1},
                             {.nodes = 5000}),
            ask<TdMcts>(start, options, {.nodes = 300})}) {
        CHECK(decision.proven == Proven::no);
        CHECK(decision.value && std::abs(*decision.value) <= 1);
      }
    }
  };
  check(MnkRules(20, 20, 8, false));
  check(MnkRules(20, 20, 5, false));
  check(UltimateRules(false));
}

}  // namespace

}  // namespace inarow::INAROW_ISA
