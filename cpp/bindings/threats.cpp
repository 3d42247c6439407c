// Victories by threats in five in a row, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings/bound_search.h"
#include "search/five/threat_marks.h"
#include "search/five/victory_search.h"
#include "search/five/weights.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

// What is found within the limits: `line` from the first move to the five, empty if there is none.
struct Found {
  std::vector<Action> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Found find(const Mnk& state, bool other, Threats kind, Method method, std::int64_t nodes,
           Budget& budget) {
  const FiveBoardPlan plan(state.rules(), engine_weights());
  const auto board = std::make_unique<FiveBoard>(plan, state);
  if (other) board->pass();
  VictorySearch search(method);
  Found found;
  Proof proof;
  try {
    if (search.prove(*board, kind, nodes, budget, proof)) {
      found.line = search.line(*board, kind, nodes, budget);
    }
  } catch (const OutOfBudget&) {
    // Nothing was found in time.
  }
  found.nodes = budget.nodes();
  found.seconds = budget.seconds();
  return found;
}

nb::dict find_victory(const State& state, bool other, bool threes, bool proof_numbers,
                      std::int64_t nodes, std::optional<double> seconds) {
  const Mnk* position = std::get_if<Mnk>(&state.any);
  if (position == nullptr || position->rules().k != 5) throw nb::value_error("five in a row only");
  if (position->outcome() != Outcome::ongoing) throw nb::value_error("the game is over");
  const Mnk copy = *position;
  const std::atomic<bool> never = false;
  bool interrupted = false;
  Budget budget = interruptible_budget(read_limits(seconds, {}, {}, {}), never, interrupted);
  Found found;
  {
    const nb::gil_scoped_release release;
    found = find(copy, other, threes ? Threats::threes : Threats::fours,
                 proof_numbers ? Method::df_pn : Method::depth_first, nodes, budget);
  }
  if (interrupted) throw nb::python_error();
  nb::dict result;
  result["line"] = std::vector<int>(found.line.begin(), found.line.end());
  result["nodes"] = found.nodes;
  result["seconds"] = found.seconds;
  return result;
}

const char* mark_name(Shape shape) {
  switch (shape) {
    case five: return "five";
    case open_four: return "open four";
    case four: return "four";
    default: return "three";
  }
}

// (kind, player, cell, stones) of each mark.
nb::list threat_marks(const State& state) {
  const Mnk* position = std::get_if<Mnk>(&state.any);
  if (position == nullptr || position->rules().k != 5) throw nb::value_error("five in a row only");
  nb::list list;
  for (const ThreatMark& mark : list_threat_marks(*position)) {
    nb::list stones;
    for (const Action stone : mark.stones) stones.append(static_cast<int>(stone));
    list.append(nb::make_tuple(mark_name(mark.shape), mark.player, static_cast<int>(mark.cell),
                               nb::tuple(stones)));
  }
  return list;
}

}  // namespace

void bind_threats(nb::module_& m) {
  m.def("find_victory", &find_victory, "state"_a, "other"_a, "threes"_a, "proof_numbers"_a,
        "nodes"_a, "seconds"_a,
        nb::sig("def find_victory(state: State, other: bool, threes: bool, proof_numbers: bool, "
                "nodes: int, seconds: float | None) -> dict[str, Any]"));
  m.def("threat_marks", &threat_marks, "state"_a,
        nb::sig("def threat_marks(state: State) -> list[tuple[str, int, int, tuple[int, ...]]]"));
}

}  // namespace inarow::INAROW_ISA
