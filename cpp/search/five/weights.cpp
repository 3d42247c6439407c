#include "search/five/weights.h"

#include "search/five/policy_data.h"
#include "search/five/weights_data.h"

namespace inarow::INAROW_ISA {

const FiveBoardWeights& engine_weights() {
  static const FiveBoardWeights made = {fitted_values, fitted_scores, fitted_tempo};
  return made;
}

}  // namespace inarow::INAROW_ISA
