// The searches of m,n,k games for Python.
#include <nanobind/nanobind.h>

#include "bindings/bound_search.h"
#include "search/rows/greedy.h"
#include "search/rows/negamax.h"
#include "search/rows/threat.h"

namespace nb = nanobind;

namespace inarow::INAROW_ISA {

void bind_rows(nb::module_& m) {
  bind_search<OneGame<Greedy>::On, GreedyOptions>(m, "greedy");
  bind_search<OneGame<Negamax>::On, NegamaxOptions>(m, "negamax");
  bind_search<OneGame<Threat>::On, ThreatOptions>(m, "threat");
}

}  // namespace inarow::INAROW_ISA
