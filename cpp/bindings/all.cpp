// Everything that Python gets from one build of the core.
#include <nanobind/nanobind.h>

#include "games/base.h"

namespace nb = nanobind;

namespace inarow::INAROW_ISA {

void bind_games(nb::module_& m);
void bind_vector(nb::module_& m);
void bind_search_class(nb::module_& m);
void bind_fullwidth(nb::module_& m);
void bind_rows(nb::module_& m);
void bind_five(nb::module_& m);
void bind_mcts(nb::module_& m);
void bind_residual(nb::module_& m);
void bind_networks(nb::module_& m);
void bind_self_play(nb::module_& m);
void bind_learn(nb::module_& m);
void bind_td(nb::module_& m);
void bind_solve(nb::module_& m);
void bind_ultimate(nb::module_& m);
void bind_engine(nb::module_& m);

void bind_all(nb::module_& m) {
  bind_games(m);
  bind_vector(m);
  bind_search_class(m);
  bind_fullwidth(m);
  bind_rows(m);
  bind_five(m);
  bind_mcts(m);
  bind_residual(m);
  bind_networks(m);
  bind_self_play(m);
  bind_learn(m);
  bind_td(m);
  bind_solve(m);
  bind_ultimate(m);
  bind_engine(m);
}

}  // namespace inarow::INAROW_ISA
