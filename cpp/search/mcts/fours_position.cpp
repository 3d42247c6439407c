#include "search/mcts/fours_position.h"

#include "search/five/weights.h"

namespace inarow::INAROW_ISA {

FoursOf<FiveBoard>::FoursOf(const MnkRules& rules) : plan(rules, engine_weights()) {}

}  // namespace inarow::INAROW_ISA
