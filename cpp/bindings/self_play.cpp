// Games of self-play, to learn a network, as arrays.
#include "search/mcts/self_play.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/networks.h"
#include "bindings/waiting.h"

using namespace nanobind::literals;

namespace inarow::INAROW_ISA {

namespace {

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
                const FoursBoard board = options.vcf > 0 ? fours_board_of(state) : FoursBoard::none;
                if (board == FoursBoard::five) {
                  return std::make_unique<FoursSelfPlay<FiveBoard>>(state, options);
                }
                if (board == FoursBoard::shapes) {
                  return std::make_unique<FoursSelfPlay<ShapeBoard>>(state, options);
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
    std::uint64_t evaluations = 0;
    bool stopped = false;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(busy_);
      try {
        std::visit(
            [&](auto& play) {
              const std::uint64_t before = play->evaluations();
              games = play->play(seed, first, count, budget);
              evaluations = play->evaluations() - before;
            },
            play_);
      } catch (const OutOfBudget&) {
        stopped = true;
      }
    }
    if (interrupted) throw nb::python_error();
    if (stopped) throw std::runtime_error("the games were stopped");
    nb::dict found = games_for_python(games, static_cast<std::size_t>(cells_));
    found["sims"] = budget.nodes();
    found["evaluations"] = evaluations;
    return found;
  }

  void stop() { stop_ = true; }

 private:
  template <class B>
  using FoursSelfPlay = SelfPlay<Mnk, FoursNetworkPolicies<B>>;
  using Playing = std::variant<std::unique_ptr<SelfPlay<Mnk>>, std::unique_ptr<SelfPlay<Ultimate>>,
                               std::unique_ptr<FoursSelfPlay<FiveBoard>>,
                               std::unique_ptr<FoursSelfPlay<ShapeBoard>>>;

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

}  // namespace

void bind_self_play(nb::module_& m) {
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
        check_ongoing(start);
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
