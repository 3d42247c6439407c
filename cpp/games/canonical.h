// Canonical form: of all images of a state under its game's symmetries, the one whose cells, read
// in move order with empty < first < second, come first. What the cells do not show (the local
// board that ultimate forces) decides between images with equal cells.
#pragma once

#include <algorithm>

#include "games/base.h"
#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

struct Canonical {
  int symmetry;  // the lowest-numbered symmetry that leads to the canonical image
  int ties;      // how many lead there; the state has symmetries().count() / ties distinct images
};

template <Game G>
Canonical canonical_form(const G& state) {
  const GridSymmetries& symmetries = state.symmetries();
  Cell cells[G::max_actions];
  for (int cell = 0; cell < symmetries.cells(); ++cell) cells[cell] = state.cell(cell);

  int best[8];  // the symmetries whose images agree with the smallest one so far
  int count = symmetries.count();
  for (int s = 0; s < count; ++s) best[s] = s;

  const auto keep_smallest = [&](auto value_under) {
    int values[8], kept = 0;
    for (int i = 0; i < count; ++i) values[i] = value_under(best[i]);
    const int smallest = *std::min_element(values, values + count);
    for (int i = 0; i < count; ++i) {
      if (values[i] == smallest) best[kept++] = best[i];
    }
    count = kept;
  };

  for (int cell = 0; cell < symmetries.cells() && count > 1; ++cell) {
    keep_smallest([&](int s) { return cells[symmetries.map(symmetries.inverse(s), cell)]; });
  }
  if (count > 1) keep_smallest([&](int s) { return state.image_rest(s); });
  return {best[0], count};
}

// The state under a symmetry, with its history.
template <Game G>
G image_of(const G& state, int symmetry) {
  G image(state.rules());
  for (int i = 0; i < state.ply(); ++i) {
    image.play(state.symmetries().map(symmetry, state.move_at(i)));
  }
  return image;
}

}  // namespace inarow::INAROW_ISA
