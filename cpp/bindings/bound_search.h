// A search as a Python object holds it, and how one is made.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/state.h"
#include "search/any_search.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

// A budget for a search without the GIL that Ctrl-C ends; `interrupted` then says that it did.
// `on_wait` is called with the GIL when that is looked for, and may raise, too.
inline Budget interruptible_budget(const Limits& limits, const std::atomic<bool>& stop,
                                   bool& interrupted, std::function<void()> on_wait = nullptr) {
  return Budget(limits, stop, [&interrupted, on_wait = std::move(on_wait)] {
    const nb::gil_scoped_acquire acquire;
    if (interrupted) return true;
    try {
      if (on_wait) on_wait();
      interrupted = PyErr_CheckSignals() != 0;
    } catch (nb::python_error& error) {
      error.restore();
      interrupted = true;
    }
    return interrupted;
  });
}

inline nb::object proven_name(Proven proven) {
  const char* const names[] = {nullptr, "win", "draw", "loss"};
  const char* name = names[static_cast<int>(proven)];
  return name == nullptr ? nb::none() : nb::object(nb::str(name));
}

inline nb::list lines_for_python(const std::vector<RankedLine>& lines) {
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
inline nb::list candidates_for_python(const std::vector<Candidate>& candidates) {
  nb::list list;
  for (const Candidate& each : candidates) {
    list.append(nb::make_tuple(static_cast<int>(each.action), each.visits, each.prior, each.value));
  }
  return list;
}

// The progress that was reported since the listener in Python was last called. Only the searching
// thread uses it. It has the GIL every 20 ms anyway, to look for Ctrl-C: calling Python then costs
// the search no more.
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

class BoundSearch {
 public:
  explicit BoundSearch(const State& start, std::unique_ptr<AnySearch> search)
      : start_key_(start_key(start)), search_(std::move(search)) {}

  // `listener` is None or is called with a dict now and then.
  nb::object decide(const State& state, const Limits& limits, const nb::object& listener) {
    if (!plays(state)) throw nb::value_error("made for another game");
    const bool over =
        std::visit([](const auto& s) { return s.outcome() != Outcome::ongoing; }, state.any);
    if (over) throw nb::value_error("the game is over");
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
      // One search at a time: tables and trees are not made for more.
      const std::lock_guard lock(busy_);
      decision = search_->decide(position, budget);
    }
    if (interrupted) throw nb::python_error();
    queue.deliver();
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

  void stop() { stop_ = true; }

  const AnySearch& search() const { return *search_; }
  bool plays(const State& state) const { return start_key(state) == start_key_; }

 protected:
  std::mutex busy_;

 private:
  // The key of the empty board, which tells apart any two games.
  static std::uint64_t start_key(const State& state) {
    return std::visit([]<class G>(const G& s) { return G(s.rules()).key(); }, state.any);
  }

  std::uint64_t start_key_;
  std::unique_ptr<AnySearch> search_;
  std::atomic<bool> stop_ = false;
};

// What the stubs call the type of an option.
template <class Value>
inline constexpr const char* python_type = nullptr;
template <>
inline constexpr const char* python_type<bool> = "bool";
template <>
inline constexpr const char* python_type<int> = "int";
template <>
inline constexpr const char* python_type<float> = "float";
template <>
inline constexpr const char* python_type<double> = "float";

template <class Value>
bool read_option(nb::handle given, Value& value) {
  return nb::try_cast(given, value);
}
template <class Object>
bool read_option(nb::handle given, std::shared_ptr<const Object>& value) {
  std::shared_ptr<Object> object;
  if (!given.is_none() && !nb::try_cast(given, object)) return false;
  value = std::move(object);
  return true;
}

// Options from keyword arguments; those that are not given keep their defaults. TypeError for an
// unknown name or a value of another type.
template <class Options>
Options read_options(const char* search, const nb::kwargs& given) {
  Options options;
  for (const auto& [key, value] : given) {
    const std::string name = nb::cast<std::string>(key);
    bool known = false;
    std::string names;
    const auto try_field = [&](const auto& field) {
      names += (names.empty() ? "" : ", ") + std::string(field.name);
      if (name != field.name) return;
      known = true;
      auto& member = options.*field.member;
      if (read_option(value, member)) return;
      const std::string type = python_type<std::remove_reference_t<decltype(member)>>;
      throw nb::type_error((std::string(search) + ": " + name + " must be " + type).c_str());
    };
    std::apply([&](const auto&... fields) { (try_field(fields), ...); }, Options::fields());
    if (!known) {
      throw nb::type_error((std::string(search) + " has no option " + name + "; it has " +
                            (names.empty() ? "none" : names))
                               .c_str());
    }
  }
  return options;
}

// For the stubs: def name(start: State, seed: int, *, depth: int = ...) -> result
template <class Options>
std::string signature_of(const char* name, const char* result) {
  std::string options;
  const auto add = [&]<class Value>(const Option<Options, Value>& field) {
    static_assert(python_type<Value> != nullptr);
    options += std::string(", ") + field.name + ": " + python_type<Value> + " = ...";
  };
  std::apply([&](const auto&... fields) { (add(fields), ...); }, Options::fields());
  if (!options.empty()) options = ", *" + options;
  return std::string("def ") + name + "(start: State, seed: int" + options + ") -> " + result;
}

// Makes the Python function name(start, seed, **options), which calls make(start, options, seed).
template <class Options, class Make>
void bind_maker(nb::module_& m, const char* name, const char* result, Make make) {
  using namespace nb::literals;
  m.def(
      name,
      [name, make](const State& start, std::uint64_t seed, const nb::kwargs& options) {
        return make(start, read_options<Options>(name, options), seed);
      },
      "start"_a, "seed"_a, "options"_a, nb::sig(signature_of<Options>(name, result).c_str()));
}

template <template <class> class Search, class Options>
void bind_search(nb::module_& m, const char* name) {
  bind_maker<Options>(
      m, name, "Search", [](const State& start, const Options& options, std::uint64_t seed) {
        return new BoundSearch(start, make_search<Search>(start.any, options, seed));
      });
}

}  // namespace inarow::INAROW_ISA
