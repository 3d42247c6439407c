// A search of any kind on any game, for callers that know neither.
#pragma once

#include <functional>
#include <memory>

#include "games/all.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // `state` must not be over, and be of the game that the search was made for.
  virtual Decision decide(const AnyState& state, Budget& budget) = 0;
  // A search like this one that has seen nothing yet, with another seed.
  virtual std::unique_ptr<AnySearch> fresh_copy(std::uint64_t seed) const = 0;
};

template <template <class> class Search>
class AnySearchOf : public AnySearch {
 public:
  template <class Options>
  AnySearchOf(const AnyState& start, const Options& options, std::uint64_t seed)
      : search_(std::visit(
            [&]<class G>(const G& state) {
              return AnyOf<Search>(std::in_place_type<Search<G>>, state, options, seed);
            },
            start)),
        fresh_copy_([start, options](std::uint64_t other) {
          return std::make_unique<AnySearchOf>(start, options, other);
        }) {}

  Decision decide(const AnyState& any, Budget& budget) override {
    return std::visit(
        [&]<class G>(const G& state) { return std::get<Search<G>>(search_).decide(state, budget); },
        any);
  }

  std::unique_ptr<AnySearch> fresh_copy(std::uint64_t seed) const override {
    return fresh_copy_(seed);
  }

  // For what one kind of search can do and others cannot.
  template <class Visitor>
  auto visit(Visitor visitor) {
    return std::visit(visitor, search_);
  }

 private:
  AnyOf<Search> search_;
  std::function<std::unique_ptr<AnySearch>(std::uint64_t)> fresh_copy_;
};

}  // namespace inarow::INAROW_ISA
