// The same as search/immediate_results.h for positions with windows, which know more.
#pragma once

#include "search/immediate_results.h"
#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

inline Proven immediate_result(const Position<Mnk>& position, Actions<Mnk>& actions) {
  if (const auto win = position.winning_action()) {
    actions.clear();
    actions.push(*win);
    return Proven::win;
  }
  if (position.actions_worth_searching(actions) > 1) return Proven::loss;
  const bool settled = !position.can_win(0) && !position.can_win(1);
  return settled ? Proven::draw : Proven::no;
}

inline Proven immediate_result(const Position<Ultimate>& position, Actions<Ultimate>& actions) {
  return immediate_result(position.state(), actions);
}

}  // namespace inarow::INAROW_ISA
