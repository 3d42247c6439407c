// A search that knows m,n,k games only, for callers that know neither the search nor the game.
#pragma once

#include <variant>

#include "search/searcher.h"

namespace inarow::INAROW_ISA {

template <class Search>
class MnkSearcher : public Searcher {
 public:
  // `start` must be of an m,n,k game.
  template <class... Args>
  explicit MnkSearcher(const AnyState& start, const Args&... args)
      : search_(std::get<Mnk>(start), args...) {}

  Decision decide(const AnyState& state, Budget& budget) override {
    return search_.decide(std::get<Mnk>(state), budget);
  }

 private:
  Search search_;
};

}  // namespace inarow::INAROW_ISA
