// The kernel of the residual network, compiled for several kinds of processors.
#pragma once

#include "search/mcts/residual_network.h"

namespace inarow {

namespace portable {
void evaluate(const PackedResidual& net, const float* planes, int count, int rows, int cols,
              float* logits, float* values);
}  // namespace portable

namespace vnni {
void evaluate(const PackedResidual& net, const float* planes, int count, int rows, int cols,
              float* logits, float* values);
}  // namespace vnni

}  // namespace inarow
