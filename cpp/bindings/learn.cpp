// What learners do per move, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <variant>

#include "bindings/bound_search.h"
#include "bindings/games_played.h"
#include "search/learn/tabular.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const ValueTable>> = "ValueTable";

namespace {

using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::shared_ptr<ValueTable> make_table(const Keys& keys, const Values& values, bool folds,
                                       bool looks_ahead) {
  if (keys.shape(0) != values.shape(0)) throw nb::value_error("not one value for each key");
  auto table = std::make_shared<ValueTable>(folds, looks_ahead);
  for (std::size_t i = 0; i < keys.shape(0); ++i) {
    const float value = values.data()[i];
    if (!(value >= -1 && value <= 1)) throw nb::value_error("a value is not between -1 and 1");
    if (table->contains(keys.data()[i])) throw nb::value_error("a position is there twice");
    table->add(keys.data()[i], value);
  }
  return table;
}

// A new array with one number of each entry.
template <class T>
auto column(const ValueTable& table, T StoredValue::* member) {
  const auto entries = table.entries();
  auto* data = new T[entries.size()];
  for (std::size_t i = 0; i < entries.size(); ++i) data[i] = entries[i].*member;
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {entries.size()}, owner);
}

class BoundTabularLearner {
 public:
  BoundTabularLearner(const State& start, std::uint64_t seed, const TabularSettings& settings,
                      const std::shared_ptr<ValueTable>& table)
      : learner_(std::visit([&]<class G>(const G& state)
                                -> AnyOf<Learner> { return Learner<G>(state, settings, seed); },
                            start.any)),
        rules_(start.rules),
        table_(*table) {}

  // Plays games `first` to `first + count - 1`.
  nb::dict play(std::uint64_t first, std::uint64_t count) {
    GamesPlayed played;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(busy_);
      std::visit(
          [&](const auto& learner) {
            for (std::uint64_t i = 0; i < count; ++i) learner.play(table_, first + i, played);
          },
          learner_);
    }
    return games_for_python(played);
  }

  // A copy: the learner goes on with its own.
  std::shared_ptr<ValueTable> table() {
    const std::lock_guard lock(busy_);
    return std::make_shared<ValueTable>(table_);
  }

 private:
  template <class G>
  using Learner = TabularLearner<G>;

  AnyOf<Learner> learner_;
  nb::object rules_;  // keeps them alive: the start points to them
  ValueTable table_;
  std::mutex busy_;
};

}  // namespace

void bind_learn(nb::module_& m) {
  nb::class_<ValueTable>(m, "ValueTable", "The values of positions, one by one.")
      .def(nb::new_(&make_table), "keys"_a, "values"_a, "folds"_a, "looks_ahead"_a)
      .def(
          "keys", [](const ValueTable& table) { return column(table, &StoredValue::key); },
          nb::sig("def keys(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def(
          "values", [](const ValueTable& table) { return column(table, &StoredValue::value); },
          nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float32]"),
          "For the player to move, in the order of the keys.")
      .def_prop_ro("folds", &ValueTable::folds)
      .def_prop_ro("looks_ahead", &ValueTable::looks_ahead)
      .def("__len__", &ValueTable::size);

  nb::class_<BoundTabularLearner>(m, "TabularLearner", "Learns a table of values by self-play.")
      .def(
          "__init__",
          [](BoundTabularLearner* self, const State& start, std::uint64_t seed,
             const std::shared_ptr<ValueTable>& table, float alpha, float epsilon,
             float epsilon_decay, float least_epsilon, bool learns_played) {
            new (self) BoundTabularLearner(
                start, seed, {alpha, epsilon, epsilon_decay, least_epsilon, learns_played}, table);
          },
          "start"_a, "seed"_a, "table"_a, nb::kw_only(), "alpha"_a, "epsilon"_a, "epsilon_decay"_a,
          "least_epsilon"_a, "learns_played"_a)
      .def("play", &BoundTabularLearner::play, "first"_a, "count"_a,
           nb::sig("def play(self, first: int, count: int) -> dict[str, float]"),
           "Play games by their numbers, and learn from each.")
      .def("table", &BoundTabularLearner::table, "A copy of the table as it is now.");

  bind_maker<TabularOptions>(
      m, "tabular", "Search",
      [](const State& start, const TabularOptions& options, std::uint64_t seed) {
        if (!options.table) throw nb::value_error("a table is missing");
        return new BoundSearch(start, make_search<Tabular>(start.any, options, seed));
      });
}

}  // namespace inarow::INAROW_ISA
