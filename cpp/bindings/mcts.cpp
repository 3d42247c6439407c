// The Monte-Carlo searches for Python.
#include <nanobind/nanobind.h>

#include <string_view>

#include "bindings/bound_search.h"
#include "search/mcts/presets.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

// A search whose graph is kept from game to game and can be saved.
class BoundSharedSearch : public BoundSearch {
 public:
  static BoundSharedSearch* make(const State& start, const MctsOptions& options,
                                 std::uint64_t seed) {
    return std::visit(
        [&]<class G>(const G& state) {
          auto search =
              std::make_unique<SearchOn<G, SharedMcts<G>, MctsOptions>>(state, options, seed);
          SharedMcts<G>* shared = &search->search();
          return new BoundSharedSearch(start, std::move(search), shared);
        },
        start.any);
  }

  nb::bytes graph() {
    const std::lock_guard lock(busy_);
    const std::string bytes = std::visit([](auto* search) { return search->graph(); }, shared_);
    return nb::bytes(bytes.data(), bytes.size());
  }

  void set_graph(const nb::bytes& bytes) {
    const std::lock_guard lock(busy_);
    const std::string_view view(bytes.c_str(), bytes.size());
    std::visit([&](auto* search) { search->set_graph(view); }, shared_);
  }

  std::size_t positions() {
    const std::lock_guard lock(busy_);
    return std::visit([](auto* search) { return search->positions(); }, shared_);
  }

  void set_seed(std::uint64_t seed) {
    const std::lock_guard lock(busy_);
    std::visit([&](auto* search) { search->set_seed(seed); }, shared_);
  }

  void set_temperature(double temperature) {
    const std::lock_guard lock(busy_);
    std::visit([&](auto* search) { search->set_temperature(temperature); }, shared_);
  }

 private:
  template <class G>
  using Pointer = SharedMcts<G>*;

  BoundSharedSearch(const State& start, std::unique_ptr<AnySearch> search, AnyOf<Pointer> shared)
      : BoundSearch(start, std::move(search)), shared_(shared) {}

  AnyOf<Pointer> shared_;  // the search that the base class owns
};

}  // namespace

void bind_mcts(nb::module_& m) {
  nb::class_<BoundSharedSearch, BoundSearch>(m, "SharedSearch",
                                             "A search whose graph is kept over games.")
      .def("graph", &BoundSharedSearch::graph, "The graph as bytes.")
      .def("set_graph", &BoundSharedSearch::set_graph, "bytes"_a,
           "Replace the graph; ValueError if the bytes are no graph of this game.")
      .def("positions", &BoundSharedSearch::positions, "How many positions the graph holds.")
      .def("set_seed", &BoundSharedSearch::set_seed, "seed"_a, "Begin the random numbers anew.")
      .def("set_temperature", &BoundSharedSearch::set_temperature, "temperature"_a,
           "How far the choice of a move strays from the most visited one.");

  bind_search<Mcts, MctsOptions>(m, "mcts");
  bind_search<KnowledgeMcts, MctsOptions>(m, "knowledge_mcts");
  bind_search<HeuristicMcts, MctsOptions>(m, "heuristic_mcts");
  bind_maker<MctsOptions>(m, "shared_mcts", "SharedSearch", &BoundSharedSearch::make);
}

}  // namespace inarow::INAROW_ISA
