// The network of the ultimate engine for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <map>
#include <string>

#include "bindings/state.h"
#include "search/ultimate/position.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

using Array = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

FloatArrays read_arrays(const nb::dict& weights) {
  FloatArrays arrays;
  for (const auto& [key, value] : weights) {
    const std::string name = nb::cast<std::string>(key);
    Array given;
    if (!nb::try_cast(value, given, false)) {
      throw nb::type_error(("its array " + name + " has other numbers than float32").c_str());
    }
    FloatArray& array = arrays[name];
    for (std::size_t i = 0; i < given.ndim(); ++i) array.shape.push_back(given.shape(i));
    array.values.assign(given.data(), given.data() + given.size());
  }
  return arrays;
}

const Ultimate& ongoing(const State& state) {
  const Ultimate* found = std::get_if<Ultimate>(&state.any);
  if (found == nullptr) throw nb::value_error("ultimate only");
  if (found->outcome() != Outcome::ongoing) throw nb::value_error("the game is over");
  return *found;
}

double evaluate(const UltimateNetwork& network, const State& state) {
  const UltimatePosition position(ongoing(state), network);
  return std::tanh(static_cast<double>(position.output()) / UltimateNetwork::output_one);
}

// Plays each action of a position in turn, evaluates what it leads to and undoes it, `count` times
// in all; returns the sum of the outputs.
std::int64_t evaluate_many(const UltimateNetwork& network, const State& state, int count) {
  const Ultimate start = ongoing(state);
  const nb::gil_scoped_release release;
  UltimatePosition position(start, network);
  Actions<Ultimate> actions;
  start.legal_actions(actions);
  std::int64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    const ScopedMove made(position, actions[i % actions.size()]);
    sum += position.output();
  }
  return sum;
}

}  // namespace

void bind_ultimate(nb::module_& m) {
  nb::class_<UltimateNetwork> network(m, "UltimateNetwork", "A learned evaluation of ultimate.");
  network
      .def_static(
          "shapes",
          [] {
            nb::dict shapes;
            for (const auto& [name, shape] : ultimate_arrays()) {
              nb::list sizes;
              for (const std::size_t size : shape) sizes.append(size);
              shapes[name.c_str()] = nb::tuple(sizes);
            }
            return shapes;
          },
          "The arrays of a network: their names and shapes.",
          nb::sig("def shapes() -> dict[str, tuple[int, ...]]"))
      .def(
          "__init__",
          [](UltimateNetwork* self, const nb::dict& weights) {
            const FloatArrays arrays = read_arrays(weights);
            const nb::gil_scoped_release release;
            new (self) UltimateNetwork(arrays);
          },
          "weights"_a,
          nb::sig("def __init__(self, weights: dict[str, "
                  "numpy.typing.NDArray[numpy.float32]]) -> None"))
      .def("evaluate", &evaluate, "state"_a, "The value for the player to move, in [-1, 1].")
      .def("evaluate_many", &evaluate_many, "state"_a, "count"_a,
           "For benchmarks: play, evaluate and undo so many actions; the sum of the outputs.");
  network.attr("weight_limit") =
      static_cast<double>(BakedUltimate::weight_limit) / BakedUltimate::weight_one;
}

}  // namespace inarow::INAROW_ISA
