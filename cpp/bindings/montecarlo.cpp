// The Monte-Carlo searches for Python.
#include <nanobind/nanobind.h>

#include "bindings/searcher.h"
#include "search/mcts/heuristic.h"
#include "search/mcts/knowledge.h"
#include "search/mcts/mcts.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

void bind_montecarlo(nb::module_& m) {
  m.def(
      "mcts",
      [](const State& start, std::uint64_t seed, float c, int fold, int mb) {
        return make<Mcts>(start, MctsOptions{{mb, fold}, c}, seed);
      },
      "start"_a, "seed"_a, "c"_a, "fold"_a, "mb"_a);
  m.def(
      "knowledge_mcts",
      [](const State& start, std::uint64_t seed, float c, int fold, int mb) {
        return make<KnowledgeMcts>(start, KnowledgeMctsOptions{{mb, fold}, c}, seed);
      },
      "start"_a, "seed"_a, "c"_a, "fold"_a, "mb"_a);
  m.def(
      "heuristic_mcts",
      [](const State& start, std::uint64_t seed, float c, int fold, int mb) {
        return make<HeuristicMcts>(start, HeuristicMctsOptions{{mb, fold}, c}, seed);
      },
      "start"_a, "seed"_a, "c"_a, "fold"_a, "mb"_a);
}

}  // namespace inarow::INAROW_ISA
