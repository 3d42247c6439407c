// A search for Python: it takes limits, reports progress and returns a decision.
#include "bindings/bound_search.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <utility>
#include <vector>

#include "bindings/waiting.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

nb::object proven_name(Proven proven) {
  const char* const names[] = {nullptr, "win", "draw", "loss"};
  const char* name = names[static_cast<int>(proven)];
  return name == nullptr ? nb::none() : nb::object(nb::str(name));
}

nb::list lines_for_python(const std::vector<RankedLine>& lines) {
  nb::list list;
  for (const RankedLine& line : lines) {
    nb::dict entry;
    entry["value"] = line.value;
    entry["proven"] = proven_name(line.proven);
    entry["depth"] = line.depth;
    entry["selective_depth"] = line.selective_depth;
    entry["pv"] = std::vector<int>(line.pv.begin(), line.pv.end());
    list.append(entry);
  }
  return list;
}

// Tuples of the action, visits, prior and value; what is not known is None.
nb::list candidates_for_python(const std::vector<Candidate>& candidates) {
  nb::list list;
  for (const Candidate& each : candidates) {
    list.append(nb::make_tuple(static_cast<int>(each.action), each.visits, each.prior, each.value));
  }
  return list;
}

// The progress that was reported since the listener in Python was last called. Only the searching
// thread uses it. It takes the GIL every 20 ms anyway to check for Ctrl-C, so that calling Python
// at that moment costs nothing more.
class ProgressQueue {
 public:
  explicit ProgressQueue(nb::object listener) : listener_(std::move(listener)) {}

  void add(const Progress& progress) { waiting_.push_back(progress); }
  void deliver() {
    for (const Progress& progress : std::exchange(waiting_, {})) {
      nb::dict entry;
      entry["nodes"] = progress.nodes;
      entry["seconds"] = progress.seconds;
      entry["sims"] = progress.sims;
      entry["depth"] = progress.depth;
      entry["lines"] = lines_for_python(progress.lines);
      entry["moves"] = candidates_for_python(progress.candidates);
      listener_(entry);
    }
  }

 private:
  nb::object listener_;
  std::vector<Progress> waiting_;
};

}  // namespace

nb::dict decision_for_python(const Decision& decision, const Budget& budget) {
  nb::dict result;
  result["action"] = static_cast<int>(decision.action);
  result["value"] = decision.value;
  result["proven"] = proven_name(decision.proven);
  result["depth"] = decision.depth;
  result["selective_depth"] = decision.selective_depth;
  result["nodes"] = budget.nodes();
  result["sims"] = decision.sims;
  result["seconds"] = budget.seconds();
  result["pv"] = std::vector<int>(decision.pv.begin(), decision.pv.end());
  result["policy"] =
      std::vector<std::pair<int, double>>(decision.policy.begin(), decision.policy.end());
  result["lines"] = lines_for_python(decision.lines);
  result["moves"] = candidates_for_python(decision.candidates);
  return result;
}

void check_state(const State& state, std::uint64_t key) {
  if (start_key(state) != key) throw nb::value_error("made for another game");
  check_ongoing(state);
}

nb::object BoundSearch::decide(const State& state, const Limits& limits,
                               const nb::object& listener) {
  check_state(state, start_key_);
  const AnyState position = state.any;
  Decision decision;
  bool interrupted = false;
  stop_ = false;
  ProgressQueue queue(listener);
  Budget budget = interruptible_budget(limits, stop_, interrupted, [&queue] { queue.deliver(); });
  if (!listener.is_none()) {
    budget.set_listener([&queue](const Progress& progress) { queue.add(progress); });
  }
  {
    const nb::gil_scoped_release release;
    // One search at a time: tables and trees are not thread-safe.
    const std::lock_guard lock(busy_);
    decision = search_->decide(position, budget);
  }
  if (interrupted) throw nb::python_error();
  queue.deliver();
  return decision_for_python(decision, budget);
}

void bind_search_class(nb::module_& m) {
  nb::class_<BoundSearch>(m, "Search", "A search, made for one game.")
      .def(
          "decide",
          [](BoundSearch& search, const State& state, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> sims,
             std::optional<int> depth, double most_seconds, int lines, bool thorough,
             const nb::object& listener) {
            Limits limits = read_limits(seconds, nodes, sims, depth);
            if (std::isnan(most_seconds)) throw nb::value_error("most_seconds must be a number");
            if (lines < 1) throw nb::value_error("lines must be at least 1");
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
}

}  // namespace inarow::INAROW_ISA
