// Playouts, perft and the census for Python: long calls that only count.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/state.h"
#include "bindings/waiting.h"
#include "games/census.h"
#include "games/helper_threads.h"
#include "games/perft.h"
#include "games/rng.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

// Wins of the first player, draws, wins of the second.
std::tuple<std::int64_t, std::int64_t, std::int64_t> random_playouts(State& s, std::int64_t count,
                                                                     std::uint64_t seed) {
  std::int64_t ended[4] = {};
  visit(s, [&](auto state) {
    Rng rng(seed);
    // In portions of some milliseconds, with a check for Ctrl-C between them.
    for (std::int64_t left = count; left > 0;) {
      const std::int64_t portion = std::min<std::int64_t>(left, 10'000);
      {
        const nb::gil_scoped_release release;
        for (std::int64_t i = 0; i < portion; ++i) {
          ++ended[static_cast<int>(state.random_playout(rng))];
        }
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      left -= portion;
    }
  });
  return {ended[static_cast<int>(Outcome::first_wins)], ended[static_cast<int>(Outcome::draw)],
          ended[static_cast<int>(Outcome::second_wins)]};
}

void check_depth(int depth) {
  if (depth < 0) throw nb::value_error("depth must be at least 0");
}

// (action, leaves, finished) for each action of the root.
std::vector<std::tuple<int, std::uint64_t, std::uint64_t>> perft_by_move(State& s, int depth,
                                                                         int threads,
                                                                         nb::object progress) {
  check_depth(depth);
  if (threads < 1 || threads > most_threads) {
    const std::string message = "threads must be from 1 to " + std::to_string(most_threads);
    throw nb::value_error(message.c_str());
  }
  std::vector<std::tuple<int, std::uint64_t, std::uint64_t>> rows;
  visit(s, [&](auto state) {
    ParallelPerft<decltype(state)> job(state, depth);
    run_stoppable([&](const std::atomic<bool>& stop) { job.run(threads, stop); },
                  [&] {
                    if (!progress.is_none()) progress(job.done(), job.total());
                  });
    for (int i = 0; i < job.root_actions().size(); ++i) {
      const PerftCounts& counts = job.by_root_action()[i];
      rows.emplace_back(job.root_actions()[i], counts.leaves, counts.finished);
    }
  });
  return rows;
}

std::tuple<std::uint64_t, std::uint64_t> plain_perft(State& s, int depth) {
  check_depth(depth);
  return visit(s, [&](auto state) {
    PerftCounts counts;
    run_stoppable([&](const std::atomic<bool>&) { counts = perft_by_copy(state, depth); }, [] {});
    return std::tuple(counts.leaves, counts.finished);
  });
}

// (states, classes, games), or None if there are more classes than allowed.
std::optional<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> census(
    State& s, std::uint64_t max_classes, nb::object progress) {
  return visit(s, [&](auto state) {
    Census<decltype(state)> walk(state, max_classes);
    using Result = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
    try {
      run_stoppable([&](const std::atomic<bool>& stop) { walk.run(stop); },
                    [&] {
                      if (!progress.is_none()) progress(walk.classes());
                    });
    } catch (const CensusTooLarge&) {
      return std::optional<Result>();
    }
    return std::optional<Result>({walk.states(), walk.classes(), walk.games()});
  });
}

}  // namespace

void bind_counts(nb::class_<State>& state) {
  state.def("_random_playouts", &random_playouts, "count"_a, "seed"_a)
      .def("_perft_by_move", &perft_by_move, "depth"_a, "threads"_a, "progress"_a.none())
      .def("_plain_perft", &plain_perft, "depth"_a)
      .def("_census", &census, "max_classes"_a, "progress"_a.none());
}

}  // namespace inarow::INAROW_ISA
