// Five in a row for a tree search: a state with the engine's board (five/five_board.h), which knows
// all fours. When a position becomes a node, a victory by continuous fours proves it won, so that
// the tree need not find out by itself what a network overlooks.
#pragma once

#include <atomic>

#include "search/five/five_board_vcf.h"
#include "search/immediate_results.h"

namespace inarow::INAROW_ISA {

// What the positions of one search share.
class FivePlan {
 public:
  // `vcf_nodes` is the size of a search for fours; 0: none.
  FivePlan(const MnkRules& rules, int vcf_nodes);

  const FiveBoardPlan& board() const { return board_; }
  // The first action of a victory by continuous fours, or -1. The board stays as it is.
  int victory(FiveBoard& board);

 private:
  FiveBoardPlan board_;
  FiveBoardVcf vcf_{FiveBoardFours{FiveBoardFours::all}};
  int vcf_nodes_;
};

class FivePosition {
 public:
  FivePosition(const Mnk& state, FivePlan& plan)
      : plan_(&plan), state_(state), board_(plan.board(), state) {}

  void play(Action action) {
    state_.play(action);
    board_.play(action);
  }
  void undo() {
    state_.undo();
    board_.undo();
  }

  const Mnk& state() const { return state_; }
  const FiveBoard& board() const { return board_; }
  int victory() const { return plan_->victory(board_); }

 private:
  FivePlan* plan_;
  Mnk state_;
  mutable FiveBoard board_;  // a search for fours plays on it and takes all back
};

// As for other boards (immediate_results.h), with victories by fours.
inline Proven immediate_result(const FivePosition& position, Actions<Mnk>& actions) {
  const FiveBoard& board = position.board();
  const int me = board.to_move();
  actions.clear();
  if (!board.fives(me).empty()) {
    actions.push(board.fives(me).front());
    return Proven::win;
  }
  const CellSet& threats = board.fives(1 - me);
  if (threats.size() > 1) {
    actions.push(threats.front());
    return Proven::loss;
  }
  if (const int first = position.victory(); first >= 0) {
    actions.push(static_cast<Action>(first));
    return Proven::win;
  }
  if (threats.empty()) {
    position.state().legal_actions(actions);
  } else {
    actions.push(threats.front());
  }
  return Proven::no;
}

}  // namespace inarow::INAROW_ISA
