// The engine, the random player, and whole games between two searches, for Python.
#include "search/engine.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <tuple>

#include "bindings/bound_search.h"
#include "search/duel.h"
#include "search/random.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const LineNetwork>> = "LineNetwork | None";
template <>
inline constexpr const char* python_type<std::shared_ptr<const UltimateNetwork>> =
    "UltimateNetwork | None";

namespace {

using GivenLimits = std::tuple<std::optional<double>, std::optional<std::uint64_t>,
                               std::optional<std::uint64_t>, std::optional<int>>;

// Two searches that play games against each other; may be used from several threads at once.
class BoundDuel {
 public:
  BoundDuel(const State& start, const BoundSearch& first, const BoundSearch& second,
            const GivenLimits& limits_first, const GivenLimits& limits_second, double margin)
      : start_(start.any),
        duellists_{{&first.search(), std::apply(read_limits, limits_first)},
                   {&second.search(), std::apply(read_limits, limits_second)}},
        margin_(margin) {
    if (!first.plays(start) || !second.plays(start)) throw nb::value_error("made for another game");
  }

  // Takes games as (opening, index of the search that moves first, the two seeds). Returns for each
  // game (outcome, timeout, full, fingerprint), with outcome 1 if the search that moved first has
  // won, 2 if the other has, 3 for a draw; and for each search (plies, seconds, longest).
  nb::object play(
      const std::vector<std::tuple<std::vector<int>, int, std::array<std::uint64_t, 2>>>& games) {
    for (const auto& [opening, first, seeds] : games) {
      if (first != 0 && first != 1) throw nb::value_error("the search that moves first is 0 or 1");
      for (const int action : opening) {
        if (action < 0 || action >= max_cells) throw nb::value_error("an illegal move");
      }
    }
    std::vector<DuelEnd> ends;
    Duel duel(start_, duellists_[0], duellists_[1], margin_);
    {
      const nb::gil_scoped_release release;
      for (const auto& [opening, first, seeds] : games) {
        const DuelGame game{{opening.begin(), opening.end()}, first, {seeds[0], seeds[1]}};
        ends.push_back(duel.play(game, stop_));
        if (stop_) break;
      }
    }
    nb::list list;
    for (const DuelEnd& end : ends) {
      if (end.outcome == Outcome::ongoing) break;  // stopped before its end
      list.append(
          nb::make_tuple(static_cast<int>(end.outcome), end.timeout, end.full, end.fingerprint));
    }
    const auto time = [&](int i) {
      return nb::make_tuple(duel.time(i).plies, duel.time(i).seconds, duel.time(i).worst);
    };
    return nb::make_tuple(list, nb::make_tuple(time(0), time(1)));
  }

  void stop() { stop_ = true; }

 private:
  AnyState start_;
  Duellist duellists_[2];
  double margin_;
  std::atomic<bool> stop_ = false;
};

}  // namespace

void bind_engine(nb::module_& m) {
  bind_search<Random, RandomOptions>(m, "random");
  bind_search<Engine, EngineOptions>(m, "engine");

  nb::class_<BoundDuel>(m, "Duel", "Two searches that play games against each other.")
      .def(nb::init<const State&, const BoundSearch&, const BoundSearch&, const GivenLimits&,
                    const GivenLimits&, double>(),
           "start"_a, "first"_a, "second"_a, "limits_first"_a, "limits_second"_a, "margin"_a,
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
           nb::sig("def __init__(self, start: State, first: Search, second: Search, "
                   "limits_first: tuple[float | None, int | None, int | None, int | None], "
                   "limits_second: tuple[float | None, int | None, int | None, int | None], "
                   "margin: float) -> None"))
      .def("play", &BoundDuel::play, "games"_a,
           nb::sig("def play(self, games: list[tuple[list[int], int, tuple[int, int]]]) -> "
                   "tuple[list[tuple[int, bool, bool, int]], tuple[tuple[int, float, float], "
                   "tuple[int, float, float]]]"),
           "Play games (opening, which search moves first, seeds); see cpp/bindings/engine.cpp.")
      .def("stop", &BoundDuel::stop, "End all games now; from any thread.");
}

}  // namespace inarow::INAROW_ISA
