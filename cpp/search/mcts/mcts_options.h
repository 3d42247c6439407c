// The options of the Monte-Carlo searches; a player offers those that its policies use.
#pragma once

#include <tuple>

#include "search/options.h"

namespace inarow::INAROW_ISA {

struct MctsOptions {
  int megabytes = 64;
  int fold = 16;             // the largest board, in cells, whose symmetric positions are folded
  float c = 1.4f;            // exploration constant of the selection
  double temperature = 0.0;  // of the final choice: 0 takes the most visited action
  float noise = 0.0f;        // the share of random noise in the priors of the root
  // First-play urgency: how far the value of an action without a visit is below that of its node,
  // times the root of the priors that were visited; below 0, that value is 0.
  float fpu = -1.0f;
  bool reuse = false;  // keep the tree from move to move

  static constexpr auto fields() {
    return std::tuple(Option{"c", &MctsOptions::c, 0}, Option{"fold", &MctsOptions::fold, 0},
                      Option{"mb", &MctsOptions::megabytes, 1},
                      Option{"temperature", &MctsOptions::temperature, 0},
                      Option{"noise", &MctsOptions::noise, 0, 1},
                      Option{"fpu", &MctsOptions::fpu, -1}, Option{"reuse", &MctsOptions::reuse});
  }
};

}  // namespace inarow::INAROW_ISA
