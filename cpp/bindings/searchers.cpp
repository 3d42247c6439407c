// The full-width searches for Python, and the one way to ask every search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "bindings/bound_search.h"
#include "search/engine.h"
#include "search/fullwidth/alphabeta.h"
#include "search/fullwidth/cached.h"
#include "search/fullwidth/deepening.h"
#include "search/fullwidth/minimax.h"
#include "search/random.h"
#include "search/solve/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const LineNetwork>> = "LineNetwork | None";

namespace {

// (value, best moves, distance or nothing, nodes, seconds); no value when the limits came first.
nb::object solve(const State& state, int megabytes, const Limits& limits) {
  const AnyState position = state.any;
  const std::atomic<bool> stop = false;
  bool interrupted = false;
  Budget budget = interruptible_budget(limits, stop, interrupted);
  std::optional<Solution> solution;
  {
    const nb::gil_scoped_release release;
    try {
      solution = std::visit(
          [&]<class G>(const G& s) { return Solver<G>(megabytes).solve(s, budget); }, position);
    } catch (const OutOfBudget&) {
    }
  }
  if (interrupted) throw nb::python_error();
  nb::dict result;
  result["value"] = solution ? nb::object(nb::int_(solution->value)) : nb::none();
  result["best"] = solution ? std::vector<int>(solution->best.begin(), solution->best.end())
                            : std::vector<int>();
  result["distance"] = solution ? solution->distance : std::nullopt;
  result["nodes"] = budget.nodes();
  result["seconds"] = budget.seconds();
  return result;
}

}  // namespace

void bind_searchers(nb::module_& m) {
  m.def(
      "solve",
      [](const State& state, int mb, std::optional<double> seconds,
         std::optional<std::uint64_t> nodes) {
        return solve(state, mb, read_limits(seconds, nodes, {}, {}));
      },
      "state"_a, "mb"_a, "seconds"_a.none(), "nodes"_a.none(),
      nb::sig("def solve(state: State, mb: int, seconds: float | None, nodes: int | None) -> "
              "dict[str, typing.Any]"));

  nb::class_<BoundSearch>(m, "Search", "A search, made for one game.")
      .def(
          "decide",
          [](BoundSearch& search, const State& state, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> sims,
             std::optional<int> depth, double most_seconds, int lines, bool thorough,
             const nb::object& listener) {
            Limits limits = read_limits(seconds, nodes, sims, depth);
            limits.most_seconds = most_seconds;
            limits.lines = lines;
            limits.thorough = thorough;
            return search.decide(state, limits, listener);
          },
          "state"_a, "seconds"_a.none(), "nodes"_a.none(), "sims"_a.none(), "depth"_a.none(),
          "most_seconds"_a = 0.0, "lines"_a = 1, "thorough"_a = false, "listener"_a = nb::none(),
          nb::sig("def decide(self, state: State, seconds: float | None, nodes: int | None, sims: "
                  "int | None, depth: int | None, most_seconds: float = 0.0, lines: int = 1, "
                  "thorough: bool = False, listener: collections.abc.Callable[[dict[str, "
                  "typing.Any]], None] | None = "
                  "None) -> dict[str, typing.Any]"),
          "Choose a move within the limits.")
      .def("stop", &BoundSearch::stop, "Make a running search answer now; from any thread.");

  bind_search<Random, RandomOptions>(m, "random");
  bind_search<Minimax, MinimaxOptions>(m, "minimax");
  bind_search<AlphaBeta, AlphaBetaOptions>(m, "alphabeta");
  bind_search<Cached, CachedOptions>(m, "cached");
  bind_search<Deepening, DeepeningOptions>(m, "deepening");
  bind_search<Engine, EngineOptions>(m, "engine");
}

}  // namespace inarow::INAROW_ISA
