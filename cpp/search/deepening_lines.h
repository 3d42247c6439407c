// What engines that search by iterative deepening have in common: the best lines of a position,
// depth by depth, and threads that search together.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "games/helper_threads.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

// The best line found so far, and its score.
struct SearchedLine {
  std::vector<Action> line;  // empty: there was no action
  int score = 0;
  int depth = 0;
  int selective_depth = 0;  // the deepest ply that was visited
  bool is_settled = false;  // no deeper search would change the score
  Proven proven = Proven::no;
  std::vector<SearchedLine> others = {};  // the next best lines, if several are wanted
};

// Called after each complete depth; returns whether the search may end.
using AfterDepth = std::function<bool(const SearchedLine&)>;

// The best line and the next ones. Lines that were not searched again keep their old results, but
// for a score above the last new one: that was the best of all that were left.
inline void enter_lines(SearchedLine& result, std::vector<SearchedLine>& found,
                        const std::vector<SearchedLine>& before) {
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
  std::vector<SearchedLine> others(found.begin() + 1, found.end());
  for (const auto& old : before) {
    const bool again = std::any_of(found.begin(), found.end(), [&](const auto& line) {
      return line.line.empty() || old.line.empty() || line.line[0] == old.line[0];
    });
    if (again || others.size() + 1 >= before.size()) continue;
    others.push_back(old);
    others.back().score = std::min(old.score, found.back().score);
  }
  result = found[0];
  result.others = std::move(others);
}

// Iterative deepening until the budget is used up, `deepest` is reached, the lines are settled or
// `is_enough` returns true. `result` is valid at any time. Each depth is searched once for every
// line wanted, by search_line(depth, last, excluded): the line of the last depth, or null, and the
// first actions of better lines.
template <class SearchLine>
void deepen(int first_depth, int deepest, int lines, SearchedLine& result,
            const SearchLine& search_line, const AfterDepth& is_enough) {
  std::vector<SearchedLine> before, found;
  std::vector<Action> excluded;
  try {
    for (int depth = first_depth; depth <= deepest; ++depth) {
      before.swap(found);
      found.clear();
      excluded.clear();
      for (std::size_t i = 0; static_cast<int>(i) < lines; ++i) {
        SearchedLine line = search_line(depth, i < before.size() ? &before[i] : nullptr, excluded);
        const bool is_empty = line.line.empty();
        if (is_empty && i > 0) break;  // no actions are left
        if (!is_empty) excluded.push_back(line.line[0]);
        found.push_back(std::move(line));
        if (i == 0) enter_lines(result, found, before);
        if (is_empty) break;
      }
      enter_lines(result, found, {});
      const bool settled = std::all_of(found.begin(), found.end(),
                                       [](const SearchedLine& line) { return line.is_settled; });
      if (settled || (is_enough && is_enough(result))) break;
    }
  } catch (const OutOfBudget&) {
    // The last complete depth counts, and the lines of the next that are complete.
    if (found.size() > 1) enter_lines(result, found, before);
  }
}

// The first actions of the lines with their values, then the others by their priors.
inline std::vector<Candidate> candidates_of(const std::vector<RankedLine>& lines,
                                            std::vector<Candidate> priors) {
  std::stable_sort(priors.begin(), priors.end(),
                   [](const auto& a, const auto& b) { return *a.prior > *b.prior; });
  std::vector<Candidate> candidates;
  for (const RankedLine& line : lines) {
    candidates.push_back({.action = line.pv.front(), .value = line.value});
  }
  const std::size_t valued = candidates.size();
  for (const Candidate& each : priors) {
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(valued);
    const auto known = std::find_if(candidates.begin(), end,
                                    [&](const auto& one) { return one.action == each.action; });
    if (known == end) {
      candidates.push_back(each);
    } else {
      known->prior = each.prior;
    }
  }
  return candidates;
}

// Threads that search the same position and share a table (Lazy SMP): think(0, budget) on this
// one, and think(i, its own budget) on others until that ends. Their nodes are added to the budget.
template <class Think>
void think_together(int threads, Budget& budget, const Think& think) {
  struct StopAtEnd {
    std::atomic<bool>& stop;
    ~StopAtEnd() { stop = true; }
  };
  std::atomic<bool> stop = false;
  std::vector<std::unique_ptr<Budget>> budgets;
  for (int i = 1; i < threads; ++i) {
    budgets.push_back(std::make_unique<Budget>(Limits{}, stop, nullptr));
  }
  HelperThreads helpers(static_cast<int>(budgets.size()), [&](int i) {
    try {
      think(i + 1, *budgets[i]);
    } catch (const std::bad_alloc&) {
      // The others go on.
    }
  });
  const StopAtEnd stop_threads{stop};  // whatever ends the search, before they are joined
  std::vector<const Budget*> watched;
  for (const auto& own : budgets) watched.push_back(own.get());
  budget.set_helpers(std::move(watched));
  think(0, budget);
  stop = true;
  helpers.join();
  budget.set_helpers({});
  for (const auto& own : budgets) budget.add(*own);
}

}  // namespace inarow::INAROW_ISA
