// Every game there is: the one list to extend. Whatever must work for any game visits these.
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
// One T<G> of whatever game: what works on one game at a time and keeps something.
template <template <class> class T>
using AnyOf = Games::AnyOf<T>;

}  // namespace inarow::INAROW_ISA
