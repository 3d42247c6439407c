// Victory by threats, depth first: one move of the attacker deeper each time, with a table.
//
// What attack and defence are is said in threat_actions.h. In every position of the attacker a
// victory by fours (five_board_vcf.h) is tried first; then its threats, each against every reply.
// An answer to a four of the defender costs no depth, except when fours alone are looked for: then
// the first win that is found is the shortest. The table remembers positions that were won, and to
// which depth they failed; if no line was cut short, they failed for good.
//
// A win is a proof. None found means that there is none of this kind (unless a search for fours ran
// into its own limit), or that a limit came first.
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board_vcf.h"
#include "search/five/threat_actions.h"

namespace inarow::INAROW_ISA {

class ThreatSearch {
 public:
  ThreatSearch() : table_(std::size_t{1} << table_bits) {}

  // A move that wins for the player to move, visiting at most so many positions; false if none was
  // found. With fours only, the win is the shortest.
  bool prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof);

 private:
  static constexpr int table_bits = 15;
  static constexpr int deepest = 60;     // moves of the attacker
  static constexpr int never = 100;      // a depth that is never reached: failed for good
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
  bool cut_ = false;  // whether depth ended a line
};

}  // namespace inarow::INAROW_ISA
