#include "search/five/victory_search.h"

namespace inarow::INAROW_ISA {

VictorySearch::VictorySearch(Method method) {
  if (method == Method::depth_first) {
    depth_first_ = std::make_unique<ThreatSearch>();
  } else {
    df_pn_ = std::make_unique<DfPn>();
  }
}

bool VictorySearch::prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget,
                          Proof& proof) {
  return depth_first_ ? depth_first_->prove(board, kind, nodes, budget, proof)
                      : df_pn_->prove(board, kind, nodes, budget, proof);
}

std::vector<Action> VictorySearch::line(FiveBoard& board, Threats kind, std::int64_t nodes,
                                        Budget& budget) {
  // Undoes its moves, also when the budget ends the search.
  struct Played {
    FiveBoard& board;
    std::vector<Action> moves;
    ~Played() {
      for (std::size_t i = 0; i < moves.size(); ++i) board.undo();
    }
  } played{board, {}};
  const int attacker = board.to_move();
  try {
    while (true) {
      const bool wins = !board.fives(board.to_move()).empty();
      Action action;
      if (board.to_move() == attacker) {
        Proof proof;
        if (!prove(board, kind, nodes, budget, proof)) break;
        action = proof.action;
      } else if (!follow(board, kind, nodes, budget, action)) {
        break;
      }
      board.play(action);
      played.moves.push_back(action);
      if (wins) break;
    }
  } catch (const OutOfBudget&) {
    // The line so far.
  }
  return played.moves;
}

// The reply that delays the five longest.
bool VictorySearch::follow(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget,
                           Action& action) {
  ThreatActions actions;
  const Attack status = list_replies(board, actions);
  if (status == Attack::failed) return false;
  action = actions[0];
  int longest = 0;
  for (const Action reply : actions) {
    if (actions.size() == 1) break;
    const ScopedMove made(board, reply);
    Proof proof;
    if (!prove(board, kind, nodes, budget, proof)) return false;
    if (proof.plies > longest) {
      longest = proof.plies;
      action = reply;
    }
  }
  return true;
}

}  // namespace inarow::INAROW_ISA
