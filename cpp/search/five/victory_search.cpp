#include "search/five/victory_search.h"

namespace inarow::INAROW_ISA {

VictorySearch::VictorySearch(Method method) {
  if (method == Method::depth_first) {
    depth_first_ = std::make_unique<ThreatSearch>();
  } else {
    proof_numbers_ = std::make_unique<ProofSearch>();
  }
}

bool VictorySearch::prove(Field& field, Threats kind, std::int64_t nodes, Budget& budget,
                          Proof& proof) {
  return depth_first_ ? depth_first_->prove(field, kind, nodes, budget, proof)
                      : proof_numbers_->prove(field, kind, nodes, budget, proof);
}

std::vector<Move> VictorySearch::line(Field& field, Threats kind, std::int64_t nodes,
                                      Budget& budget) {
  // Takes back what it played, also when the budget ends it.
  struct Played {
    Field& field;
    std::vector<Move> moves;
    ~Played() {
      for (std::size_t i = 0; i < moves.size(); ++i) field.undo();
    }
  } played{field, {}};
  const int attacker = field.to_move();
  try {
    while (true) {
      const bool wins = !field.fives(field.to_move()).empty();
      Move move;
      if (field.to_move() == attacker) {
        Proof proof;
        if (!prove(field, kind, nodes, budget, proof)) break;
        move = proof.move;
      } else if (!follow(field, kind, nodes, budget, move)) {
        break;
      }
      field.play(move);
      played.moves.push_back(move);
      if (wins) break;
    }
  } catch (const OutOfBudget&) {
    // As far as it got.
  }
  return played.moves;
}

// The reply that lasts longest.
bool VictorySearch::follow(Field& field, Threats kind, std::int64_t nodes, Budget& budget,
                           Move& move) {
  ThreatMoves moves;
  const Attack status = list_replies(field, moves);
  if (status == Attack::failed) return false;
  move = moves[0];
  int longest = 0;
  for (const Move reply : moves) {
    if (moves.size() == 1) break;
    const ScopedMove made(field, reply);
    Proof proof;
    if (!prove(field, kind, nodes, budget, proof)) return false;
    if (proof.plies > longest) {
      longest = proof.plies;
      move = reply;
    }
  }
  return true;
}

}  // namespace inarow::INAROW_ISA
