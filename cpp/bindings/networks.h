// What the bindings of searches with a network and of self-play share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "bindings/bound_search.h"
#include "search/mcts/network_evaluator.h"

namespace inarow::INAROW_ISA {

namespace nb = nanobind;

template <>
inline constexpr const char* python_type<std::shared_ptr<const PlaneNetwork>> = "Network";

// An array that Python owns.
template <class T, int dims>
nb::ndarray<nb::numpy, T, nb::ndim<dims>> new_array(const T* data,
                                                    const std::size_t (&shape)[dims]) {
  std::size_t size = 1;
  for (const std::size_t each : shape) size *= each;
  auto* copy = new T[size];
  std::copy_n(data, size, copy);
  nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<dims>>(copy, dims, shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> new_array(const std::vector<T>& data) {
  return new_array<T, 1>(data.data(), {data.size()});
}

template <class Options>
void check_network(const Options& options) {
  if (!options.network) throw nb::type_error("a network is needed");
}

}  // namespace inarow::INAROW_ISA
