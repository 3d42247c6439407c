#include "search/five/gomoku.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "search/five/weights.h"
#include "search/quick.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int value_scale = 400;  // of tanh, for a value in [-1, 1]

}  // namespace

Gomoku::Gomoku(const Mnk& start, const GomokuOptions& options, std::uint64_t)
    : options_(options),
      plan_(std::make_unique<FieldPlan>(start.rules(), engine_weights())),
      table_(options.megabytes) {
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    workers_.push_back(std::make_unique<GomokuWorker>(*plan_, table_));
  }
}

Decision Gomoku::decide(const Mnk& state, Budget& budget) {
  Decision decision = quick_decision(state);
  table_.new_search();
  GomokuWorker::Result best;
  {
    const auto field = std::make_unique<Field>(*plan_, state);
    const std::vector<Move> line = threats_.attack(*field, budget);
    if (!line.empty()) {
      decision.pv = line;
      decision.move = line.front();
      decision.value = 1.0;
      decision.proven = Proven::win;
      decision.depth = static_cast<int>(line.size());
      return decision;
    }
    const std::vector<Move> worth = threats_.defences(*field, budget);
    for (const auto& worker : workers_) worker->search_only(worth);
  }
  const int deepest = std::min({plies_left(state), budget.limits().depth, 99});
  const bool repeatable = budget.limits().nodes != std::numeric_limits<std::uint64_t>::max();
  std::atomic<bool> stop = false;
  std::vector<std::unique_ptr<Budget>> budgets;
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < workers_.size() && !repeatable; ++i) {
    budgets.push_back(std::make_unique<Budget>(Limits{}, stop, nullptr));
    threads.emplace_back([this, &state, deepest, i, own = budgets.back().get()] {
      GomokuWorker::Result ignored;
      // Every second one starts a ply deeper, so that they do not all do the same.
      workers_[i]->think(state, *own, deepest, 1 + static_cast<int>(i % 2), ignored);
    });
  }
  workers_[0]->think(state, budget, deepest, 1, best);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : budgets) budget.add(*own);
  if (!best.line.empty()) {
    decision.move = best.line.front();
    decision.pv = best.line;
    decision.depth = best.depth;
    decision.value = gomoku::is_mate(best.score)
                         ? (best.score > 0 ? 1.0 : -1.0)
                         : std::tanh(static_cast<double>(best.score) / value_scale);
    decision.proven = Proven::no;
  }
  return decision;
}

}  // namespace inarow::INAROW_ISA
