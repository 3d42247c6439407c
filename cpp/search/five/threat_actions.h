// Attack by threats: what the attacker may play, and all that the defender can do about it.
//
// Every move of the attacker makes a four, which has one answer, or an open three, which threatens
// an open four. A threat to make an open four on a cell is met only by that cell, or, if just two
// cells would make the five then, by one of those: any other stone leaves two of them. Or by fours
// of the defender's own, since each must be answered first. So the defences listed here are all
// there are, and an attack that beats them is a proof.
//
// A victory by fours (VCF) uses fours alone, one by threats (VCT) threes too.
#pragma once

#include "search/five/five_board.h"

namespace inarow::INAROW_ISA {

enum class Threats : std::uint8_t { fours, threes };

// How an attack stands before a move.
enum class Attack : std::uint8_t { open, won, failed };

using ThreatActions = ActionList<max_cells>;
using Answers = ActionList<3>;

// The cells that meet every open four that `attacker` threatens to make next; there must be one.
void meet_open_fours(const FiveBoard& board, int attacker, Answers& answers);

// The attacker is to move. If open, `moves` are those to try, best first; if won, the one that
// wins: a five, or a four with two fives behind it.
Attack list_attacks(const FiveBoard& board, Threats kind, ThreatActions& actions);

// The defender is to move. If open, `moves` are all that might help, its own fours first; if won,
// one to go on with, for it has to play something.
Attack list_replies(const FiveBoard& board, ThreatActions& actions);

// What is won by list_attacks takes so many plies, the five included.
inline int plies_to_win(const FiveBoard& board) {
  return board.fives(board.to_move()).empty() ? 3 : 1;
}

// A move that keeps a win, and how many plies it takes to the five if the defence lasts.
struct Proof {
  Action action;
  int plies;
};

// Tables hold both sides' attacks of both kinds: different words keep them apart.
inline std::uint64_t attack_key(int attacker, Threats kind) {
  constexpr std::uint64_t words[] = {0x8f1d7a3b52c6e049, 0x2b96c4e8d07f513a, 0xd3587e1fa4902bc6,
                                     0x61ca0f93b8e47d25};
  return words[2 * static_cast<int>(kind) + attacker];
}

}  // namespace inarow::INAROW_ISA
