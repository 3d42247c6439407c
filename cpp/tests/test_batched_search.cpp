// Leaves in flight: the batched search against the one that waits for each leaf, and what a tree
// keeps in order while it waits.
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

#include "games/rng.h"
#include "search/fullwidth/minimax.h"
#include "search/mcts/batched_search.h"
#include "search/mcts/presets.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

// Another evaluator, which notes the sizes of its batches and takes its time for each.
template <class Inner, Game G>
class Noted {
 public:
  using Board = typename Inner::Board;
  static constexpr bool has_priors = Inner::has_priors, is_slow = Inner::is_slow,
                        is_random = Inner::is_random;

  explicit Noted(const G& start, std::chrono::microseconds pause = {})
      : inner_(start), pause_(pause) {}
  static Board board(const G& state) { return Inner::board(state); }

  void evaluate(std::span<Question<G, Board>> questions, Rng& rng) {
    for (const auto& question : questions) {
      CHECK(state_of<G>(*question.board).outcome() == Outcome::ongoing);
      CHECK(question.wants_points || question.actions != nullptr);
    }
    batches.push_back(static_cast<int>(questions.size()));
    if (pause_.count() > 0) std::this_thread::sleep_for(pause_);
    inner_.evaluate(questions, rng);
  }

  std::vector<int> batches;

 private:
  Inner inner_;
  std::chrono::microseconds pause_;
};

template <class E, class S, std::uint32_t at>
struct PoliciesOf {
  using Evaluator = E;
  using Selection = S;
  static constexpr std::uint32_t nodes_at = at;
};

template <Game G>
using NotedHeuristic = PoliciesOf<Noted<Heuristic<G>, G>, Puct, 0>;
template <Game G>
using NotedPlayouts = PoliciesOf<Noted<RandomPlayout<G>, G>, Ucb<Untried::at_random>, 1>;
template <Game G>
using NotedKnowledge = PoliciesOf<Noted<GuidedPlayout<G, ByWorth>, G>, Ucb<Untried::in_order>, 1>;

Limits sims_of(std::uint64_t sims) {
  Limits limits;
  limits.sims = sims;
  return limits;
}

template <class Search, Game G>
std::vector<Decision> ask(Search& search, const std::vector<G>& states, std::uint64_t sims) {
  Budget budget(sims_of(sims), never, nullptr);
  return search.decide(states, budget);
}

template <Game G>
void check_in_order(const Decision& decision, const G& state, std::uint64_t sims) {
  CHECK(state.is_legal(decision.action));
  CHECK(decision.sims == sims || decision.proven != Proven::no);
  std::uint64_t visits = 0;
  for (const Candidate& each : decision.candidates) visits += *each.visits;
  CHECK(visits == decision.sims);
}

template <Game G>
std::vector<G> random_states(const typename G::Rules& rules, int count, int plies) {
  Rng rng(11);
  std::vector<G> states;
  while (static_cast<int>(states.size()) < count) {
    G state(rules);
    for (int ply = 0; ply < plies && state.outcome() == Outcome::ongoing; ++ply) {
      Actions<G> actions;
      state.legal_actions(actions);
      state.play(actions[rng.below(actions.size())]);
    }
    if (state.outcome() == Outcome::ongoing) states.push_back(state);
  }
  return states;
}

TEST(batches_are_full_on_one_game_and_on_many) {
  const MnkRules gomoku(15, 15, 5, false);
  const Mnk start(gomoku);
  using Search = BatchedSearch<Mnk, NotedHeuristic<Mnk>>;
  Noted<Heuristic<Mnk>, Mnk> evaluator(start, std::chrono::microseconds(200));
  Search one(start, {.megabytes = 16, .c = 1.5f}, 1, evaluator, 1, 64);
  check_in_order(ask<Search, Mnk>(one, {start}, 4000)[0], start, 4000);
  // The first is the root; the tree is wide from then on.
  CHECK(evaluator.batches[0] == 1);
  const auto full = std::count(evaluator.batches.begin(), evaluator.batches.end(), 64);
  CHECK(full * 10 >= static_cast<int>(evaluator.batches.size()) * 9);

  evaluator.batches.clear();
  Search many(start, {.megabytes = 1, .c = 1.5f}, 1, evaluator, 100, 64);
  const auto states = random_states<Mnk>(gomoku, 100, 6);
  const auto decisions = ask(many, states, 50);
  for (int i = 0; i < 100; ++i) check_in_order(decisions[i], states[i], 50);
  const auto all_full = std::count(evaluator.batches.begin(), evaluator.batches.end(), 64);
  CHECK(all_full * 10 >= static_cast<int>(evaluator.batches.size()) * 9);
}

// In the limit both searches prove the same, and prefer the same action.
template <template <Game> class Batched, template <Game> class Waiting, Game G>
void check_same_in_the_limit(const typename G::Rules& rules, int plies, std::uint64_t sims,
                             MctsOptions options) {
  const G start(rules);
  using Search = BatchedSearch<G, Batched<G>>;
  typename Batched<G>::Evaluator evaluator(start);
  Search batched(start, options, 1, evaluator, 1, 64);
  Waiting<G> waiting(start, options, 1);
  int agreed = 0;
  for (const G& state : random_states<G>(rules, 12, plies)) {
    const Decision ours = ask<Search, G>(batched, {state}, sims)[0];
    Budget budget(sims_of(sims), never, nullptr);
    const Decision theirs = waiting.decide(state, budget);
    check_in_order(ours, state, sims);
    if (theirs.proven != Proven::no && ours.proven != Proven::no) {
      CHECK(ours.proven == theirs.proven);
    }
    CHECK(std::abs(*ours.value - *theirs.value) < 0.1);
    // Two actions may be equally good, and one that is proven may be unknown to the other search.
    for (const Candidate& each : theirs.candidates) {
      if (each.action != ours.action || !each.value || ours.proven != Proven::no) continue;
      CHECK(*each.value > *theirs.value - 0.05);
    }
    agreed += ours.action == theirs.action;
  }
  CHECK(agreed >= 10);
}

TEST(batched_and_waiting_agree_in_the_limit) {
  const MnkRules rows(6, 6, 4, false);
  const UltimateRules ultimate(false);
  for (const int fold : {0, max_cells}) {
    const MctsOptions options{.megabytes = 16, .fold = fold, .c = 1.4f};
    check_same_in_the_limit<NotedHeuristic, HeuristicMcts, Mnk>(rows, 8, 10'000, options);
    check_same_in_the_limit<NotedPlayouts, Mcts, Mnk>(rows, 8, 20'000, options);
    check_same_in_the_limit<NotedKnowledge, KnowledgeMcts, Mnk>(rows, 8, 10'000, options);
    check_same_in_the_limit<NotedHeuristic, HeuristicMcts, Ultimate>(ultimate, 40, 20'000, options);
  }
}

TEST(batched_proofs_are_right) {
  const MnkRules rules(3, 4, 3, false);
  const Mnk start(rules);
  Minimax<Mnk> minimax(start, {}, 0);
  const auto states = random_states<Mnk>(rules, 40, 3);
  for (const int fold : {0, 16}) {
    Noted<Heuristic<Mnk>, Mnk> evaluator(start);
    BatchedSearch<Mnk, NotedHeuristic<Mnk>> search(start, {1, fold, 1.5f}, 1, evaluator, 40, 16);
    const auto decisions = ask(search, states, 1000);
    int proven = 0;
    for (int i = 0; i < 40; ++i) {
      if (decisions[i].proven == Proven::no) continue;
      ++proven;
      Budget budget(Limits{}, never, nullptr);
      CHECK(decisions[i].proven == minimax.decide(states[i], budget).proven);
    }
    CHECK(proven > 30);
  }
}

// One megabyte is recycled again and again, between batches only.
TEST(batched_recycling_waits_for_leaves) {
  const MnkRules large(20, 20, 5, false);
  const Mnk start(large);
  for (const int fold : {0, max_cells}) {
    for (const int batch : {1, 64, 300}) {
      Noted<Heuristic<Mnk>, Mnk> evaluator(start);
      using Search = BatchedSearch<Mnk, NotedHeuristic<Mnk>>;
      Search search(start, {1, fold, 1.5f}, 1, evaluator, 1, batch);
      check_in_order(ask<Search, Mnk>(search, {start}, 3000)[0], start, 3000);
      CHECK(*std::max_element(evaluator.batches.begin(), evaluator.batches.end()) <= max_pending);
      Noted<RandomPlayout<Mnk>, Mnk> playouts(start);
      using Playouts = BatchedSearch<Mnk, NotedPlayouts<Mnk>>;
      Playouts random(start, {1, fold, 1.4f}, 1, playouts, 1, batch);
      check_in_order(ask<Playouts, Mnk>(random, {start}, 3000)[0], start, 3000);
    }
  }
}

TEST(equal_seeds_and_batches_decide_alike) {
  const UltimateRules rules(false);
  const Ultimate start(rules);
  const auto states = random_states<Ultimate>(rules, 5, 12);
  const auto decide = [&](std::uint64_t seed, double temperature) {
    Noted<RandomPlayout<Ultimate>, Ultimate> evaluator(start);
    BatchedSearch<Ultimate, NotedPlayouts<Ultimate>> search(
        start, {.megabytes = 2, .temperature = temperature}, seed, evaluator, 5, 32);
    std::vector<double> values;
    ask(search, states, 100);  // what was searched before does not matter
    for (const Decision& each : ask(search, states, 400)) {
      values.push_back(*each.value);
      values.push_back(each.action);
    }
    return values;
  };
  CHECK(decide(3, 0) == decide(3, 0));
  CHECK(decide(3, 1) == decide(3, 1));
  CHECK(decide(3, 1) != decide(4, 1));
}

// The evaluator fails in the middle: the error comes out, and the next search is as if it had not
// been.
TEST(a_failed_batch_leaves_nothing_pending) {
  struct Failed {};
  class Failing : public Heuristic<Mnk> {
   public:
    explicit Failing(const Mnk& start) : Heuristic<Mnk>(start) {}
    void evaluate(std::span<Question<Mnk, Position<Mnk>>> questions, Rng& rng) {
      if (--left == 0) throw Failed();
      Heuristic<Mnk>::evaluate(questions, rng);
    }
    int left = 0;
  };
  const MnkRules rules(9, 9, 5, false);
  const Mnk start(rules);
  Failing evaluator(start);
  using Search = BatchedSearch<Mnk, PoliciesOf<Failing, Puct, 0>>;
  Search search(start, {.megabytes = 4, .c = 1.5f, .reuse = true}, 1, evaluator, 1, 16);
  for (int fail_at = 1; fail_at < 8; ++fail_at) {
    evaluator.left = fail_at;
    bool failed = false;
    try {
      ask<Search, Mnk>(search, {start}, 500);
    } catch (const Failed&) {
      failed = true;
    }
    CHECK(failed);
    evaluator.left = 0;
    const Decision decision = ask<Search, Mnk>(search, {start}, 200)[0];
    CHECK(decision.sims == 200);
    Mnk other(rules);
    other.play(0);
    const Decision next = ask<Search, Mnk>(search, {other}, 100)[0];
    CHECK(next.sims == 100);
  }
}

TEST(noise_changes_the_priors_of_the_root_alone) {
  const MnkRules rules(7, 7, 4, false);
  const Mnk start(rules);
  Rng rng(5);
  for (const double alpha : {0.03, 0.3, 1.0, 10.0}) {
    const std::vector<float> shares = dirichlet(40, alpha, rng);
    CHECK(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-4);
    CHECK(*std::min_element(shares.begin(), shares.end()) >= 0);
  }
  // Even shares, and a few that are nearly everything.
  CHECK(std::ranges::max(dirichlet(40, 100.0, rng)) < 0.1f);
  CHECK(std::ranges::max(dirichlet(40, 0.01, rng)) > 0.3f);

  const auto priors = [&](float noise, std::uint64_t seed) {
    HeuristicMcts<Mnk> search(start, {.megabytes = 4, .fold = 0, .c = 1.5f, .noise = noise}, seed);
    Budget budget(sims_of(50), never, nullptr);
    std::vector<float> found(49);
    for (const Candidate& each : search.decide(start, budget).candidates) {
      found[each.action] = static_cast<float>(*each.prior);
    }
    CHECK(std::abs(std::accumulate(found.begin(), found.end(), 0.0) - 1) < 1e-4);
    return found;
  };
  CHECK(priors(0, 1) == priors(0, 2));
  CHECK(priors(0.25f, 1) == priors(0.25f, 1));
  CHECK(priors(0.25f, 1) != priors(0.25f, 2));
  CHECK(priors(0.25f, 1) != priors(0, 1));
}

// With full urgency of the first play all actions are tried; with a large reduction hardly any.
TEST(first_play_urgency_narrows_the_search) {
  const MnkRules rules(9, 9, 5, false);
  Mnk start(rules);
  start.play(40);
  const auto tried = [&](float fpu) {
    HeuristicMcts<Mnk> search(start, {.megabytes = 4, .fold = 0, .c = 0.5f, .fpu = fpu}, 1);
    Budget budget(sims_of(300), never, nullptr);
    int visited = 0;
    for (const Candidate& each : search.decide(start, budget).candidates)
      visited += *each.visits > 0;
    return visited;
  };
  CHECK(tried(2) < tried(0));
  CHECK(tried(2) >= 1);
}

// A tree that is kept knows the visits of the position two plies on, and goes on from there.
template <Game G>
void check_reuse(const G& start, int fold) {
  HeuristicMcts<G> kept(start,
                        {.megabytes = 8, .fold = fold, .c = 1.5f, .noise = 0.2f, .reuse = true}, 1);
  G state = start;
  std::uint64_t before = 0;
  while (state.outcome() == Outcome::ongoing) {
    Budget budget(sims_of(400), never, nullptr);
    const Decision decision = kept.decide(state, budget);
    CHECK(state.is_legal(decision.action));
    std::uint64_t visits = 0;
    double priors = 0;
    for (const Candidate& each : decision.candidates) {
      visits += *each.visits;
      priors += *each.prior;
    }
    CHECK(std::abs(priors - 1) < 1e-3);
    CHECK(visits >= decision.sims);
    before += visits - decision.sims;
    for (std::size_t i = 0; i < 2 && i < decision.pv.size(); ++i) {
      if (state.outcome() == Outcome::ongoing) state.play(decision.pv[i]);
    }
  }
  CHECK(before > 0);
  // Something else: an earlier position, and another game.
  for (const G& other : random_states<G>(start.rules(), 3, 5)) {
    Budget budget(sims_of(50), never, nullptr);
    CHECK(other.is_legal(kept.decide(other, budget).action));
  }
}

TEST(a_kept_tree_goes_on_with_its_visits) {
  const MnkRules small(4, 4, 4, false), rows(7, 7, 5, false);
  const UltimateRules ultimate(false);
  for (const int fold : {0, max_cells}) {
    check_reuse(Mnk(small), fold);
    check_reuse(Mnk(rows), fold);
    check_reuse(Ultimate(ultimate), fold);
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
