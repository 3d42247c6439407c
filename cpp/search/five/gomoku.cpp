#include "search/five/gomoku.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "search/five/weights.h"
#include "search/rows/quick_decision.h"
#include "search/time_manager.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int value_scale = 400;  // of tanh, for a value in [-1, 1]
constexpr int forced_depth = 6;   // enough for the only answer to a four

double win_value(int score) {
  if (gomoku::is_mate(score)) return score > 0 ? 1.0 : -1.0;
  return std::tanh(static_cast<double>(score) / value_scale);
}

std::vector<RankedLine> ranked(const SearchedLine& best) {
  std::vector<RankedLine> lines;
  const auto add = [&](const SearchedLine& line) {
    lines.push_back(
        {win_value(line.score), Proven::no, line.depth, line.selective_depth, line.line});
  };
  add(best);
  for (const auto& other : best.others) add(other);
  return lines;
}

// A proven line comes before those of the search.
std::vector<RankedLine> with_won(std::vector<RankedLine> won, const std::vector<RankedLine>& found,
                                 int most) {
  for (const RankedLine& line : found) {
    const bool again = !won.empty() && line.pv.front() == won.front().pv.front();
    if (!again && static_cast<int>(won.size()) < most) won.push_back(line);
  }
  return won;
}

}  // namespace

Gomoku::Gomoku(const Mnk& start, const GomokuOptions& options, std::uint64_t)
    : options_(options),
      plan_(std::make_unique<FiveBoardPlan>(start.rules(), engine_weights())),
      table_(options.megabytes) {
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    try {
      workers_.push_back(std::make_unique<GomokuWorker>(*plan_, table_, options.network.get()));
    } catch (const std::bad_alloc&) {
      if (i == 0) throw;
      break;  // the others do without this one
    }
  }
}

Decision Gomoku::decide(const Mnk& state, Budget& budget) {
  Decision decision = quick_decision(state);
  table_.new_search();
  SearchedLine best;
  const Limits limits = budget.limits();
  bool forced = false;
  std::vector<RankedLine> won;
  {
    const auto board = std::make_unique<FiveBoard>(*plan_, state);
    forced = !board->fives(1 - board->to_move()).empty();
    const std::vector<Action> line = threats_.attack(*board, budget);
    if (!line.empty()) {
      decision.pv = line;
      decision.action = line.front();
      decision.value = 1.0;
      decision.proven = Proven::win;
      decision.depth = decision.selective_depth = static_cast<int>(line.size());
      won = {{1.0, Proven::win, decision.depth, decision.depth, decision.pv}};
      decision.lines = won;
      set_candidates(decision, {});
      if (limits.lines <= 1) return decision;
    }
    const std::vector<Action> worth = threats_.defences(*board, budget);
    for (const auto& worker : workers_) worker->set_root_actions(worth);
  }
  const int deepest = std::min({plies_left(state), limits.depth, 99});
  const bool repeatable = limits.nodes != std::numeric_limits<std::uint64_t>::max();
  // For play, and not for analysis: a forced answer does not use the whole time.
  const bool hurried = limits.lines <= 1 && limits.seconds < unlimited && !limits.thorough;
  TimeManager time_manager(limits.seconds, limits.most_seconds);
  budget.open_reserve();
  const auto is_enough = [&](const SearchedLine& so_far) {
    if (so_far.line.empty()) return false;
    if (budget.has_listener()) {
      const auto lines = with_won(won, ranked(so_far), limits.lines);
      budget.report({.depth = so_far.depth,
                     .lines = lines,
                     .candidates = candidates_of(lines, workers_[0]->priors())});
    }
    if (hurried && forced && so_far.depth >= forced_depth) return true;
    return time_manager.is_enough(budget.seconds(), so_far.line.front(), win_value(so_far.score));
  };
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
  if (!best.line.empty()) {
    decision.lines = with_won(won, ranked(best), limits.lines);
    const RankedLine& first = decision.lines.front();
    decision.action = first.pv.front();
    decision.pv = first.pv;
    decision.depth = first.depth;
    decision.selective_depth = first.selective_depth;
    decision.value = first.value;
    decision.proven = first.proven;
    decision.candidates = candidates_of(decision.lines, workers_[0]->priors());
  }
  return decision;
}

}  // namespace inarow::INAROW_ISA
