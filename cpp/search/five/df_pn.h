// Victory by threats, by depth-first proof-number search (df-pn, Nagai 2002).
//
// Each position has a proof number, the least number of positions below it that must still be
// proven to prove a win of the attacker, and a disproof number, the same for the failure of the
// attack:
//
//   attacker to move   proof = least proof of its moves,     disproof = sum of their disproofs
//   defender to move   proof = sum of the replies' proofs,   disproof = least of their disproofs
//
// The search goes down to the position that decides both numbers of the root, and stays below a
// position while its numbers are below two thresholds. Numbers are kept in a table of fixed size;
// of the four entries of a bucket the one with the least work is replaced.
//
// Attacks and replies are those of threat_actions.h, so that a win is a proof. Since stones are
// never removed, no position repeats.
#pragma once

#include <vector>

#include "search/base.h"
#include "search/five/five_board_vcf.h"
#include "search/five/threat_actions.h"

namespace inarow::INAROW_ISA {

class DfPn {
 public:
  DfPn() : table_(std::size_t{bucket} << bucket_bits) {}

  // As in ThreatSearch (threat_search.h).
  bool prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof);

 private:
  static constexpr int bucket = 4, bucket_bits = 14;
  static constexpr std::uint32_t infinite = 1'000'000'000;
  static constexpr int four_nodes = 60;  // of the search for fours in one position

  struct Numbers {
    std::uint32_t proof, disproof;
  };
  struct Entry {
    std::uint64_t key = 0;
    Numbers numbers = {1, 1};
    std::uint32_t work = 0;
    Action action = 0;
    std::uint16_t plies = 0;
  };

  void visit(FiveBoard& board, Numbers limits, bool attacking);
  void expand(FiveBoard& board, Numbers limits, bool attacking, const ThreatActions& actions);
  void store(const FiveBoard& board, const Entry& what);
  const Entry* find(std::uint64_t key) const;

  std::vector<Entry> table_;
  FiveBoardVcf fours_;
  Budget* budget_ = nullptr;
  Threats kind_ = Threats::threes;
  std::uint64_t salt_ = 0;
  std::int64_t nodes_left_ = 0;
};

}  // namespace inarow::INAROW_ISA
