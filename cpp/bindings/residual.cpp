// The residual network with 8-bit integers for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/networks.h"
#include "search/mcts/residual_network.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

template <class T>
std::vector<T> read(const nb::dict& arrays, const std::string& name) {
  nb::ndarray<const T, nb::c_contig, nb::device::cpu> given;
  if (!arrays.contains(name.c_str()) || !nb::try_cast(arrays[name.c_str()], given, false)) {
    throw nb::type_error(("there is no array " + name + ", or it has other numbers").c_str());
  }
  return {given.data(), given.data() + given.size()};
}

float read_one(const nb::dict& arrays, const std::string& name) {
  const std::vector<float> found = read<float>(arrays, name);
  if (found.size() != 1) throw nb::value_error((name + " must be one number").c_str());
  return found[0];
}

DenseLayer read_dense(const nb::dict& arrays, const std::string& name) {
  return {read<float>(arrays, name + ".weight"), read<float>(arrays, name + ".bias")};
}

IntegerLayer read_integers(const nb::dict& arrays, const std::string& name) {
  return {read<std::int8_t>(arrays, name + ".weight"), read<float>(arrays, name + ".scale"),
          read<float>(arrays, name + ".bias"), read_one(arrays, name + ".input")};
}

ResidualArrays read_all(const nb::dict& arrays) {
  ResidualArrays found;
  found.stem = read_dense(arrays, "stem");
  const std::size_t channels = found.stem.biases.size();
  if (channels == 0 || channels > ResidualNetwork::max_channels ||
      found.stem.weights.size() > (1u << 24)) {
    throw nb::value_error("stem has another size");
  }
  const std::size_t inputs = found.stem.weights.size() / channels / ResidualNetwork::taps;
  found.channels = static_cast<int>(channels);
  found.planes = static_cast<int>(inputs) - 1;
  for (std::size_t i = 0;; ++i) {
    const std::string name = "blocks_" + std::to_string(i);
    if (!arrays.contains((name + "_first.weight").c_str())) break;
    found.blocks.push_back(
        {read_integers(arrays, name + "_first"), read_integers(arrays, name + "_second"), {}});
    if (arrays.contains((name + "_pool.weight").c_str())) {
      found.blocks.back().pool = read_dense(arrays, name + "_pool");
    }
  }
  found.policy_hidden = read_integers(arrays, "policy_hidden");
  found.policy = read_dense(arrays, "policy");
  found.value_hidden = read_dense(arrays, "value_hidden");
  found.value = read_dense(arrays, "value");
  return found;
}

using Planes = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<nb::numpy, float, nb::ndim<2>>;
using Values = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

std::pair<Logits, Values> evaluate(const ResidualNetwork& network, const Planes& planes,
                                   bool portably) {
  const std::size_t count = planes.shape(0), rows = planes.shape(2), cols = planes.shape(3);
  constexpr std::size_t most = ResidualNetwork::max_side;
  if (planes.shape(1) != static_cast<std::size_t>(network.planes()) || rows < 1 || rows > most ||
      cols < 1 || cols > most || count > (1u << 20)) {
    throw nb::value_error("the planes do not fit the network");
  }
  std::vector<float> logits(count * rows * cols), values(count);
  {
    const nb::gil_scoped_release release;
    const auto run = portably ? &ResidualNetwork::evaluate_portably : &ResidualNetwork::evaluate;
    (network.*run)(planes.data(), static_cast<int>(count), static_cast<int>(rows),
                   static_cast<int>(cols), logits.data(), values.data());
  }
  return {new_array<float, 2>(logits.data(), {count, rows * cols}), new_array(values)};
}

}  // namespace

void bind_residual(nb::module_& m) {
  nb::class_<ResidualNetwork> network(m, "ResidualNetwork",
                                      "The residual network of alphazero with 8-bit integers.");
  network
      .def(
          "__init__",
          [](ResidualNetwork* self, const nb::dict& arrays) {
            const ResidualArrays found = read_all(arrays);
            const nb::gil_scoped_release release;
            new (self) ResidualNetwork(found);
          },
          "arrays"_a,
          nb::sig("def __init__(self, arrays: dict[str, numpy.typing.NDArray[numpy.float32] | "
                  "numpy.typing.NDArray[numpy.int8]]) -> None"))
      .def("evaluate", &evaluate, "planes"_a, "portably"_a = false,
           nb::sig("def evaluate(self, planes: numpy.typing.NDArray[numpy.float32], portably: bool "
                   "= False) -> tuple[numpy.typing.NDArray[numpy.float32], "
                   "numpy.typing.NDArray[numpy.float32]]"),
           "Logits (n x cells) and values (n) of positions (n x planes x rows x columns); "
           "`portably`: without the instructions that make it fast, and with the same result.");
  network.attr("is_fast") = ResidualNetwork::is_fast();
}

}  // namespace inarow::INAROW_ISA
