// Attack by threats: the actions of the attacker, and all replies of the defender.
//
// Every move of the attacker makes a four, which has one answer, or an open three, which threatens
// an open four. A threat to make an open four on a cell is met only by that cell, or, if just two
// cells would then make the five, by one of those: any other stone leaves two of them. Or by fours
// of the defender, since each must be answered first. So the replies listed here are complete, and
// an attack that beats them all is a proof.
//
// A victory by continuous fours (VCF) uses fours only, one by continuous threats (VCT) threes, too.
#pragma once

#include "search/five/five_board.h"

namespace inarow::INAROW_ISA {

enum class Threats : std::uint8_t { fours, threes };

// The state of an attack before a move.
enum class Attack : std::uint8_t { open, won, failed };

using ThreatActions = ActionList<max_cells>;
using Answers = ActionList<3>;

// The cells that meet every open four that `attacker` threatens to make next; there must be one.
void meet_open_fours(const FiveBoard& board, int attacker, Answers& answers);

// The attacker is to move. If open, `actions` are those to try, best first; if won, the one that
// wins: a five, or a four that threatens two fives.
Attack list_attacks(const FiveBoard& board, Threats kind, ThreatActions& actions);

// The defender is to move. If open, `actions` are all that might help, own fours first; if won, one
// of those that do not help.
Attack list_replies(const FiveBoard& board, ThreatActions& actions);

// The plies to the five if list_attacks returns won.
inline int plies_to_win(const FiveBoard& board) {
  return board.fives(board.to_move()).empty() ? 3 : 1;
}

// An action that keeps a win, and the plies to the five against the longest defence.
struct Proof {
  Action action;
  int plies;
};

// The tables hold attacks of both sides and kinds; this word distinguishes their keys.
inline std::uint64_t attack_key(int attacker, Threats kind) {
  constexpr std::uint64_t words[] = {0x8f1d7a3b52c6e049, 0x2b96c4e8d07f513a, 0xd3587e1fa4902bc6,
                                     0x61ca0f93b8e47d25};
  return words[2 * static_cast<int>(kind) + attacker];
}

}  // namespace inarow::INAROW_ISA
