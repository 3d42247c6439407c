// The options of a search, by name. A struct of options lists its members once:
//
//   static constexpr auto fields() { return std::tuple(Option{"depth", &MyOptions::depth}); }
//
// or, if not every number works, with a range: Option{"noise", &MyOptions::noise, 0, 1}. Code that
// makes a search from names and values (bindings/bound_search.h) needs no other list.
#pragma once

#include <limits>
#include <tuple>

#include "games/base.h"

namespace inarow::INAROW_ISA {

template <class Options, class Value>
struct Option {
  const char* name;
  Value Options::* member;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

}  // namespace inarow::INAROW_ISA
