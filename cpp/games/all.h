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
};

using Games = GameList<Mnk, Ultimate>;
using AnyRules = Games::AnyRules;
using AnyState = Games::AnyState;

}  // namespace inarow::INAROW_ISA
