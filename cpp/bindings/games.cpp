// Rules and states for Python. A bound state keeps its rules and its Python game alive, checks
// every argument, and leaves the wording of errors to the Python class that derives from it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>

#include "bindings/state.h"
#include "games/canonical.h"
#include "games/encoding.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

void bind_counts(nb::class_<State>& state);

namespace {

constexpr int terminal_player = -4;  // OpenSpiel's current_player() of a finished game

// An action as Python passes it: any integer, also of NumPy. Anything else, or a number out of
// range, becomes -1, which is never legal.
int read_action(nb::handle value) {
  if (PyLong_CheckExact(value.ptr())) {
    int overflow = 0;
    const long action = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
    return overflow != 0 || action < 0 || action >= max_cells ? -1 : static_cast<int>(action);
  }
  nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) {
    PyErr_Clear();
    return -1;
  }
  return read_action(nb::int_(index));
}

void apply_action(Self self, nb::handle value) {
  const int action = read_action(value);
  const bool legal = visit(*self.p, [&](auto& state) {
    if (!state.is_legal(action)) return false;
    state.play(static_cast<Action>(action));
    return true;
  });
  if (legal) return;
  self.h.attr("_refuse")(value);  // raises, and says why
  throw nb::value_error("illegal action");
}

// A new state of a Python class that derives from State; its position is constructed in place from
// rules or from another position.
template <class G, class From>
nb::object new_instance(nb::handle type, nb::handle rules, nb::handle game, const From& from) {
  nb::object instance = nb::inst_alloc(type);
  new (nb::inst_ptr<State>(instance))
      State{nb::borrow(rules), nb::borrow(game), AnyState(std::in_place_type<G>, from)};
  nb::inst_mark_ready(instance);
  return instance;
}

template <class G>
nb::object with_position(Self self, const G& position) {
  return new_instance<G>(self.h.type(), self.p->rules, self.p->game, position);
}

nb::object new_state(nb::pointer_and_handle<Rules> rules, nb::type_object state_class,
                     nb::handle game) {
  const bool derives = PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(state_class.ptr()),
                                        reinterpret_cast<PyTypeObject*>(nb::type<State>().ptr()));
  if (!derives) throw nb::type_error("a state class must derive from State");
  return std::visit(
      [&]<class R>(const R& r) {
        return new_instance<typename R::State>(state_class, rules.h, game, r);
      },
      rules.p->any);
}

// Python's integers for all actions, made once: lists of actions are what Python asks for most.
PyObject* const* action_objects() {
  static PyObject* const* const objects = [] {
    static PyObject* made[max_cells];
    for (long i = 0; i < max_cells; ++i) made[i] = PyLong_FromLong(i);
    return made;
  }();
  return objects;
}

template <class List>
nb::list to_list(const List& actions) {
  nb::list list = nb::steal<nb::list>(PyList_New(actions.size()));
  if (!list.is_valid()) throw nb::python_error();
  PyObject* const* objects = action_objects();
  const Action* all = actions.begin();
  for (int i = 0, size = actions.size(); i < size; ++i) {
    NB_LIST_SET_ITEM(list.ptr(), i, Py_NewRef(objects[all[i]]));  // a store where the ABI allows it
  }
  return list;
}

template <class T, std::size_t N>
auto new_array(const std::size_t (&shape)[N]) {
  std::size_t size = 1;
  for (const std::size_t side : shape) size *= side;
  T* data = new T[size]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<N>>(data, N, shape, owner);
}

template <class G>
std::pair<std::size_t, std::size_t> shape_of(const G& state) {
  return {state.rules().rows, state.rules().cols};
}

auto board(State& s) {
  return visit(s, [](auto& state) {
    const auto [rows, cols] = shape_of(state);
    auto array = new_array<std::int8_t>({rows, cols});
    for (std::size_t cell = 0; cell < rows * cols; ++cell) {
      const Cell stone = state.cell(static_cast<int>(cell));
      array.data()[cell] = stone == Cell::empty ? 0 : stone == Cell::first ? 1 : -1;
    }
    return array;
  });
}

auto legal_actions_mask(State& s) {
  return visit(s, [](auto& state) {
    const auto [rows, cols] = shape_of(state);
    auto mask = new_array<bool>({rows * cols});
    write_mask(state.legal_cells(), static_cast<int>(rows * cols), mask.data());
    return mask;
  });
}

auto encode(State& s, int encoding, int player) {
  if (player != 0 && player != 1) throw nb::value_error("players are 0 and 1");
  return visit(s, [&](auto& state) {
    const auto all = encodings(&state);
    if (encoding < 0 || static_cast<std::size_t>(encoding) >= all.size()) {
      throw nb::index_error("no such encoding");
    }
    const auto [rows, cols] = shape_of(state);
    auto planes =
        new_array<float>({static_cast<std::size_t>(all[encoding].plane_count()), rows, cols});
    all[encoding].write(state, player, planes.data());
    return planes;
  });
}

std::vector<std::tuple<std::string, std::vector<std::string>>> list_encodings(const Rules& rules) {
  std::vector<std::tuple<std::string, std::vector<std::string>>> list;
  std::visit(
      [&]<class R>(const R&) {
        for (const auto& encoding : encodings(static_cast<const typename R::State*>(nullptr))) {
          list.emplace_back(
              encoding.name,
              std::vector<std::string>(encoding.planes, encoding.planes + encoding.plane_count()));
        }
      },
      rules.any);
  return list;
}

std::vector<std::tuple<std::string, int, std::vector<int>>> list_symmetries(const Rules& rules) {
  std::vector<std::tuple<std::string, int, std::vector<int>>> list;
  std::visit(
      [&](const auto& r) {
        for (int s = 0; s < r.symmetries.count(); ++s) {
          std::vector<int> map(r.symmetries.cells());
          for (int cell = 0; cell < r.symmetries.cells(); ++cell) {
            map[cell] = r.symmetries.map(s, cell);
          }
          list.emplace_back(r.symmetries.name(s), r.symmetries.inverse(s), std::move(map));
        }
      },
      rules.any);
  return list;
}

nb::object transformed(Self self, int symmetry) {
  return visit(*self.p, [&](auto& state) {
    if (symmetry < 0 || symmetry >= state.symmetries().count()) {
      throw nb::index_error("no such symmetry");
    }
    return with_position(self, image_of(state, symmetry));
  });
}

}  // namespace

void bind_games(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "The rules of one game.")
      .def("new_state", &new_state,
           nb::sig("def new_state(self, state_class: type[State], game: object, /) -> typing.Any"),
           "The empty board, as an instance of a class derived from State.")
      .def("symmetries", &list_symmetries, "(name, inverse, cell map) of each symmetry.")
      .def("encodings", &list_encodings, "(name, planes) of each observation; the default first.");

  m.def(
      "mnk_rules",
      [](int rows, int cols, int k, bool exact) {
        const auto is_side = [](int side) { return side >= 1 && side <= max_side; };
        if (!is_side(rows) || !is_side(cols) || k < 1) throw nb::value_error("size out of range");
        return new Rules(std::in_place_type<MnkRules>, rows, cols, k, exact);
      },
      "rows"_a, "cols"_a, "k"_a, "exact"_a);
  m.def(
      "ultimate_rules",
      [](bool most_boards_break_ties) {
        return new Rules(std::in_place_type<UltimateRules>, most_boards_break_ties);
      },
      "most_boards_break_ties"_a);

  nb::class_<State> state(m, "State", "A position and the moves that led to it.");
  bind_counts(state);
  state
      .def_prop_ro(
          "_game", [](State& s) { return s.game; },
          nb::for_getter(nb::sig("def _game(self, /) -> typing.Any")))
      .def("apply_action", &apply_action, nb::arg().none(),
           nb::sig("def apply_action(self, action: typing.SupportsIndex, /) -> None"),
           "Play a legal action for the player to move.")
      .def(
          "_undo",
          [](State& s) {
            return visit(s, [](auto& state) {
              if (state.ply() == 0) return false;
              state.undo();
              return true;
            });
          },
          "Take back the last action; False if there is none.")
      .def(
          "clone",
          [](Self self) {
            return visit(*self.p, [&](auto& state) { return with_position(self, state); });
          },
          nb::sig("def clone(self) -> typing.Self"), "An independent copy, history included.")
      .def(
          "legal_actions",
          [](State& s) {
            return visit(s, [](auto& state) {
              Actions<std::remove_reference_t<decltype(state)>> actions;
              state.legal_actions(actions);
              return to_list(actions);
            });
          },
          nb::sig("def legal_actions(self) -> list[int]"),
          "All legal actions, ascending; empty once the game is over.")
      .def(
          "is_legal",
          [](State& s, nb::handle value) {
            const int action = read_action(value);
            return visit(s, [&](auto& state) { return state.is_legal(action); });
          },
          nb::arg().none(), nb::sig("def is_legal(self, action: object, /) -> bool"),
          "Whether an action may be played now.")
      .def("legal_actions_mask", &legal_actions_mask,
           nb::sig("def legal_actions_mask(self) -> numpy.typing.NDArray[numpy.bool_]"),
           "True for each legal action, by action number.")
      .def(
          "current_player",
          [](State& s) {
            return visit(s, [](auto& state) {
              return state.outcome() == Outcome::ongoing ? state.to_move() : terminal_player;
            });
          },
          "The player to move, 0 or 1; TERMINAL (-4) once the game is over.")
      .def(
          "is_terminal",
          [](State& s) {
            return visit(s, [](auto& state) { return state.outcome() != Outcome::ongoing; });
          },
          "Whether the game is over.")
      .def(
          "returns",
          [](State& s) {
            return visit(s, [](auto& state) {
              const Outcome outcome = state.outcome();
              nb::list list;
              for (const int player : {0, 1}) {
                list.append(static_cast<double>(INAROW_ISA::returns(outcome, player)));
              }
              return list;
            });
          },
          nb::sig("def returns(self) -> list[float]"),
          "What each player has won: 1.0, -1.0, or 0.0 for a draw or an unfinished game.")
      .def(
          "history",
          [](State& s) {
            return visit(s, [](auto& state) {
              Actions<std::remove_reference_t<decltype(state)>> moves;
              for (int i = 0; i < state.ply(); ++i) moves.push(state.move_at(i));
              return to_list(moves);
            });
          },
          nb::sig("def history(self) -> list[int]"), "The actions so far, the first one first.")
      .def(
          "move_number", [](State& s) { return visit(s, [](auto& state) { return state.ply(); }); },
          "How many actions have been played.")
      .def("board", &board, nb::sig("def board(self) -> numpy.typing.NDArray[numpy.int8]"),
           "rows x columns: 1 for the first player's stones, -1 for the second's, 0 if empty.")
      .def(
          "key", [](State& s) { return visit(s, [](auto& state) { return state.key(); }); },
          "64-bit Zobrist key: equal positions of one game have equal keys.")
      .def(
          "winning_line",
          [](State& s) {
            return visit(s, [](auto& state) { return to_list(state.winning_cells()); });
          },
          nb::sig("def winning_line(self) -> list[int]"),
          "The actions whose stones form the winning line; empty if nobody has one.")
      .def(
          "__eq__",
          [](State& s, nb::handle other) {
            State* o = nullptr;
            return nb::try_cast(other, o) && o != nullptr && s.any == o->any;
          },
          "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"),
          "Same rules and same position, whatever the order of moves.")
      .def("_encode", &encode, "encoding"_a, "player"_a,
           nb::sig("def _encode(self, encoding: int, player: int) -> "
                   "numpy.typing.NDArray[numpy.float32]"))
      .def("_transformed", &transformed, "symmetry"_a,
           nb::sig("def _transformed(self, symmetry: int) -> typing.Self"))
      .def("_canonical_symmetry",
           [](State& s) {
             return visit(s, [](auto& state) { return canonical_form(state).symmetry; });
           })
      .def("_forced_board",
           [](State& s) -> std::optional<int> {
             const Ultimate* state = std::get_if<Ultimate>(&s.any);
             if (state == nullptr || state->outcome() != Outcome::ongoing ||
                 state->forced_board() == Ultimate::any_board) {
               return std::nullopt;
             }
             return state->forced_board();
           })
      .def("_local_outcomes", [](State& s) {
        std::vector<int> outcomes;
        if (const Ultimate* state = std::get_if<Ultimate>(&s.any)) {
          for (int b = 0; b < 9; ++b) outcomes.push_back(static_cast<int>(state->local_outcome(b)));
        }
        return outcomes;
      });
}

}  // namespace inarow::INAROW_ISA
