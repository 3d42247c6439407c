// The Monte-Carlo searches for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "bindings/bound_search.h"
#include "bindings/waiting.h"
#include "search/mcts/batched_search.h"
#include "search/mcts/network_evaluator.h"
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

// Searches of several games at once whose leaves a Python function evaluates, batch by batch. Only
// that function runs with the GIL.
class BoundBatchedSearch {
 public:
  BoundBatchedSearch(const State& start, const MctsOptions& options, std::uint64_t seed, int games,
                     int batch)
      : start_key_(start_key(start)),
        search_(std::visit(
            [&]<class G>(const G& state) -> AnyOf<Pointer> {
              return std::make_unique<SearchOfGames<G>>(state, options, seed, games, batch);
            },
            start.any)),
        games_(games) {}

  nb::list decide(const std::vector<const State*>& states, const nb::callable& evaluate,
                  const Limits& limits) {
    if (states.empty() || states.size() > static_cast<std::size_t>(games_)) {
      throw nb::value_error("the number of states is out of range");
    }
    for (const State* state : states) check_state(*state, start_key_);
    bool interrupted = false;
    stop_ = false;
    Budget budget = interruptible_budget(limits, stop_, interrupted);
    const std::vector<Decision> decisions = std::visit(
        [&]<class G>(std::unique_ptr<SearchOfGames<G>>& search) {
          std::vector<G> positions;
          for (const State* state : states) positions.push_back(std::get<G>(state->any));
          const nb::gil_scoped_release release;
          const std::lock_guard lock(search->busy);
          search->evaluate = &evaluate;
          return search->search.decide(positions, budget);
        },
        search_);
    if (interrupted) throw nb::python_error();
    nb::list list;
    for (const Decision& decision : decisions) list.append(decision_for_python(decision, budget));
    return list;
  }

  void stop() { stop_ = true; }

  void set_temperature(double temperature) {
    std::visit(
        [&](auto& search) {
          const std::lock_guard lock(search->busy);
          search->search.set_temperature(temperature);
        },
        search_);
  }

 private:
  template <class G>
  struct SearchOfGames {
    SearchOfGames(const G& start, const MctsOptions& options, std::uint64_t seed, int games,
                  int batch)
        : rows(static_cast<std::size_t>(start.rules().rows)),
          cols(static_cast<std::size_t>(start.rules().cols)),
          planes(static_cast<std::size_t>(encodings(&start)[0].plane_count())),
          evaluator(start, batch, [this](const NetworkBatch& asked) { ask_python(asked); }),
          search(start, options, seed, evaluator, games, batch) {}

    void ask_python(const NetworkBatch& asked) const {
      const nb::gil_scoped_acquire acquire;
      const auto count = static_cast<std::size_t>(asked.count);
      // A copy, because Python may keep it.
      const std::size_t shape[] = {count, planes, rows, cols};
      const std::size_t size = count * planes * rows * cols;
      auto* copy = new float[size];
      std::copy_n(asked.planes, size, copy);
      nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<float*>(p); });
      const nb::object answer =
          (*evaluate)(nb::ndarray<nb::numpy, float, nb::ndim<4>>(copy, 4, shape, owner));
      using Logits = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
      using Values = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
      std::pair<Logits, Values> found;
      if (!nb::try_cast(answer, found)) {
        throw nb::type_error(
            "an evaluator returns two arrays of float32: logits (positions x actions) and values "
            "(positions)");
      }
      const auto& [logits, values] = found;
      if (logits.shape(0) != count || logits.shape(1) != rows * cols || values.shape(0) != count) {
        throw nb::value_error("the arrays of the evaluator do not have the shape of its batch");
      }
      std::copy_n(logits.data(), count * rows * cols, asked.logits);
      std::copy_n(values.data(), count, asked.values);
    }

    std::mutex busy;  // one search at a time
    std::size_t rows, cols, planes;
    const nb::callable* evaluate = nullptr;  // of the running search
    NetworkEvaluator<G> evaluator;
    BatchedSearch<G, NetworkPolicies<G>> search;
  };

  template <class G>
  using Pointer = std::unique_ptr<SearchOfGames<G>>;

  std::uint64_t start_key_;
  AnyOf<Pointer> search_;
  int games_;
  std::atomic<bool> stop_ = false;
};

BoundBatchedSearch* make_batched_search(const State& start, std::uint64_t seed, int games,
                                        int batch, const nb::kwargs& options) {
  if (games < 1 || batch < 1) throw nb::value_error("games and batch must be at least 1");
  return new BoundBatchedSearch(start, read_options<MctsOptions>("batched_search", options), seed,
                                games, batch);
}

}  // namespace

void bind_mcts(nb::module_& m) {
  nb::class_<BoundBatchedSearch>(
      m, "BatchedSearch",
      "Monte-Carlo searches of several games, whose leaves are evaluated together.")
      .def(
          "decide",
          [](BoundBatchedSearch& search, const std::vector<const State*>& states,
             const nb::callable& evaluate, std::optional<double> seconds,
             std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> sims,
             std::optional<int> depth) {
            return search.decide(states, evaluate, read_limits(seconds, nodes, sims, depth));
          },
          "states"_a, "evaluate"_a, "seconds"_a.none(), "nodes"_a.none(), "sims"_a.none(),
          "depth"_a.none(),
          nb::sig(
              "def decide(self, states: list[State], evaluate: "
              "collections.abc.Callable[[numpy.typing.NDArray[numpy.float32]], "
              "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]], "
              "seconds: float | None, nodes: int | None, sims: int | None, depth: int | None) "
              "-> list[dict[str, typing.Any]]"),
          "Choose a move in each state. `evaluate` gets the planes of a batch of positions, and "
          "returns a logit for each action and a value for each position.")
      .def("set_temperature", &BoundBatchedSearch::set_temperature, "temperature"_a,
           "How far the choice of a move strays from the most visited one.")
      .def("stop", &BoundBatchedSearch::stop,
           "Make a running search answer after the batch that it waits for; from any thread.");

  nb::class_<BoundSharedSearch, BoundSearch>(m, "SharedSearch",
                                             "A search whose graph is kept over games.")
      .def("graph", &BoundSharedSearch::graph, "The graph as bytes.")
      .def("set_graph", &BoundSharedSearch::set_graph, "bytes"_a,
           "Replace the graph; ValueError if the bytes are no graph of this game.")
      .def("positions", &BoundSharedSearch::positions, "How many positions the graph holds.")
      .def("set_seed", &BoundSharedSearch::set_seed, "seed"_a, "Begin the random numbers anew.")
      .def("set_temperature", &BoundSharedSearch::set_temperature, "temperature"_a,
           "How far the choice of a move strays from the most visited one.");

  m.def("batched_search", &make_batched_search, "start"_a, "seed"_a, "games"_a, "batch"_a,
        "options"_a,
        nb::sig(("def batched_search(start: State, seed: int, games: int, batch: int" +
                 parameters_of<MctsOptions>() + ") -> BatchedSearch")
                    .c_str()));

  bind_search<Mcts, MctsOptions>(m, "mcts");
  bind_search<KnowledgeMcts, MctsOptions>(m, "knowledge_mcts");
  bind_search<HeuristicMcts, MctsOptions>(m, "heuristic_mcts");
  bind_maker<MctsOptions>(m, "shared_mcts", "SharedSearch", &BoundSharedSearch::make);
}

}  // namespace inarow::INAROW_ISA
