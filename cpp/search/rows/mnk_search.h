// A search that knows m,n,k games only, for callers that know neither the search nor the game.
#pragma once

#include <variant>

#include "search/any_search.h"

namespace inarow::INAROW_ISA {

template <class Search>
class MnkSearch : public AnySearch {
 public:
  // `start` must be of an m,n,k game.
  template <class... Options>
  MnkSearch(const AnyState& start, std::uint64_t seed, const Options&... options)
      : search_(std::get<Mnk>(start), options..., seed),
        fresh_copy_([start, options...](std::uint64_t other) {
          return std::make_unique<MnkSearch>(start, other, options...);
        }) {}

  Decision decide(const AnyState& state, Budget& budget) override {
    return search_.decide(std::get<Mnk>(state), budget);
  }

  std::unique_ptr<AnySearch> fresh_copy(std::uint64_t seed) const override {
    return fresh_copy_(seed);
  }

 private:
  Search search_;
  std::function<std::unique_ptr<AnySearch>(std::uint64_t)> fresh_copy_;
};

}  // namespace inarow::INAROW_ISA
