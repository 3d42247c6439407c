// Five in a row for Python: the engine's network, the features that evaluations are fitted to, and
// victories by threats.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings/bound_search.h"
#include "bindings/waiting.h"
#include "search/five/line_network.h"
#include "search/five/threat_marks.h"
#include "search/five/victory_search.h"
#include "search/five/weights.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

const Mnk& five_in_a_row(const State& state) {
  const Mnk* found = std::get_if<Mnk>(&state.any);
  if (found == nullptr || found->rules().k != 5) throw nb::value_error("five in a row only");
  return *found;
}

// The position before each move of a game: the code of every cell for the player to move and for
// the other, -1 where a stone stands. An array of positions x 2 x cells.
auto game_codes(const State& start, const std::vector<int>& moves) {
  const Mnk& state = five_in_a_row(start);
  const FiveBoardPlan plan(state.rules(), engine_weights());
  FiveBoard board(plan, state);
  const std::size_t cells = plan.cells;
  auto* codes = new std::int16_t[moves.size() * 2 * cells];
  nb::capsule owner(codes, [](void* data) noexcept { delete[] static_cast<std::int16_t*>(data); });
  std::int16_t* out = codes;
  for (const int move : moves) {
    for (const int player : {board.to_move(), 1 - board.to_move()}) {
      for (std::size_t cell = 0; cell < cells; ++cell) {
        const int at = static_cast<int>(cell);
        *out++ = board.is_empty(at) ? static_cast<std::int16_t>(board.code(player, at)) : -1;
      }
    }
    if (move < 0 || move >= plan.cells || !board.is_empty(move)) throw nb::value_error("bad move");
    board.play(static_cast<Action>(move));
  }
  return nb::ndarray<nb::numpy, std::int16_t, nb::ndim<3>>(codes, {moves.size(), 2, cells}, owner);
}

// (shapes, force) of each code.
nb::list code_table() {
  nb::list list;
  for (int code = 0; code < code_count; ++code) {
    nb::list shapes;
    for (const Shape shape : codes().shapes[code]) shapes.append(static_cast<int>(shape));
    list.append(nb::make_tuple(shapes, static_cast<int>(codes().force[code])));
  }
  return list;
}

// (index by window, index with the colours exchanged, both sides' shapes, whether it has no stone).
nb::tuple line_window_table() {
  const LineWindows& all = line_windows();
  nb::list index, swapped, shapes, bare;
  for (const std::uint16_t one : all.all()) index.append(one);
  for (int i = 0; i < all.count(); ++i) {
    swapped.append(all.swapped(i));
    shapes.append(nb::make_tuple(all.shapes(i) & 15, all.shapes(i) >> 4));
    bare.append(all.is_bare(i));
  }
  return nb::make_tuple(index, swapped, shapes, bare);
}

// A network's evaluation of a position, and its policy for each empty cell.
std::pair<int, std::vector<std::pair<int, int>>> evaluate(const LineNetwork& network,
                                                          const State& state) {
  const Mnk& position = five_in_a_row(state);
  const FiveBoardPlan plan(position.rules(), engine_weights());
  const FiveBoard board(plan, position);
  LineAccumulator accumulator(network, plan, board.to_move());
  accumulator.follow(board);
  std::vector<std::pair<int, int>> policy;
  for (int cell = 0; cell < plan.cells; ++cell) {
    if (board.is_empty(cell)) policy.emplace_back(cell, accumulator.policy(cell));
  }
  return {accumulator.evaluate(), policy};
}

// The result of a search for a victory: `line` from the first move to the five, empty if none was
// found within the limits.
struct Found {
  std::vector<Action> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Found find(const Mnk& state, bool other, Threats kind, Method method, std::int64_t nodes,
           Budget& budget) {
  const FiveBoardPlan plan(state.rules(), engine_weights());
  const auto board = std::make_unique<FiveBoard>(plan, state);
  if (other) board->pass();
  VictorySearch search(method);
  Found found;
  Proof proof;
  try {
    if (search.prove(*board, kind, nodes, budget, proof)) {
      found.line = search.line(*board, kind, nodes, budget);
    }
  } catch (const OutOfBudget&) {
    // Nothing was found within the limits.
  }
  found.nodes = budget.nodes();
  found.seconds = budget.seconds();
  return found;
}

nb::dict find_victory(const State& state, bool other, bool threes, bool proof_numbers,
                      std::int64_t nodes, std::optional<double> seconds) {
  const Mnk position = five_in_a_row(state);
  if (position.outcome() != Outcome::ongoing) throw nb::value_error("the game is over");
  const std::atomic<bool> never = false;
  bool interrupted = false;
  Budget budget = interruptible_budget(read_limits(seconds, {}, {}, {}), never, interrupted);
  Found found;
  {
    const nb::gil_scoped_release release;
    found = find(position, other, threes ? Threats::threes : Threats::fours,
                 proof_numbers ? Method::df_pn : Method::depth_first, nodes, budget);
  }
  if (interrupted) throw nb::python_error();
  nb::dict result;
  result["line"] = std::vector<int>(found.line.begin(), found.line.end());
  result["nodes"] = found.nodes;
  result["seconds"] = found.seconds;
  return result;
}

const char* mark_name(Shape shape) {
  switch (shape) {
    case five: return "five";
    case open_four: return "open four";
    case four: return "four";
    default: return "three";
  }
}

// (kind, player, cell, stones) of each mark.
nb::list threat_marks(const State& state) {
  nb::list list;
  for (const ThreatMark& mark : list_threat_marks(five_in_a_row(state))) {
    nb::list stones;
    for (const Action stone : mark.stones) stones.append(static_cast<int>(stone));
    list.append(nb::make_tuple(mark_name(mark.shape), mark.player, static_cast<int>(mark.cell),
                               nb::tuple(stones)));
  }
  return list;
}

}  // namespace

void bind_five(nb::module_& m) {
  nb::enum_<Force>(m, "Force", nb::is_arithmetic(), "How a move presses the opponent.")
      .value("quiet", quiet)
      .value("builds_two", builds_two)
      .value("builds_three", builds_three)
      .value("builds_twos", builds_twos)
      .value("builds_three_two", builds_three_two)
      .value("makes_open_three", makes_open_three)
      .value("makes_three_plus", makes_three_plus)
      .value("makes_double_three", makes_double_three)
      .value("makes_four", makes_four)
      .value("makes_four_plus", makes_four_plus)
      .value("makes_four_three", makes_four_three)
      .value("makes_open_four", makes_open_four)
      .value("makes_five", makes_five);

  nb::class_<LineNetwork> network(m, "LineNetwork");
  network
      .def(
          "__init__",
          [](LineNetwork* self, nb::bytes file) {
            new (self) LineNetwork(std::string_view(file.c_str(), file.size()));
          },
          "file"_a)
      .def("evaluate", &evaluate, "state"_a,
           "The evaluation for the player to move, and the policy of each empty cell.");
  network.attr("magic") = nb::bytes(LineNetwork::magic.data(), LineNetwork::magic.size());
  network.attr("channels") = LineNetwork::channels;
  network.attr("hidden") = LineNetwork::hidden;
  network.attr("one") = LineNetwork::one;
  network.attr("weight_one") = LineNetwork::weight_one;
  network.attr("most") = LineNetwork::most;
  network.attr("cells_shift") = LineNetwork::cells_shift;
  network.attr("row_limit") = LineNetwork::row_limit;
  network.attr("weight_limit") = LineNetwork::weight_limit;
  network.attr("layer_bias_limit") = LineNetwork::layer_bias_limit;
  network.attr("policy_limit") = LineNetwork::policy_limit;
  network.attr("window_radius") = LineWindows::radius;
  network.attr("own") = LineWindows::own;
  network.attr("other") = LineWindows::other;
  network.attr("outside") = LineWindows::outside;

  m.def("game_codes", &game_codes, "start"_a, "moves"_a,
        nb::sig("def game_codes(start: State, moves: list[int]) -> "
                "numpy.typing.NDArray[numpy.int16]"));
  m.def("line_window_table", &line_window_table,
        nb::sig("def line_window_table() -> "
                "tuple[list[int], list[int], list[tuple[int, int]], list[bool]]"));
  m.def("code_table", &code_table, nb::sig("def code_table() -> list[tuple[list[int], int]]"));
  m.def("find_victory", &find_victory, "state"_a, "other"_a, "threes"_a, "proof_numbers"_a,
        "nodes"_a, "seconds"_a,
        nb::sig("def find_victory(state: State, other: bool, threes: bool, proof_numbers: bool, "
                "nodes: int, seconds: float | None) -> dict[str, Any]"));
  m.def("threat_marks", &threat_marks, "state"_a,
        nb::sig("def threat_marks(state: State) -> list[tuple[str, int, int, tuple[int, ...]]]"));
}

}  // namespace inarow::INAROW_ISA
