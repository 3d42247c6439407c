// Victory by threats, by iterative deepening: one move of the attacker deeper each time, with a
// table.
//
// threat_actions.h defines attacks and replies. In every position of the attacker a victory by
// fours
// (five_board_vcf.h) is tried first; then the attacks, each against every reply. An answer to a
// four of the defender costs no depth, except in a search of fours only: there the first win that
// is found is the shortest. The table holds positions that were won, and the depth to which others
// failed; if no line was cut off by depth, they failed at any depth.
//
// A win is a proof. If none is found, there is none of this kind (unless the search for fours
// reached its own limit), or a limit was reached first.
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board_vcf.h"
#include "search/five/threat_actions.h"

namespace inarow::INAROW_ISA {

class ThreatSearch {
 public:
  ThreatSearch() : table_(std::size_t{1} << table_bits) {}

  // Finds an action that wins for the player to move, visiting at most `nodes` positions; false if
  // none was found. With fours only, the win is the shortest.
  bool prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof);

 private:
  static constexpr int table_bits = 15;
  static constexpr int deepest = 60;     // moves of the attacker
  static constexpr int never = 100;      // a depth that is never reached: failed at any depth
  static constexpr int four_nodes = 60;  // of the search for fours in one position

  struct Entry {
    std::uint64_t key = 0;
    std::int16_t plies = 0;    // to the win, 0 if there is none
    std::int16_t failed = -1;  // to this depth
    Action action = 0;
  };

  bool attack(FiveBoard& board, int depth, Proof& proof);
  bool defend(FiveBoard& board, int depth, int& plies);

  std::vector<Entry> table_;
  FiveBoardVcf fours_;
  Budget* budget_ = nullptr;
  Threats kind_ = Threats::threes;
  std::uint64_t salt_ = 0;
  std::int64_t nodes_left_ = 0;
  bool cut_ = false;  // whether a line was cut off by depth
};

}  // namespace inarow::INAROW_ISA
