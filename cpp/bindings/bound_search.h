// A search that a Python object owns, and the function that makes one.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bindings/state.h"
#include "search/any_search.h"
#include "search/options.h"

namespace inarow::INAROW_ISA {

// Limits as Python passes them; None is no limit of that kind. ValueError for one that would not
// end a search.
inline Limits read_limits(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                          std::optional<std::uint64_t> sims, std::optional<int> depth) {
  Limits limits;
  if (seconds) limits.seconds = *seconds;
  if (std::isnan(limits.seconds)) throw nb::value_error("seconds must be a number");
  if (nodes) limits.nodes = *nodes;
  if (sims) limits.sims = *sims;
  if (depth) limits.depth = *depth;
  if (limits.depth < 0) throw nb::value_error("depth must be at least 0");
  return limits;
}

// A decision as Python gets it: a dict with what the search knows.
nb::dict decision_for_python(const Decision& decision, const Budget& budget);

// The key of the empty board, which differs between any two games.
inline std::uint64_t start_key(const State& state) {
  return std::visit([]<class G>(const G& s) { return G(s.rules()).key(); }, state.any);
}

// ValueError for a state that a search for the game with this key cannot take.
void check_state(const State& state, std::uint64_t key);

class BoundSearch {
 public:
  explicit BoundSearch(const State& start, std::unique_ptr<AnySearch> search)
      : start_key_(start_key(start)), search_(std::move(search)) {}

  // `listener` is None, or a function that is called with a dict of progress.
  nb::object decide(const State& state, const Limits& limits, const nb::object& listener);
  void stop() { stop_ = true; }

  const AnySearch& search() const { return *search_; }
  bool plays(const State& state) const { return start_key(state) == start_key_; }

 protected:
  std::mutex busy_;

 private:
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

// ValueError for a number out of the option's range; NaN is in none.
template <class Owner, class Value>
void check_range(const char* search, const Option<Owner, Value>& option, const Value& value) {
  if constexpr (std::is_arithmetic_v<Value>) {
    const auto number = static_cast<double>(value);
    if (number >= option.least && number <= option.most) return;
    std::ostringstream message;
    message << search << ": " << option.name << " must be ";
    if (std::isinf(option.most)) {
      message << "at least " << option.least;
    } else {
      message << "from " << option.least << " to " << option.most;
    }
    throw nb::value_error(message.str().c_str());
  }
}

// Options from keyword arguments; those that are not given keep their defaults. TypeError for an
// unknown name or a value of another type, ValueError for a number out of range.
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
      if (read_option(value, member)) return check_range(search, field, member);
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

// For the stubs: options as parameters with names, as in ", *, depth: int = ..."
template <class Options>
std::string parameters_of() {
  std::string options;
  const auto add = [&]<class Owner, class Value>(const Option<Owner, Value>& field) {
    static_assert(python_type<Value> != nullptr);
    options += std::string(", ") + field.name + ": " + python_type<Value> + " = ...";
  };
  std::apply([&](const auto&... fields) { (add(fields), ...); }, Options::fields());
  return options.empty() ? "" : ", *" + options;
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
      nb::keep_alive<0, 1>(), "start"_a, "seed"_a, "options"_a,  // a search uses its rules
      nb::sig((std::string("def ") + name + "(start: State, seed: int" + parameters_of<Options>() +
               ") -> " + result)
                  .c_str()));
}

template <template <class> class Search, class Options>
void bind_search(nb::module_& m, const char* name) {
  bind_maker<Options>(
      m, name, "Search", [](const State& start, const Options& options, std::uint64_t seed) {
        std::unique_ptr<AnySearch> search;
        {
          const nb::gil_scoped_release release;  // large tables take a while to be cleared
          search = make_search<Search>(start.any, options, seed);
        }
        return new BoundSearch(start, std::move(search));
      });
}

}  // namespace inarow::INAROW_ISA
