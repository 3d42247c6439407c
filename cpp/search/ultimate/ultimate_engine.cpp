#include "search/ultimate/ultimate_engine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "search/rows/quick_decision.h"
#include "search/time_manager.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr double prior_spread = 0.25;  // of the outputs that make the priors

double win_value(const SearchedLine& line) {
  if (ultimate::is_mate(line.score)) return line.score > 0 ? 1.0 : -1.0;
  if (line.proven == Proven::draw) return 0.0;
  return std::tanh(static_cast<double>(line.score) / ultimate::score_one);
}

std::vector<RankedLine> ranked(const SearchedLine& best) {
  std::vector<RankedLine> lines;
  const auto add = [&](const SearchedLine& line) {
    lines.push_back({win_value(line), line.proven, line.depth, line.selective_depth, line.line});
  };
  add(best);
  for (const SearchedLine& other : best.others) add(other);
  return lines;
}

// The share of each action by the network alone: proportional to e^(output after it / spread).
std::vector<Candidate> priors(const Ultimate& state, const UltimateNetwork& network) {
  UltimatePosition position(state, network);
  Actions<Ultimate> actions;
  state.legal_actions(actions);
  std::vector<Candidate> candidates;
  double total = 0;
  for (const Action action : actions) {
    const ScopedMove made(position, action);
    const Outcome outcome = position.state().outcome();
    const double value =
        outcome == Outcome::ongoing
            ? -std::tanh(static_cast<double>(position.output()) / UltimateNetwork::output_one)
            : returns(outcome, state.to_move());
    candidates.push_back({.action = action, .prior = std::exp(value / prior_spread)});
    total += *candidates.back().prior;
  }
  for (Candidate& each : candidates) *each.prior /= total;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return *a.prior > *b.prior; });
  return candidates;
}

}  // namespace

UltimateEngine::UltimateEngine(const Ultimate&, const UltimateEngineOptions& options, std::uint64_t)
    : options_(options), table_(options.megabytes) {
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    try {
      workers_.push_back(std::make_unique<UltimateWorker>(table_, *options_.network));
    } catch (const std::bad_alloc&) {
      if (i == 0) throw;
      break;  // the others do without this one
    }
  }
}

Decision UltimateEngine::decide(const Ultimate& state, Budget& budget) {
  Decision decision = quick_decision(state);
  table_.new_search();
  const Limits limits = budget.limits();
  const int deepest = std::min({plies_left(state), limits.depth, 99});
  const bool repeatable = limits.nodes != std::numeric_limits<std::uint64_t>::max();
  const std::vector<Candidate> known = priors(state, *options_.network);
  // For play, and not for analysis: an only action does not use the whole time.
  const bool hurried = limits.lines <= 1 && std::isfinite(limits.seconds) && !limits.thorough;
  TimeManager time_manager(limits.seconds, limits.most_seconds);
  budget.open_reserve();
  const auto enter = [&](const SearchedLine& found) {
    decision.lines = ranked(found);
    const RankedLine& first = decision.lines.front();
    decision.action = first.pv.front();
    decision.pv = first.pv;
    decision.depth = first.depth;
    decision.selective_depth = first.selective_depth;
    decision.value = first.value;
    decision.proven = first.proven;
    decision.candidates = candidates_of(decision.lines, known);
  };
  const auto is_enough = [&](const SearchedLine& so_far) {
    if (so_far.line.empty()) return false;
    if (budget.has_listener()) {
      enter(so_far);
      report(budget, decision);
    }
    if (hurried && known.size() == 1) return true;
    return time_manager.is_enough(budget.seconds(), so_far.line.front(), win_value(so_far));
  };
  SearchedLine best;
  think_together(repeatable ? 1 : static_cast<int>(workers_.size()), budget,
                 [&](int i, Budget& own) {
                   if (i == 0) {
                     workers_[0]->think(state, own, deepest, 1, best, limits.lines, is_enough);
                   } else {
                     // Every second thread starts a ply deeper, so that not all search the same.
                     SearchedLine ignored;
                     workers_[i]->think(state, own, deepest, 1 + i % 2, ignored);
                   }
                 });
  if (!best.line.empty()) enter(best);
  return decision;
}

}  // namespace inarow::INAROW_ISA
