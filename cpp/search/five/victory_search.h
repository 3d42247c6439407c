// Finds a victory by threats and its line, by one of two methods: depth-first search with iterative
// deepening, or df-pn.
#pragma once

#include <memory>
#include <vector>

#include "search/base.h"
#include "search/five/df_pn.h"
#include "search/five/threat_search.h"

namespace inarow::INAROW_ISA {

enum class Method : std::uint8_t { depth_first, df_pn };

class VictorySearch {
 public:
  explicit VictorySearch(Method method);

  // Whether a win of the player to move by threats of this kind is found within `nodes` positions.
  bool prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof);

  // After a proof: both sides' actions up to the five. The attacker plays the proven action, the
  // defender the one that delays the five longest. Entries that the table has lost are proven
  // again, each within `nodes`; if that fails, the line ends early, or is empty if nothing was
  // proven.
  std::vector<Action> line(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget);

 private:
  bool follow(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Action& action);

  std::unique_ptr<ThreatSearch> depth_first_;
  std::unique_ptr<DfPn> df_pn_;
};

}  // namespace inarow::INAROW_ISA
