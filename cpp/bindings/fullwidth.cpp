// The full-width searches for Python.
#include <nanobind/nanobind.h>

#include "bindings/bound_search.h"
#include "search/fullwidth/alphabeta.h"
#include "search/fullwidth/cached.h"
#include "search/fullwidth/deepening.h"
#include "search/fullwidth/minimax.h"

namespace nb = nanobind;

namespace inarow::INAROW_ISA {

void bind_fullwidth(nb::module_& m) {
  bind_search<Minimax, MinimaxOptions>(m, "minimax");
  bind_search<AlphaBeta, AlphaBetaOptions>(m, "alphabeta");
  bind_search<Cached, CachedOptions>(m, "cached");
  bind_search<Deepening, DeepeningOptions>(m, "deepening");
}

}  // namespace inarow::INAROW_ISA
