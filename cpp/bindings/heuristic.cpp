// The heuristic players of m,n,k games for Python.
#include <nanobind/nanobind.h>

#include "bindings/bound_search.h"
#include "search/rows/greedy.h"
#include "search/rows/negamax.h"
#include "search/rows/threat.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

template <class Search, class Options>
BoundSearch* make_mnk(const State& start, std::uint64_t seed, const Options& options) {
  return make<OneGame<Search>::template On>(start, options, seed);
}

}  // namespace

void bind_heuristic(nb::module_& m) {
  m.def(
      "greedy",
      [](const State& start, std::uint64_t seed) {
        return make_mnk<Greedy>(start, seed, GreedyOptions{});
      },
      "start"_a, "seed"_a);
  m.def(
      "negamax",
      [](const State& start, std::uint64_t seed, int depth, int range) {
        return make_mnk<Negamax>(start, seed, NegamaxOptions{depth, range});
      },
      "start"_a, "seed"_a, "depth"_a, "range"_a);
  m.def(
      "threat",
      [](const State& start, std::uint64_t seed, int depth, int b, int vcf, int mb) {
        return make_mnk<Threat>(start, seed, ThreatOptions{depth, b, vcf, mb});
      },
      "start"_a, "seed"_a, "depth"_a, "b"_a, "vcf"_a, "mb"_a);
}

}  // namespace inarow::INAROW_ISA
