// An m,n,k position for a tree search: a state with a board that knows all fours (k - 1 in a row).
// When a position becomes a node, a victory by continuous fours proves it won, so that the tree
// need not find out by itself what a network overlooks.
//
// In five in a row the board is the engine's (five/five_board.h); for other k, from three on, it is
// the slower one of all k (rows/shape_board.h).
#pragma once

#include <atomic>

#include "search/five/five_board_vcf.h"
#include "search/immediate_results.h"
#include "search/rows/shape_board_vcf.h"

namespace inarow::INAROW_ISA {

// Which board knows the fours of a game, if any.
enum class FoursBoard { none, five, shapes };
inline FoursBoard fours_board_of(const Mnk& state) {
  const int k = state.rules().k;
  return k == 5 ? FoursBoard::five : k >= 3 ? FoursBoard::shapes : FoursBoard::none;
}
inline FoursBoard fours_board_of(const Ultimate&) { return FoursBoard::none; }

// The constant data of a board, and its search for fours.
template <class Board>
struct FoursOf;

template <>
struct FoursOf<FiveBoard> {
  explicit FoursOf(const MnkRules& rules);

  FiveBoardPlan plan;
  FiveBoardVcf vcf{FiveBoardFours{FiveBoardFours::all}};
};

template <>
struct FoursOf<ShapeBoard> {
  explicit FoursOf(const MnkRules& rules) : plan(rules, ShapeBoardWeights{}) {}

  ShapeBoardPlan plan;
  ShapeBoardVcf vcf;
};

// What the positions of one search share.
template <class Board>
class FoursPlan {
 public:
  // `vcf_nodes` is the size of a search for fours; 0: none.
  FoursPlan(const MnkRules& rules, int vcf_nodes) : fours_(rules), vcf_nodes_(vcf_nodes) {}

  const auto& board() const { return fours_.plan; }

  // The first action of a victory by continuous fours, or -1. The board stays as it is.
  int victory(Board& board) {
    if (vcf_nodes_ <= 0 || board.fours(board.to_move()).empty()) return -1;
    static const std::atomic<bool> never = false;
    Budget budget(Limits{}, never, nullptr);  // the nodes alone end it
    auto& vcf = fours_.vcf;
    return vcf.solve(board, {.nodes = vcf_nodes_}, budget) > 0 ? vcf.line().front() : -1;
  }

 private:
  FoursOf<Board> fours_;
  int vcf_nodes_;
};

template <class B>
class FoursPosition {
 public:
  FoursPosition(const Mnk& state, FoursPlan<B>& plan)
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
  const B& board() const { return board_; }
  int victory() const { return plan_->victory(board_); }

 private:
  FoursPlan<B>* plan_;
  Mnk state_;
  mutable B board_;  // a search for fours plays on it and takes all back
};

using FivePlan = FoursPlan<FiveBoard>;
using FivePosition = FoursPosition<FiveBoard>;

// As for other boards (immediate_results.h), with victories by fours.
template <class B>
Proven immediate_result(const FoursPosition<B>& position, Actions<Mnk>& actions) {
  const B& board = position.board();
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
