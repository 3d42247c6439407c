// Searches with a network in Python.
//
// The network is a function of a batch of positions: only that runs with the GIL.
#include "bindings/networks.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/waiting.h"
#include "search/mcts/alphazero.h"
#include "search/mcts/batched_search.h"
#include "search/mcts/line_mcts.h"
#include "search/mcts/residual_network.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const LineNetwork>> = "LineNetwork | None";

namespace {

// Calls a Python function with the planes of a batch.
void ask_python(const nb::callable& evaluate, const NetworkBatch& asked) {
  const nb::gil_scoped_acquire acquire;
  const auto count = static_cast<std::size_t>(asked.count);
  const auto rows = static_cast<std::size_t>(asked.rows);
  const auto cols = static_cast<std::size_t>(asked.cols);
  // A copy, because Python may keep it.
  const nb::object answer = evaluate(new_array<float, 4>(
      asked.planes, {count, static_cast<std::size_t>(asked.channels), rows, cols}));
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

std::shared_ptr<PlaneNetwork> residual_network(std::shared_ptr<const ResidualNetwork> network,
                                               std::string encoding) {
  return std::make_shared<PlaneNetwork>(
      PlaneNetwork{[network = std::move(network)](const NetworkBatch& asked) {
                     if (asked.channels != network->planes()) {
                       throw std::invalid_argument("the network is for other planes");
                     }
                     network->evaluate(asked.planes, asked.count, asked.rows, asked.cols,
                                       asked.logits, asked.values);
                   },
                   std::move(encoding)});
}

// Finds all actions and positions alike: what a search costs without its network.
std::shared_ptr<PlaneNetwork> uniform_network(std::string encoding) {
  return std::make_shared<PlaneNetwork>(
      PlaneNetwork{[](const NetworkBatch& asked) {
                     std::fill_n(asked.logits, asked.count * asked.rows * asked.cols, 0.0f);
                     std::fill_n(asked.values, asked.count, 0.0f);
                   },
                   std::move(encoding)});
}

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
        : evaluator(start, batch,
                    {std::make_shared<PlaneNetwork>(PlaneNetwork{
                        [this](const NetworkBatch& asked) { ask_python(*evaluate, asked); }, ""})}),
          search(start, options, seed, evaluator, games, batch) {}

    std::mutex busy;                         // one search at a time
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

FoursBoard fours_board(const State& start) {
  return std::visit([](const auto& state) { return fours_board_of(state); }, start.any);
}

std::unique_ptr<AnySearch> make_alphazero(const State& start, const AlphaZeroOptions& options,
                                          std::uint64_t seed) {
  switch (options.vcf > 0 ? fours_board(start) : FoursBoard::none) {
    case FoursBoard::five:
      return make_search<OneGame<FoursAlphaZero<FiveBoard>>::On>(start.any, options, seed);
    case FoursBoard::shapes:
      return make_search<OneGame<FoursAlphaZero<ShapeBoard>>::On>(start.any, options, seed);
    default: return make_search<AlphaZero>(start.any, options, seed);
  }
}

}  // namespace

void bind_networks(nb::module_& m) {
  nb::class_<PlaneNetwork>(m, "Network", "A network that searches ask about batches of positions.")
      .def(
          "__init__",
          [](PlaneNetwork* self, nb::callable evaluate, std::string encoding) {
            new (self) PlaneNetwork{[evaluate = std::move(evaluate)](const NetworkBatch& asked) {
                                      ask_python(evaluate, asked);
                                    },
                                    std::move(encoding)};
          },
          "evaluate"_a, "encoding"_a = "",
          nb::sig("def __init__(self, evaluate: "
                  "collections.abc.Callable[[numpy.typing.NDArray[numpy.float32]], "
                  "tuple[numpy.typing.NDArray[numpy.float32], "
                  "numpy.typing.NDArray[numpy.float32]]], encoding: str = '') -> None"),
          "`evaluate` gets the planes of a batch of positions, and returns a logit for each action "
          "and a value for each position.")
      .def_static("residual", &residual_network, "network"_a, "encoding"_a = "",
                  "Asks a network of the core, without Python.")
      .def_static("uniform", &uniform_network, "encoding"_a = "",
                  "Finds all actions and positions alike.");

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

  m.def("batched_search", &make_batched_search, nb::keep_alive<0, 1>(), "start"_a, "seed"_a,
        "games"_a, "batch"_a, "options"_a,
        nb::sig(("def batched_search(start: State, seed: int, games: int, batch: int" +
                 parameters_of<MctsOptions>() + ") -> BatchedSearch")
                    .c_str()));

  bind_maker<AlphaZeroOptions>(
      m, "alphazero", "Search",
      [](const State& start, const AlphaZeroOptions& options, std::uint64_t seed) {
        check_network(options);
        return new BoundSearch(start, make_alphazero(start, options, seed));
      });
  bind_maker<LineMctsOptions>(
      m, "line_mcts", "Search",
      [](const State& start, const LineMctsOptions& options, std::uint64_t seed) {
        if (!options.network) throw nb::type_error("a network is needed");
        if (fours_board(start) != FoursBoard::five) throw nb::value_error("five in a row only");
        return new BoundSearch(start, make_search<OneGame<LineMcts>::On>(start.any, options, seed));
      });
}

}  // namespace inarow::INAROW_ISA
