// The list of all games: the one place to extend. Code for any game visits these variants.
#pragma once

#include <variant>

#include "games/mnk.h"
#include "games/ultimate.h"

namespace inarow::INAROW_ISA {

template <Game... G>
struct GameList {
  using AnyRules = std::variant<typename G::Rules...>;
  using AnyState = std::variant<G...>;
  template <template <class> class T>
  using AnyOf = std::variant<T<G>...>;
};

using Games = GameList<Mnk, Ultimate>;
using AnyRules = Games::AnyRules;
using AnyState = Games::AnyState;
// A T<G> of one of the games.
template <template <class> class T>
using AnyOf = Games::AnyOf<T>;

}  // namespace inarow::INAROW_ISA
