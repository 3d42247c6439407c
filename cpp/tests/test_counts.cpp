// Known counts, the fast perft against the plain one, and the stop flag.
#include "games/all.h"
#include "games/census.h"
#include "games/perft.h"
#include "games/rng.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

TEST(perft_of_tic_tac_toe) {
  const MnkRules rules(3, 3, 3, false);
  Mnk state(rules);
  const PerftCounts counts = perft(state, 9, never);
  CHECK(counts.leaves == 127872);
  CHECK(counts.finished == 255168);
}

TEST(perft_of_ultimate) {
  const UltimateRules rules(false);
  Ultimate state(rules);
  const std::uint64_t leaves[] = {1, 81, 720, 6336, 55080, 473256};
  for (int depth = 0; depth < 6; ++depth) CHECK(perft(state, depth, never).leaves == leaves[depth]);
}

template <Game G>
void check_perft_everywhere(const typename G::Rules& rules, Rng& rng) {
  G state(rules);
  while (state.outcome() == Outcome::ongoing) {
    const PerftCounts plain = perft_by_copy(state, 2), fast = perft(state, 2, never);
    CHECK(plain.leaves == fast.leaves);
    CHECK(plain.finished == fast.finished);
    Actions<G> actions;
    state.legal_actions(actions);
    state.play(actions[rng.below(actions.size())]);
  }
}

TEST(perft_by_copy_agrees) {
  Rng rng(7);
  for (int i = 0; i < 20; ++i) {
    check_perft_everywhere<Ultimate>(UltimateRules(i % 2), rng);
    check_perft_everywhere<Mnk>(MnkRules(1 + rng.below(5), 1 + rng.below(5), 3, i % 2), rng);
  }
}

TEST(parallel_perft_agrees) {
  const UltimateRules rules(false);
  Ultimate state(rules);
  for (int depth = 0; depth < 6; ++depth) {
    ParallelPerft<Ultimate> job(state, depth);
    job.run(3, never);
    std::uint64_t leaves = 0;
    for (const PerftCounts& counts : job.by_root_action()) leaves += counts.leaves;
    CHECK(leaves == (depth == 0 ? 0 : perft(state, depth, never).leaves));
  }
}

TEST(parallel_perft_stops) {
  const MnkRules rules(20, 20, 5, false);
  ParallelPerft<Mnk> job(Mnk(rules), 9);
  const std::atomic<bool> stop = true;
  job.run(2, stop);
  CHECK(job.done() < job.total());
}

TEST(census_of_tic_tac_toe) {
  const MnkRules rules(3, 3, 3, false);
  Census<Mnk> census(Mnk(rules), 1000);
  census.run(never);
  CHECK(census.states() == 5478);
  CHECK(census.classes() == 765);
  CHECK(census.games() == 255168);
}

TEST(census_has_a_limit) {
  const MnkRules rules(3, 3, 3, false);
  Census<Mnk> census(Mnk(rules), 764);
  bool stopped = false;
  try {
    census.run(never);
  } catch (const CensusTooLarge&) {
    stopped = true;
  }
  CHECK(stopped);
}

}  // namespace

}  // namespace inarow::INAROW_ISA
