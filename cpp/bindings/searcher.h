// A search as a Python object holds it, and how one is made.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "bindings/state.h"
#include "search/searcher.h"

namespace inarow::INAROW_ISA {

// A budget for a search without the GIL that Ctrl-C ends; `interrupted` then says that it did.
inline Budget interruptible_budget(const Limits& limits, const std::atomic<bool>& stop,
                                   bool& interrupted) {
  return Budget(limits, stop, [&interrupted] {
    const nb::gil_scoped_acquire acquire;
    return interrupted = interrupted || PyErr_CheckSignals() != 0;
  });
}

// Limits as Python gives them; nothing is no limit of that kind.
inline Limits read_limits(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                          std::optional<std::uint64_t> sims, std::optional<int> depth) {
  Limits limits;
  if (seconds) limits.seconds = *seconds;
  if (nodes) limits.nodes = *nodes;
  if (sims) limits.sims = *sims;
  if (depth) limits.depth = *depth;
  return limits;
}

class BoundSearcher {
 public:
  explicit BoundSearcher(const State& start, std::unique_ptr<Searcher> searcher)
      : start_key_(start_key(start)), searcher_(std::move(searcher)) {}

  nb::object decide(const State& state, const Limits& limits) {
    if (!plays(state)) throw nb::value_error("made for another game");
    const bool over =
        std::visit([](const auto& s) { return s.outcome() != Outcome::ongoing; }, state.any);
    if (over) throw nb::value_error("the game is over");
    const AnyState position = state.any;
    Decision decision;
    bool interrupted = false;
    stop_ = false;
    Budget budget = interruptible_budget(limits, stop_, interrupted);
    {
      const nb::gil_scoped_release release;
      // One search at a time: tables and trees are not made for more.
      const std::lock_guard lock(busy_);
      decision = searcher_->decide(position, budget);
    }
    if (interrupted) throw nb::python_error();
    const char* const names[] = {nullptr, "win", "draw", "loss"};
    const char* proven = names[static_cast<int>(decision.proven)];
    nb::dict result;
    result["action"] = static_cast<int>(decision.move);
    result["value"] = decision.value;
    result["proven"] = proven == nullptr ? nb::none() : nb::object(nb::str(proven));
    result["depth"] = decision.depth;
    result["nodes"] = budget.nodes();
    result["sims"] = decision.sims;
    result["seconds"] = budget.seconds();
    result["pv"] = std::vector<int>(decision.pv.begin(), decision.pv.end());
    result["policy"] =
        std::vector<std::pair<int, double>>(decision.policy.begin(), decision.policy.end());
    return result;
  }

  void stop() { stop_ = true; }

  const Searcher& searcher() const { return *searcher_; }
  bool plays(const State& state) const { return start_key(state) == start_key_; }

 protected:
  std::mutex busy_;

 private:
  // The key of the empty board, which tells apart any two games.
  static std::uint64_t start_key(const State& state) {
    return std::visit([]<class G>(const G& s) { return G(s.rules()).key(); }, state.any);
  }

  std::uint64_t start_key_;
  std::unique_ptr<Searcher> searcher_;
  std::atomic<bool> stop_ = false;
};

template <template <class> class Search, class Options>
BoundSearcher* make(const State& start, const Options& options, std::uint64_t seed) {
  return new BoundSearcher(start, std::make_unique<SearcherOf<Search>>(start.any, options, seed));
}

}  // namespace inarow::INAROW_ISA
