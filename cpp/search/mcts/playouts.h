// Guided playouts: both sides follow simple rules, and draw among the actions that these leave with
// a probability proportional to a weight.
#pragma once

#include "search/mcts/leaves.h"
#include "search/mcts/tactics.h"

namespace inarow::INAROW_ISA {

// Win, block, make a row that lacks one stone, stop one; else weighted by worth.
struct ByWorth {
  static constexpr Guidance guidance = Guidance::win_block_and_rows;
  template <class Board>
  static Score weight(const Board& board, Action action) {
    return board.worth(action);
  }
};

// Win, block; else weighted by priority.
struct ByPriority {
  static constexpr Guidance guidance = Guidance::win_and_block;
  template <class Board>
  static Score weight(const Board& board, Action action) {
    return 1 + board.priority(action);
  }
};

template <Game G, class Style>
class GuidedPlayout {
 public:
  static constexpr bool is_slow = true;

  explicit GuidedPlayout(const G& start) : board_(start) {}

  float operator()(const Tactics<G>& leaf, Rng& rng) {
    board_ = leaf;
    const G& state = board_.state();
    while (state.outcome() == Outcome::ongoing && !board_.is_settled()) board_.play(choose(rng));
    return points_of(state.outcome(), leaf.state().to_move());
  }

 private:
  Action choose(Rng& rng) const {
    Actions<G> actions;
    board_.actions_by_rule(Style::guidance, actions);
    std::int64_t sums[G::max_actions], total = 0;
    for (int i = 0; i < actions.size(); ++i) {
      sums[i] = total += Style::weight(board_, actions[i]);
    }
    const auto drawn = static_cast<std::int64_t>(rng.next() % static_cast<std::uint64_t>(total));
    return actions[static_cast<int>(std::upper_bound(sums, sums + actions.size(), drawn) - sums)];
  }

  Tactics<G> board_;
};

}  // namespace inarow::INAROW_ISA
