// A search of any kind on any game, for callers that know neither.
#pragma once

#include <concepts>
#include <memory>
#include <stdexcept>
#include <variant>

#include "games/all.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // `state` must not be over, and be of the game that the search was made for.
  virtual Decision decide(const AnyState& state, Budget& budget) = 0;
  // A search with the same options, empty tables and another seed.
  virtual std::unique_ptr<AnySearch> fresh_copy(std::uint64_t seed) const = 0;
};

// A search of one kind on one game.
template <Game G, class Search, class Options>
class SearchOn final : public AnySearch {
 public:
  SearchOn(const G& start, const Options& options, std::uint64_t seed)
      : start_(start), options_(options), search_(start, options, seed) {}

  Decision decide(const AnyState& state, Budget& budget) override {
    return search_.decide(std::get<G>(state), budget);
  }

  std::unique_ptr<AnySearch> fresh_copy(std::uint64_t seed) const override {
    return std::make_unique<SearchOn>(start_, options_, seed);
  }

  // For operations of one kind of search only.
  Search& search() { return search_; }

 private:
  G start_;
  Options options_;
  Search search_;
};

// Makes a template over games, as make_search needs it, of a search that is a plain class.
template <class Search>
struct OneGame {
  template <class>
  using On = Search;
};

// A search plays the games whose states it can be constructed from; for other games this throws
// std::invalid_argument.
template <template <class> class Search, class Options>
std::unique_ptr<AnySearch> make_search(const AnyState& start, const Options& options,
                                       std::uint64_t seed) {
  return std::visit(
      [&]<class G>(const G& state) -> std::unique_ptr<AnySearch> {
        if constexpr (std::constructible_from<Search<G>, const G&, const Options&, std::uint64_t>) {
          return std::make_unique<SearchOn<G, Search<G>, Options>>(state, options, seed);
        } else {
          throw std::invalid_argument("this search does not play this game");
        }
      },
      start);
}

}  // namespace inarow::INAROW_ISA
