// The games of a learner's self-play, for Python.
#pragma once

#include <nanobind/nanobind.h>

#include "search/learn/tabular.h"

namespace inarow::INAROW_ISA {

namespace nb = nanobind;

inline nb::dict games_for_python(const GamesPlayed& played) {
  nb::dict result;
  result["wins"] = played.wins;
  result["draws"] = played.draws;
  result["losses"] = played.losses;
  result["moves"] = played.moves;
  result["change"] = played.change;
  return result;
}

}  // namespace inarow::INAROW_ISA
