// Looks for a victory by threats and tells it as a line: by one of two methods, which prove the
// same.
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

  // Whether the player to move wins by threats of this kind, as far as `nodes` positions show.
  bool prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof);

  // After a proof: both sides' moves up to the five. The attacker plays what was proven, the
  // defender what lasts longest. What the table has lost is proven again, each within `nodes`;
  // should that not be enough, the line ends early, and is empty if it was not proven at all.
  std::vector<Action> line(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget);

 private:
  bool follow(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Action& action);

  std::unique_ptr<ThreatSearch> depth_first_;
  std::unique_ptr<DfPn> df_pn_;
};

}  // namespace inarow::INAROW_ISA
