// Searches with several threads, for ThreadSanitizer: the Gomoku engine, whose threads share a
// table, and batched searches beside each other.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "search/five/gomoku.h"
#include "search/mcts/batched_search.h"
#include "search/mcts/network_evaluator.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const MnkRules rules(15, 15, 5, false);

// Sets the stop flag after a moment, from a thread of its own.
class StopSoon {
 public:
  StopSoon(std::atomic<bool>& stop, std::chrono::milliseconds time)
      : thread_([&stop, time] {
          std::this_thread::sleep_for(time);
          stop = true;
        }) {}
  ~StopSoon() { thread_.join(); }

 private:
  std::thread thread_;
};

TEST(threads_of_the_engine_share_a_table) {
  Gomoku engine(Mnk(rules), {.megabytes = 4, .threads = 4}, 1);
  Mnk state(rules);
  for (const Action action : {112, 113, 97, 127}) {
    state.play(action);
    const std::atomic<bool> never = false;
    Limits limits;
    limits.nodes = 3000;
    Budget budget(limits, never, nullptr);
    int reports = 0;
    budget.set_listener([&](const Progress&) { ++reports; });
    const Decision decision = engine.decide(state, budget);
    CHECK(state.is_legal(decision.action));
    CHECK(reports > 0);
  }
}

TEST(threads_of_the_engine_stop_together) {
  Gomoku engine(Mnk(rules), {.megabytes = 4, .threads = 4}, 1);
  Mnk state(rules);
  state.play(112);
  for (int i = 0; i < 3; ++i) {
    std::atomic<bool> stop = false;
    const StopSoon soon(stop, std::chrono::milliseconds(30));
    Budget budget(Limits{}, stop, nullptr);
    CHECK(state.is_legal(engine.decide(state, budget).action));
  }
}

// A network that finds everything even.
void run_blank(const NetworkBatch& batch) {
  std::fill_n(batch.logits, batch.count * rules.cells, 0.0f);
  std::fill_n(batch.values, batch.count, 0.0f);
}

TEST(batched_searches_in_threads_stop_at_once) {
  std::atomic<bool> stop = false;
  std::atomic<int> answers = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    threads.emplace_back([&, seed] {
      const Mnk start(rules);
      const std::vector<Mnk> starts(4, start);
      NetworkEvaluator<Mnk> evaluator(
          start, 64, {std::make_shared<PlaneNetwork>(PlaneNetwork{run_blank, ""})});
      BatchedSearch<Mnk, NetworkPolicies<Mnk>> search(start, {.megabytes = 4, .noise = 0.25f}, seed,
                                                      evaluator, 4, 64);
      Budget budget(Limits{}, stop, nullptr);
      for (const Decision& each : search.decide(starts, budget)) {
        answers += start.is_legal(each.action);
      }
    });
  }
  {
    const StopSoon soon(stop, std::chrono::milliseconds(50));
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answers == 12);
}

}  // namespace

}  // namespace inarow::INAROW_ISA
