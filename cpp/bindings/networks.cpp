// Searches with a network in Python, and games of self-play to learn one.
//
// The network is a function of a batch of positions: only that runs with the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bindings/bound_search.h"
#include "bindings/waiting.h"
#include "search/mcts/alphazero.h"
#include "search/mcts/batched_search.h"
#include "search/mcts/line_mcts.h"
#include "search/mcts/self_play.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const PlaneNetwork>> = "Network";
template <>
inline constexpr const char* python_type<std::shared_ptr<const LineNetwork>> = "LineNetwork | None";

namespace {

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

// Games of self-play as arrays.
nb::dict games_for_python(const std::vector<PlayedGame>& games, std::size_t cells) {
  std::vector<std::uint16_t> moves;
  std::vector<std::int32_t> lengths, openings, sample_games, plies;
  std::vector<std::int8_t> results;
  std::vector<float> values, policies;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const PlayedGame& game = games[i];
    moves.insert(moves.end(), game.moves.begin(), game.moves.end());
    lengths.push_back(static_cast<std::int32_t>(game.moves.size()));
    openings.push_back(game.opening);
    results.push_back(static_cast<std::int8_t>(game.result));
    for (const Sample& sample : game.samples) {
      sample_games.push_back(static_cast<std::int32_t>(i));
      plies.push_back(sample.ply);
      values.push_back(sample.value);
      policies.insert(policies.end(), sample.policy.begin(), sample.policy.end());
    }
  }
  nb::dict found;
  found["moves"] = new_array(moves);
  found["lengths"] = new_array(lengths);
  found["openings"] = new_array(openings);
  found["results"] = new_array(results);
  found["sample_games"] = new_array(sample_games);
  found["sample_plies"] = new_array(plies);
  found["values"] = new_array(values);
  found["policies"] = new_array<float, 2>(policies.data(), {plies.size(), cells});
  return found;
}

class BoundSelfPlay {
 public:
  BoundSelfPlay(const State& start, const SelfPlayOptions& options)
      : cells_(std::visit([](const auto& s) { return s.symmetries().cells(); }, start.any)),
        play_(std::visit(
            [&]<class G>(const G& state) -> Playing {
              if constexpr (std::same_as<G, Mnk>) {
                if (options.vcf > 0 && is_five_in_a_row(state)) {
                  return std::make_unique<SelfPlay<Mnk, FiveNetworkPolicies>>(state, options);
                }
              }
              return std::make_unique<SelfPlay<G>>(state, options);
            },
            start.any)) {}

  nb::dict play(std::uint64_t seed, std::uint64_t first, int count) {
    if (count < 0) throw nb::value_error("the number of games is out of range");
    bool interrupted = false;
    stop_ = false;
    Budget budget = interruptible_budget(Limits{}, stop_, interrupted);
    std::vector<PlayedGame> games;
    bool stopped = false;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(busy_);
      try {
        games =
            std::visit([&](auto& play) { return play->play(seed, first, count, budget); }, play_);
      } catch (const OutOfBudget&) {
        stopped = true;
      }
    }
    if (interrupted) throw nb::python_error();
    if (stopped) throw std::runtime_error("the games were stopped");
    nb::dict found = games_for_python(games, static_cast<std::size_t>(cells_));
    found["sims"] = budget.nodes();
    return found;
  }

  void stop() { stop_ = true; }

 private:
  using Playing = std::variant<std::unique_ptr<SelfPlay<Mnk>>, std::unique_ptr<SelfPlay<Ultimate>>,
                               std::unique_ptr<SelfPlay<Mnk, FiveNetworkPolicies>>>;

  int cells_;
  std::mutex busy_;
  Playing play_;
  std::atomic<bool> stop_ = false;
};

using Moves = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The planes of positions of games, for the player to move, as small integers.
nb::ndarray<nb::numpy, std::int8_t, nb::ndim<4>> replay_planes(
    const State& start, const Moves& moves, const Counts& lengths, const Counts& sample_games,
    const Counts& sample_plies, const std::string& encoding) {
  if (sample_games.shape(0) != sample_plies.shape(0)) {
    throw nb::value_error("each sample has a game and a ply");
  }
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < lengths.shape(0); ++i) {
    if (lengths(i) < 0) throw nb::value_error("a game has a length below 0");
    starts.push_back(starts.back() + static_cast<std::size_t>(lengths(i)));
  }
  if (starts.back() != moves.shape(0))
    throw nb::value_error("the lengths are not those of the moves");
  return std::visit(
      [&]<class G>(const G& empty) {
        const Encoding<G>& encoder = find_encoding(empty, encoding);
        const auto rows = static_cast<std::size_t>(empty.rules().rows);
        const auto cols = static_cast<std::size_t>(empty.rules().cols);
        const auto channels = static_cast<std::size_t>(encoder.plane_count());
        const std::size_t size = channels * rows * cols, count = sample_games.shape(0);
        std::vector<float> one(size);
        auto* planes = new std::int8_t[count * size];
        nb::capsule owner(planes, [](void* p) noexcept { delete[] static_cast<std::int8_t*>(p); });
        G state = empty;
        std::size_t game = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const auto wanted = static_cast<std::size_t>(sample_games(i));
          if (sample_games(i) < 0 || wanted + 1 >= starts.size() || sample_plies(i) < 0 ||
              sample_plies(i) >= lengths(wanted)) {
            throw nb::value_error("a sample is of no position of the games");
          }
          if (wanted != game || state.ply() > sample_plies(i)) state = empty;
          game = wanted;
          while (state.ply() < sample_plies(i)) {
            const int action = moves(starts[game] + static_cast<std::size_t>(state.ply()));
            if (state.outcome() != Outcome::ongoing || !state.is_legal(action)) {
              throw nb::value_error("a game has an illegal move");
            }
            state.play(static_cast<Action>(action));
          }
          encoder.write(state, state.to_move(), one.data());
          for (std::size_t cell = 0; cell < size; ++cell) {
            planes[i * size + cell] = static_cast<std::int8_t>(one[cell]);
          }
        }
        const std::size_t shape[] = {count, channels, rows, cols};
        return nb::ndarray<nb::numpy, std::int8_t, nb::ndim<4>>(planes, 4, shape, owner);
      },
      start.any);
}

bool is_five(const State& start) {
  return std::visit([](const auto& state) { return is_five_in_a_row(state); }, start.any);
}

template <class Options>
void check_network(const Options& options) {
  if (!options.network) throw nb::type_error("a network is needed");
  if (options.images < 0 || options.images > static_cast<int>(Images::all)) {
    throw nb::value_error("images is out of range");
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
        if (options.batch < 1) throw nb::value_error("batch must be at least 1");
        return new BoundSearch(
            start, options.vcf > 0 && is_five(start)
                       ? make_search<OneGame<FiveAlphaZero>::On>(start.any, options, seed)
                       : make_search<AlphaZero>(start.any, options, seed));
      });
  bind_maker<LineMctsOptions>(
      m, "line_mcts", "Search",
      [](const State& start, const LineMctsOptions& options, std::uint64_t seed) {
        if (!options.network) throw nb::type_error("a network is needed");
        if (!is_five(start)) throw nb::value_error("five in a row only");
        return new BoundSearch(start, make_search<OneGame<LineMcts>::On>(start.any, options, seed));
      });

  nb::class_<BoundSelfPlay>(m, "SelfPlay", "Games of a network against itself, many at once.")
      .def("play", &BoundSelfPlay::play, "seed"_a, "first"_a, "count"_a,
           nb::sig("def play(self, seed: int, first: int, count: int) -> dict[str, typing.Any]"),
           "Play games by their numbers: moves, results and samples to learn from, as arrays.")
      .def("stop", &BoundSelfPlay::stop, "End running games with a RuntimeError; from any thread.");
  m.def(
      "self_play",
      [](const State& start, const nb::kwargs& given) {
        const auto options = read_options<SelfPlayOptions>("self_play", given);
        check_network(options);
        if (options.at_once < 1 || options.sims < 1 || options.fast_sims < 1 ||
            options.random_plies < 0) {
          throw nb::value_error("at_once, sims and fast_sims must be at least 1");
        }
        return new BoundSelfPlay(start, options);
      },
      nb::keep_alive<0, 1>(), "start"_a, "options"_a,
      nb::sig(("def self_play(start: State" + parameters_of<SelfPlayOptions>() + ") -> SelfPlay")
                  .c_str()));

  m.def(
      "replay_planes", &replay_planes, "start"_a, "moves"_a, "lengths"_a, "sample_games"_a,
      "sample_plies"_a, "encoding"_a,
      nb::sig("def replay_planes(start: State, moves: numpy.typing.NDArray[numpy.uint16], lengths: "
              "numpy.typing.NDArray[numpy.int32], sample_games: "
              "numpy.typing.NDArray[numpy.int32], sample_plies: "
              "numpy.typing.NDArray[numpy.int32], encoding: str) -> "
              "numpy.typing.NDArray[numpy.int8]"),
      "The planes of positions of games, for the player to move.");
}

}  // namespace inarow::INAROW_ISA
