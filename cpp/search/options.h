// The options of a search, by name. A struct of options lists its members once:
//
//   static constexpr auto fields() { return std::tuple(Option{"depth", &MyOptions::depth}); }
//
// and code that makes a search from names and values (bindings/bound_search.h) needs no other list.
#pragma once

#include <tuple>

#include "games/base.h"

namespace inarow::INAROW_ISA {

template <class Options, class Value>
struct Option {
  const char* name;
  Value Options::* member;
};

}  // namespace inarow::INAROW_ISA
