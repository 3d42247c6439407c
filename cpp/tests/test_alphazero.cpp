// AlphaZero's search and self-play, with networks that are simple functions.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "search/fullwidth/minimax.h"
#include "search/mcts/alphazero.h"
#include "search/mcts/self_play.h"
#include "search/mcts/softmax.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

Limits sims_of(std::uint64_t sims) {
  Limits limits;
  limits.sims = sims;
  return limits;
}

std::shared_ptr<const PlaneNetwork> network_of(RunNetwork run) {
  return std::make_shared<PlaneNetwork>(PlaneNetwork{std::move(run), ""});
}

// Likes cells with a high number, and positions by what stands there: not symmetric at all.
std::shared_ptr<const PlaneNetwork> lopsided() {
  return network_of([](const NetworkBatch& asked) {
    const int cells = asked.rows * asked.cols;
    for (int i = 0; i < asked.count; ++i) {
      const float* planes = asked.planes + i * asked.channels * cells;
      float sum = 0;
      for (int cell = 0; cell < cells; ++cell) {
        asked.logits[i * cells + cell] = 0.1f * static_cast<float>(cell);
        sum += static_cast<float>(cell + 1) * (planes[cell] - planes[cells + cell]);
      }
      asked.values[i] = std::tanh(sum / static_cast<float>(cells * 4));
    }
  });
}

// Likes cells beside stones: the same for all images of a position.
std::shared_ptr<const PlaneNetwork> symmetric() {
  return network_of([](const NetworkBatch& asked) {
    const int cells = asked.rows * asked.cols;
    for (int i = 0; i < asked.count; ++i) {
      const float* planes = asked.planes + i * asked.channels * cells;
      for (int cell = 0; cell < cells; ++cell) {
        const int row = cell / asked.cols, col = cell % asked.cols;
        float near = 0;
        for (int r = std::max(0, row - 1); r <= std::min(asked.rows - 1, row + 1); ++r) {
          for (int c = std::max(0, col - 1); c <= std::min(asked.cols - 1, col + 1); ++c) {
            near += planes[r * asked.cols + c] + 2 * planes[cells + r * asked.cols + c];
          }
        }
        asked.logits[i * cells + cell] = near;
      }
      asked.values[i] = 0;
    }
  });
}

TEST(halving_shares_the_simulations_out) {
  for (const int considered : {1, 2, 3, 5, 16, 40}) {
    for (const int sims : {1, 2, 7, 16, 64, 200}) {
      const std::vector<int> schedule = halving_schedule(considered, sims);
      CHECK(static_cast<int>(schedule.size()) == sims);
      // Followed one by one: there is always an action with so many visits.
      std::vector<int> visits(static_cast<std::size_t>(considered));
      for (const int wanted : schedule) {
        const auto found = std::find(visits.begin(), visits.end(), wanted);
        CHECK(found != visits.end());
        if (found != visits.end()) ++*found;
      }
      if (considered > 1 && sims >= 2) {
        // The best two have the same number, give or take one, and no other has more.
        std::sort(visits.rbegin(), visits.rend());
        CHECK(visits[0] - visits[1] <= 1);
      }
    }
  }
}

TEST(a_gumbel_root_tries_the_best_priors_and_uses_all_simulations) {
  const MnkRules rules(7, 7, 4, false);
  const Mnk start(rules);
  for (const int considered : {1, 4, 16, 100}) {
    for (const int batch : {1, 8}) {
      AlphaZeroOptions options;
      options.network = lopsided();
      options.megabytes = 4;
      options.fold = 0;
      options.considered = considered;
      options.batch = batch;
      AlphaZero<Mnk> search(start, options, 1);
      Budget budget(sims_of(64), never, nullptr);
      const Decision decision = search.decide(start, budget);
      CHECK(decision.sims == 64);
      int visited = 0;
      for (const Candidate& each : decision.candidates) {
        visited += *each.visits > 0;
        // Cells with a high number have the highest priors.
        if (*each.visits > 0) CHECK(each.action >= 49 - std::min(considered, 49));
      }
      CHECK(visited == std::min({considered, 49, 64}));
    }
  }
}

TEST(one_simulation_is_the_policy_alone) {
  const MnkRules rules(3, 3, 3, false);
  Mnk state(rules);
  for (const Action action : {0, 4, 1, 5}) state.play(action);  // cell 2 would win
  AlphaZeroOptions options;
  options.network = lopsided();
  options.megabytes = 1;
  AlphaZero<Mnk> search(state, options, 1);
  Budget one(sims_of(1), never, nullptr), some(sims_of(20), never, nullptr);
  const Decision bare = search.decide(state, one);
  CHECK(bare.action == 8);
  CHECK(bare.candidates.size() == 5);
  CHECK(search.decide(state, some).action == 2);
}

TEST(shares_are_those_of_the_exact_exponential) {
  CHECK(exp_below_0(0) == 1);
  for (float x = 0; x > -87; x -= 0.0137f) {
    const double exact = std::exp(static_cast<double>(x));
    CHECK(std::abs(exp_below_0(x) - exact) <= 3e-7 * exact);
  }
  CHECK(exp_below_0(-1e30f) < 1e-37f);
  for (const int count : {1, 2, 7, 8, 9, 225}) {  // lanes of eight, and a rest
    std::vector<float> scores(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) scores[i] = static_cast<float>(i * 37 % count) * 0.05f + 300;
    std::vector<double> exact(scores.begin(), scores.end());
    double total = 0;
    for (double& each : exact) total += each = std::exp(each);
    softmax(scores);
    for (int i = 0; i < count; ++i) CHECK(std::abs(scores[i] - exact[i] / total) < 1e-6);
  }
}

TEST(images_are_turned_back) {
  const MnkRules square(6, 6, 4, false), rectangle(5, 7, 4, false);
  for (const MnkRules* rules : {&square, &rectangle}) {
    Mnk state(*rules);
    for (const Action action : {7, 8, 14, 20, 3}) state.play(action);
    const auto policy = [&](std::shared_ptr<const PlaneNetwork> network, int images) {
      AlphaZeroOptions options;
      options.network = std::move(network);
      options.megabytes = 1;
      options.images = images;
      AlphaZero<Mnk> search(state, options, 3);
      Budget budget(sims_of(1), never, nullptr);
      return search.decide(state, budget).policy;
    };
    for (const int images : {1, 2}) {
      const auto itself = policy(symmetric(), 0), turned = policy(symmetric(), images);
      for (std::size_t i = 0; i < itself.size(); ++i) {
        CHECK(itself[i].first == turned[i].first);
        CHECK(std::abs(itself[i].second - turned[i].second) < 1e-5);
      }
    }
    CHECK(policy(lopsided(), 0) != policy(lopsided(), 2));
  }
  // On the empty board the mean over all images has no favourite corner.
  const Mnk empty(square);
  AlphaZeroOptions options;
  options.network = lopsided();
  options.megabytes = 1;
  options.images = 2;
  AlphaZero<Mnk> search(empty, options, 3);
  Budget budget(sims_of(1), never, nullptr);
  const auto policy = search.decide(empty, budget).policy;
  CHECK(std::abs(policy[0].second - policy[5].second) < 1e-6);
  CHECK(std::abs(policy[0].second - policy[35].second) < 1e-6);
}

// A game by searches that keep evaluations and by others that do not.
template <Game G>
void check_cache(const G& start, int images, int cache) {
  std::int64_t rows = 0, rows_without = 0;
  const auto counted = [](std::int64_t& rows) {
    return network_of([&rows, asked = lopsided()](const NetworkBatch& batch) {
      rows += batch.count;
      asked->run(batch);
    });
  };
  AlphaZeroOptions options;
  options.megabytes = 1;
  options.fold = 0;
  options.batch = 8;
  options.images = images;
  options.network = counted(rows_without);
  AlphaZero<G> without(start, options, 3);
  options.network = counted(rows);
  options.cache = cache;
  AlphaZero<G> with(start, options, 3);
  G state = start;
  while (state.outcome() == Outcome::ongoing) {
    Budget one(sims_of(100), never, nullptr), other(sims_of(100), never, nullptr);
    const Decision found = with.decide(state, one), expected = without.decide(state, other);
    CHECK(found.action == expected.action);
    CHECK(*found.value == *expected.value);
    CHECK(found.policy == expected.policy);
    state.play(found.action);
  }
  CHECK(rows > 0);
  CHECK(rows < rows_without);
}

TEST(kept_evaluations_change_no_search) {
  const MnkRules rules(6, 6, 4, false), large(20, 20, 5, false);
  const UltimateRules ultimate(true);
  for (const int images : {0, 1, 2}) {
    check_cache(Mnk(rules), images, 4);
    check_cache(Ultimate(ultimate), images, 1);
  }
  check_cache(Mnk(large), 2, 1);  // room for 80 answers: places are taken again and again
}

SelfPlayOptions small_options(int considered) {
  SelfPlayOptions options;
  options.network = lopsided();
  options.megabytes = 1;
  options.fold = 0;
  options.sims = 20;
  options.fast_sims = 6;
  options.full_share = 0.6;
  options.considered = considered;
  options.noise = considered > 0 ? 0.0f : 0.25f;
  options.temperature = 1.0;
  options.temperature_plies = 6;
  return options;
}

template <Game G>
void check_game(const G& start, const PlayedGame& game) {
  G state = start;
  std::size_t next = 0;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    CHECK(state.outcome() == Outcome::ongoing);
    if (next < game.samples.size() && game.samples[next].ply == static_cast<int>(ply)) {
      const Sample& sample = game.samples[next++];
      CHECK(static_cast<int>(ply) >= game.opening);
      CHECK(sample.value >= -1 && sample.value <= 1);
      float total = 0;
      for (int cell = 0; cell < static_cast<int>(sample.policy.size()); ++cell) {
        total += sample.policy[cell];
        if (sample.policy[cell] > 0) CHECK(state.is_legal(cell));
      }
      CHECK(std::abs(total - 1) < 1e-3 || (total == 0 && sample.value == -1));
    }
    CHECK(state.is_legal(game.moves[ply]));
    state.play(game.moves[ply]);
  }
  CHECK(next == game.samples.size());
  CHECK(state.outcome() != Outcome::ongoing);
  CHECK(returns(state.outcome(), 0) == game.result);
}

template <Game G>
void check_self_play(const G& start, int considered) {
  SelfPlayOptions options = small_options(considered);
  options.at_once = 7;
  SelfPlay<G> few(start, options);
  options.at_once = 40;
  options.cache = 1;  // which changes nothing but the number of evaluations
  SelfPlay<G> many(start, options);
  Budget budget(Limits{}, never, nullptr);
  const auto games = many.play(5, 100, 30, budget);
  for (const PlayedGame& game : games) check_game(start, game);
  // A game does not depend on those beside it.
  const auto again = few.play(5, 110, 12, budget);
  std::set<std::vector<Action>> distinct;
  for (int i = 0; i < 30; ++i) distinct.insert(games[i].moves);
  CHECK(distinct.size() > 20);
  for (int i = 0; i < 12; ++i) {
    CHECK(again[i].moves == games[10 + i].moves);
    CHECK(again[i].samples.size() == games[10 + i].samples.size());
    for (std::size_t s = 0; s < std::min(again[i].samples.size(), games[10 + i].samples.size());
         ++s) {
      CHECK(again[i].samples[s].policy == games[10 + i].samples[s].policy);
      CHECK(again[i].samples[s].value == games[10 + i].samples[s].value);
    }
  }
  const std::uint64_t before = few.evaluations(), before_many = many.evaluations();
  few.play(5, 100, 30, budget);
  many.play(5, 130, 30, budget);
  CHECK(many.evaluations() - before_many < few.evaluations() - before);
  // Other numbers and seeds are other games.
  CHECK(few.play(6, 110, 1, budget)[0].moves != games[10].moves);
}

TEST(games_of_self_play_are_whole_and_independent) {
  const MnkRules rules(6, 6, 4, false);
  const UltimateRules ultimate(false);
  for (const int considered : {0, 8}) {
    check_self_play(Mnk(rules), considered);
    check_self_play(Ultimate(ultimate), considered);
  }
}

// Where a result is proven, the sample has it: compared with minimax.
TEST(samples_of_proven_positions_are_right) {
  const MnkRules rules(3, 3, 3, false);
  const Mnk start(rules);
  SelfPlayOptions options = small_options(9);
  options.sims = 400;
  options.full_share = 1;
  options.random_plies = 5;
  SelfPlay<Mnk> play(start, options);
  Minimax<Mnk> minimax(start, {}, 0);
  Budget budget(Limits{}, never, nullptr);
  int wins = 0;
  for (const PlayedGame& game : play.play(1, 0, 60, budget)) {
    Mnk state(rules);
    std::size_t next = 0;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
      if (next < game.samples.size() && game.samples[next].ply == static_cast<int>(ply)) {
        Budget exact(Limits{}, never, nullptr);
        const Decision best = minimax.decide(state, exact);
        const Sample& sample = game.samples[next++];
        if (std::abs(sample.value) == 1) {
          CHECK(sample.value == static_cast<float>(*best.value));
          wins += sample.value == 1;
        }
      }
      state.play(game.moves[ply]);
    }
  }
  CHECK(wins > 10);
}

TEST(self_play_can_be_stopped) {
  const MnkRules rules(9, 9, 5, false);
  const Mnk start(rules);
  SelfPlay<Mnk> play(start, small_options(8));
  std::atomic<bool> stop = true;
  Budget budget(Limits{}, stop, nullptr);
  bool stopped = false;
  try {
    play.play(1, 0, 10, budget);
  } catch (const OutOfBudget&) {
    stopped = true;
  }
  CHECK(stopped);
  stop = false;
  Budget more(Limits{}, stop, nullptr);
  for (const PlayedGame& game : play.play(1, 0, 10, more)) check_game(start, game);
}

// Positions after random moves near the middle, where fours are frequent.
std::vector<Mnk> crowded(const MnkRules& rules, int count, int plies) {
  Rng rng(7);
  std::vector<Mnk> states;
  while (static_cast<int>(states.size()) < count) {
    Mnk state(rules);
    while (state.ply() < plies && state.outcome() == Outcome::ongoing) {
      const int row = 2 + rng.below(rules.rows - 4), col = 2 + rng.below(rules.cols - 4);
      const int cell = row * rules.cols + col;
      if (state.is_legal(cell)) state.play(static_cast<Action>(cell));
    }
    if (state.outcome() == Outcome::ongoing) states.push_back(state);
  }
  return states;
}

template <class B>
void check_that_it_sees_what_states_see(const MnkRules& rules, int plies) {
  FoursPlan<B> plan(rules, 0);
  int decided = 0;
  for (const Mnk& state : crowded(rules, 300, plies)) {
    const FoursPosition<B> position(state, plan);
    Actions<Mnk> ours, theirs;
    const Proven proven = immediate_result(position, ours);
    CHECK(proven == immediate_result(state, theirs));
    decided += proven != Proven::no;
    if (proven == Proven::no) {
      CHECK(ours.size() == theirs.size());
      CHECK(std::equal(ours.begin(), ours.end(), theirs.begin()));
    } else {
      CHECK(ours.size() == 1 && state.is_legal(ours[0]));
    }
  }
  CHECK(decided > 10);
}

TEST(boards_with_fours_see_what_states_see) {
  for (const bool exact : {false, true}) {
    check_that_it_sees_what_states_see<FiveBoard>(MnkRules(9, 10, 5, exact), 17);
    check_that_it_sees_what_states_see<ShapeBoard>(MnkRules(9, 10, 5, exact), 17);
    check_that_it_sees_what_states_see<ShapeBoard>(MnkRules(8, 7, 4, exact), 10);
    check_that_it_sees_what_states_see<ShapeBoard>(MnkRules(6, 7, 3, exact), 4);
  }
}

// Follows a victory by fours to its end: every answer is forced.
template <class B>
bool is_won_by_fours(FoursPosition<B>& position, int plies_left) {
  const int me = position.board().to_move();
  if (!position.board().fives(me).empty()) return true;
  const int first = position.victory();
  if (first < 0 || plies_left == 0) return false;
  const ScopedMove made(position, static_cast<Action>(first));
  const B& board = position.board();
  if (!board.fives(1 - me).empty() || board.fives(me).empty()) return false;
  const ScopedMove answered(position, board.fives(me).front());
  return is_won_by_fours(position, plies_left - 2);
}

template <class B>
void check_victories(const MnkRules& rules, int plies) {
  FoursPlan<B> plan(rules, 500);
  int won = 0, quiet = 0;
  for (const Mnk& state : crowded(rules, 200, plies)) {
    FoursPosition<B> position(state, plan);
    const std::uint64_t key = position.board().key();
    Actions<Mnk> actions;
    if (!position.board().fives(1 - state.to_move()).empty()) continue;
    if (immediate_result(position, actions) == Proven::win) {
      CHECK(is_won_by_fours(position, 60));
      ++won;
    } else {
      ++quiet;
    }
    CHECK(position.board().key() == key);
    CHECK(position.state() == state);
  }
  CHECK(won > 10 && quiet > 10);
}

TEST(victories_by_fours_are_true_and_leave_the_board_as_it_was) {
  check_victories<FiveBoard>(MnkRules(11, 11, 5, false), 19);
  check_victories<ShapeBoard>(MnkRules(10, 10, 4, false), 9);
  check_victories<ShapeBoard>(MnkRules(10, 10, 4, true), 9);
}

template <class B>
void check_games(const MnkRules& rules) {
  const Mnk start(rules);
  SelfPlayOptions options = small_options(8);
  options.vcf = 50;
  SelfPlay<Mnk, FoursNetworkPolicies<B>> play(start, options);
  Budget budget(Limits{}, never, nullptr);
  for (const PlayedGame& game : play.play(3, 0, 12, budget)) check_game(start, game);
}

TEST(games_with_a_search_for_fours_are_whole) {
  check_games<FiveBoard>(MnkRules(9, 9, 5, false));
  check_games<ShapeBoard>(MnkRules(5, 5, 4, false));
}

}  // namespace

}  // namespace inarow::INAROW_ISA
