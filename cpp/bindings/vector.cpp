// Many games at once for Python. The arrays are views of the vector's memory; they keep it alive.
#include "games/vector.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <mutex>
#include <utility>
#include <variant>

#include "bindings/state.h"
#include "games/encoding.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

namespace {

template <class G>
using Vectors = GameVector<G>;  // AnyOf takes templates without a constraint
using AnyVector = AnyOf<Vectors>;

struct BoundVector {
  nb::object rules;                  // keeps them alive: the games point to them
  std::shared_ptr<AnyVector> games;  // shared with the arrays, which may live longer
  std::mutex mutex;
};

// Calls a function with the games, one thread at a time and without the GIL.
template <class Function>
decltype(auto) with_games(BoundVector& vector, Function function) {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(vector.mutex);
  return std::visit(function, *vector.games);
}

template <class R>
auto& find_encoding(const R&, std::size_t index) {
  const auto all = encodings(static_cast<const typename R::State*>(nullptr));
  if (index >= all.size()) throw nb::index_error("no such encoding");
  return all[index];
}

void make_vector(BoundVector* self, nb::pointer_and_handle<Rules> rules, std::size_t count,
                 std::size_t encoding, std::uint64_t seed) {
  auto games = std::visit(
      [&]<class R>(const R& r) {
        return std::make_shared<AnyVector>(std::in_place_type<Vectors<typename R::State>>, r, count,
                                           find_encoding(r, encoding), seed);
      },
      rules.p->any);
  new (self) BoundVector{nb::borrow(rules.h), std::move(games), {}};
}

std::size_t bytes_per_game(const Rules& rules, std::size_t encoding) {
  return std::visit(
      [&]<class R>(const R& r) {
        return Vectors<typename R::State>::bytes_per_game(r, find_encoding(r, encoding));
      },
      rules.any);
}

// A read-only view of memory of the games.
template <class T, std::size_t N>
auto view(const BoundVector& vector, const T* data, const std::size_t (&shape)[N]) {
  using Owner = std::shared_ptr<AnyVector>;
  const nb::capsule owner(new Owner(vector.games),
                          [](void* p) noexcept { delete static_cast<Owner*>(p); });
  return nb::ndarray<nb::numpy, const T, nb::ndim<N>>(data, N, shape, owner);
}

auto view_observations(const BoundVector& vector, bool final) {
  return std::visit(
      [&](const auto& games) {
        const std::size_t planes = games.encoding().plane_count();
        const std::size_t rows = games.rules().rows, cols = games.rules().cols;
        const float* data = final ? games.final_observations() : games.observations();
        return view(vector, data, {games.count(), planes, rows, cols});
      },
      *vector.games);
}

auto view_masks(const BoundVector& vector) {
  return std::visit(
      [&](const auto& games) {
        return view(vector, games.masks(), {games.count(), games.cells()});
      },
      *vector.games);
}

auto view_players(const BoundVector& vector) {
  return std::visit(
      [&](const auto& games) { return view(vector, games.players(), {games.count()}); },
      *vector.games);
}

auto view_move_numbers(const BoundVector& vector) {
  return std::visit(
      [&](const auto& games) { return view(vector, games.move_numbers(), {games.count()}); },
      *vector.games);
}

std::size_t count_of(const BoundVector& vector) {
  return std::visit([](const auto& games) { return games.count(); }, *vector.games);
}

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
void check_length(const BoundVector& vector, const Row<T>& row) {
  if (row.shape(0) != count_of(vector)) throw nb::value_error("not one number for each game");
}

std::size_t step(BoundVector& vector, Row<const std::int64_t> actions, Row<float> rewards,
                 Row<bool> ended) {
  check_length(vector, actions);
  check_length(vector, rewards);
  check_length(vector, ended);
  return with_games(vector, [&](auto& games) {
    return games.step(actions.data(), rewards.data(), ended.data());
  });
}

void random_actions(BoundVector& vector, Row<std::int64_t> actions) {
  check_length(vector, actions);
  with_games(vector, [&](auto& games) { games.random_actions(actions.data()); });
}

void check_index(const BoundVector& vector, std::size_t index) {
  if (index >= count_of(vector)) throw nb::index_error("no such game");
}

void copy_state_to(BoundVector& vector, std::size_t index, State& state) {
  check_index(vector, index);
  // The copy points to our rules, so they must be those that the Python state keeps alive.
  if (!state.rules.is(vector.rules)) throw nb::value_error("a state of other rules");
  state.any = with_games(vector, [&](auto& games) { return AnyState(games.state(index)); });
}

bool set_state(BoundVector& vector, std::size_t index, const State& state) {
  check_index(vector, index);
  const AnyState copy = state.any;  // while we have the GIL: another thread may play on
  return with_games(vector, [&]<class G>(GameVector<G>& games) {
    const G* position = std::get_if<G>(&copy);
    return position != nullptr && games.set_state(index, *position);
  });
}

}  // namespace

void bind_vector(nb::module_& m) {
  nb::class_<BoundVector>(m, "GameVector", "Many games that are played at once.")
      .def("__init__", &make_vector, "rules"_a, "count"_a, "encoding"_a, "seed"_a)
      .def_static("bytes_per_game", &bytes_per_game, "rules"_a, "encoding"_a,
                  "The memory that each game takes.")
      .def(
          "observations", [](const BoundVector& v) { return view_observations(v, false); },
          nb::sig("def observations(self) -> numpy.typing.NDArray[numpy.float32]"))
      .def(
          "final_observations", [](const BoundVector& v) { return view_observations(v, true); },
          nb::sig("def final_observations(self) -> numpy.typing.NDArray[numpy.float32]"))
      .def("masks", &view_masks, nb::sig("def masks(self) -> numpy.typing.NDArray[numpy.bool_]"))
      .def("current_players", &view_players,
           nb::sig("def current_players(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def("move_numbers", &view_move_numbers,
           nb::sig("def move_numbers(self) -> numpy.typing.NDArray[numpy.int32]"))
      .def("step", &step, "actions"_a.noconvert(), "rewards"_a.noconvert(), "ended"_a.noconvert(),
           nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64], rewards: "
                   "numpy.typing.NDArray[numpy.float32], ended: "
                   "numpy.typing.NDArray[numpy.bool_]) -> int"),
           "Play an action in each game; the number of the first game whose action is illegal, "
           "or the number of games if all were played.")
      .def("random_actions", &random_actions, "actions"_a.noconvert(),
           nb::sig("def random_actions(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"),
           "Write a random legal action for each game.")
      .def(
          "seed",
          [](BoundVector& vector, std::uint64_t seed) {
            with_games(vector, [&](auto& games) { games.seed(seed); });
          },
          "seed"_a)
      .def(
          "reset",
          [](BoundVector& vector) { with_games(vector, [](auto& games) { games.reset(); }); },
          "Start all games anew.")
      .def("copy_state_to", &copy_state_to, "index"_a, "state"_a,
           "Copy the state of a game into one of the same rules.")
      .def("set_state", &set_state, "index"_a, "state"_a,
           "Continue a game from a state; False if it is over or of another game.");
}

}  // namespace inarow::INAROW_ISA
