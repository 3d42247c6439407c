// Rules and states that Python objects own. A bound state keeps its rules and its Python game
// alive; code for any game visits the position inside.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>
#include <variant>

#include "games/all.h"

namespace inarow::INAROW_ISA {

namespace nb = nanobind;

struct Rules {
  template <class... Args>
  explicit Rules(Args&&... args) : any(std::forward<Args>(args)...) {}
  AnyRules any;
};

struct State {
  nb::object rules;  // keeps them alive: the position points to them
  nb::object game;
  AnyState any;
};

using Self = nb::pointer_and_handle<State>;

template <class Function>
decltype(auto) visit(State& state, Function function) {
  return std::visit(function, state.any);
}

// No search begins in a game that is over.
inline void check_ongoing(const State& state) {
  const bool over = std::visit(
      [](const auto& position) { return position.outcome() != Outcome::ongoing; }, state.any);
  if (over) throw nb::value_error("the game is over");
}

}  // namespace inarow::INAROW_ISA
