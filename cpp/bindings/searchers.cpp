// The searches for Python: one function each that makes it, and one way to ask them all.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "bindings/state.h"
#include "search/alphabeta.h"
#include "search/cached.h"
#include "search/deepening.h"
#include "search/minimax.h"
#include "search/searcher.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

class BoundSearcher {
 public:
  explicit BoundSearcher(const State& start, std::unique_ptr<Searcher> searcher)
      : rules_(start.rules), searcher_(std::move(searcher)) {}

  nb::object decide(const State& state, const Limits& limits) {
    if (!state.rules.is(rules_)) {
      throw nb::value_error("this player was made for another game");
    }
    const bool over =
        std::visit([](const auto& s) { return s.outcome() != Outcome::ongoing; }, state.any);
    if (over) throw nb::value_error("the game is over");
    const AnyState position = state.any;
    Decision decision;
    bool interrupted = false;
    stop_ = false;
    Budget budget(limits, stop_, [&] {
      const nb::gil_scoped_acquire acquire;
      return interrupted = PyErr_CheckSignals() != 0;
    });
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

 private:
  nb::object rules_;
  std::unique_ptr<Searcher> searcher_;
  std::mutex busy_;
  std::atomic<bool> stop_ = false;
};

template <template <class> class Search, class Options>
BoundSearcher* make(const State& start, const Options& options, std::uint64_t seed) {
  return new BoundSearcher(start, std::make_unique<SearcherOf<Search>>(start.any, options, seed));
}

}  // namespace

void bind_searchers(nb::module_& m) {
  nb::class_<BoundSearcher>(m, "Searcher", "A search, made for one game.")
      .def(
          "decide",
          [](BoundSearcher& searcher, const State& state, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> sims,
             std::optional<int> depth) {
            Limits limits;
            if (seconds) limits.seconds = *seconds;
            if (nodes) limits.nodes = *nodes;
            if (sims) limits.sims = *sims;
            if (depth) limits.depth = *depth;
            return searcher.decide(state, limits);
          },
          "state"_a, "seconds"_a.none(), "nodes"_a.none(), "sims"_a.none(), "depth"_a.none(),
          nb::sig("def decide(self, state: State, seconds: float | None, nodes: int | None, sims: "
                  "int | None, depth: int | None) -> dict[str, typing.Any]"),
          "Choose a move within the limits.")
      .def("stop", &BoundSearcher::stop, "Make a running search answer now; from any thread.");

  m.def(
      "minimax",
      [](const State& start, std::uint64_t seed, bool table, int depth) {
        return make<Minimax>(start, MinimaxOptions{table, depth}, seed);
      },
      "start"_a, "seed"_a, "table"_a, "depth"_a);
  m.def(
      "alphabeta",
      [](const State& start, std::uint64_t seed, int depth, bool order) {
        return make<AlphaBeta>(start, AlphaBetaOptions{depth, order}, seed);
      },
      "start"_a, "seed"_a, "depth"_a, "order"_a);
  m.def(
      "cached",
      [](const State& start, std::uint64_t seed, int depth, int mb) {
        return make<Cached>(start, CachedOptions{depth, mb}, seed);
      },
      "start"_a, "seed"_a, "depth"_a, "mb"_a);
  m.def(
      "deepening",
      [](const State& start, std::uint64_t seed, int mb) {
        return make<Deepening>(start, DeepeningOptions{mb}, seed);
      },
      "start"_a, "seed"_a, "mb"_a);
}

}  // namespace inarow::INAROW_ISA
