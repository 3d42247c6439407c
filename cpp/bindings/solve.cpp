// Solving for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "bindings/bound_search.h"
#include "bindings/waiting.h"
#include "search/solve/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

// A dict of value, best actions, distance, nodes and seconds; the value is None if a limit was
// reached first.
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

void bind_solve(nb::module_& m) {
  m.def(
      "solve",
      [](const State& state, int mb, std::optional<double> seconds,
         std::optional<std::uint64_t> nodes) {
        if (mb < 1) throw nb::value_error("mb must be at least 1");
        return solve(state, mb, read_limits(seconds, nodes, {}, {}));
      },
      "state"_a, "mb"_a, "seconds"_a.none(), "nodes"_a.none(),
      nb::sig("def solve(state: State, mb: int, seconds: float | None, nodes: int | None) -> "
              "dict[str, typing.Any]"));
}

}  // namespace inarow::INAROW_ISA
