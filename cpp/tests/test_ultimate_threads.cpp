// The ultimate engine with several threads, which share a table; for ThreadSanitizer, too.
#include <atomic>
#include <memory>

#include "search/ultimate/ultimate_engine.h"
#include "tests/check.h"
#include "tests/ultimate_weights.h"

namespace inarow::INAROW_ISA {

namespace {

// Searches without a limit, until a depth is complete.
Decision decide_to_depth(UltimateEngine& engine, const Ultimate& state, int depth) {
  std::atomic<bool> stop = false;
  Budget budget(Limits{}, stop, nullptr);
  budget.set_listener([&](const Progress& so_far) { stop = stop || so_far.depth >= depth; });
  return engine.decide(state, budget);
}

TEST(threads_of_the_ultimate_engine_share_a_table) {
  const auto network = std::make_shared<UltimateNetwork>(random_ultimate_weights(3));
  for (const bool most_boards : {false, true}) {
    const UltimateRules rules(most_boards);
    Ultimate state(rules);
    UltimateEngine engine(state, {.megabytes = 1, .threads = 4, .network = network}, 1);
    for (int move = 0; move < 3; ++move) {
      const Decision decision = decide_to_depth(engine, state, 4);
      CHECK(state.is_legal(decision.action));
      CHECK(decision.depth >= 4);
      state.play(decision.action);
    }
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
