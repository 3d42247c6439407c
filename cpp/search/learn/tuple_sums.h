// The sums of a position's tuples, which follow the moves that are played and undone on a state.
//
// `sum(state, player)` is what the position is worth to a player who has just moved, or would have,
// before it is squashed into [-1, 1]. Weights are floats while they are learned, and integers in
// searches, whose sums must not drift.
#pragma once

#include <vector>

#include "games/all.h"
#include "search/learn/tuple_plan.h"

namespace inarow::INAROW_ISA {

template <class G, class Weight>
class TupleSums;

// What an action would change is kept until a stone comes near it, so that the values of all
// actions cost no more on a large board than on a small one.
template <class Weight>
class TupleSums<Mnk, Weight> {
 public:
  TupleSums(const MnkTuples& plan, const Weight* weights, const Mnk& state)
      : plan_(&plan), weights_(weights) {
    reset(state);
  }

  void reset(const Mnk& state) {
    codes_.assign(plan_->tuples().size(), 0);
    cells_.assign(plan_->cells(), {});
    sums_[0] = sums_[1] = 0;
    for (int ply = 0; ply < state.ply(); ++ply) change(state.move_at(ply), (ply & 1) + 1);
  }

  // After a move, and after it was taken back; `player` made it.
  void played(const Mnk&, Action action, int player) { change(action, player + 1); }
  void undone(const Mnk&, Action action, int player) { change(action, -(player + 1)); }

  Weight sum(const Mnk&, int player) const { return sums_[player]; }

  // The sums for the player to move after each of some actions, none of which ends the game.
  void sums_after(const Mnk& state, const Actions<Mnk>& actions, Weight* sums) const {
    const int player = state.to_move();
    for (int i = 0; i < actions.size(); ++i) {
      sums[i] = sums_[player] + change_after(actions[i], player);
    }
  }
  Weight sum_after(const Mnk& state, Action action) const {
    return sums_[state.to_move()] + change_after(action, state.to_move());
  }

  // Calls with the number of each weight in a player's sum, and its factor.
  template <class Visit>
  void each_weight(const Mnk&, int player, Visit visit) const {
    const auto tuples = plan_->tuples();
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      if (codes_[i] == 0) continue;
      const TupleCodes& codes = *tuples[i].codes;
      const std::uint32_t place = codes.place[player][codes_[i]];
      if (place == 0) continue;
      visit(tuples[i].start + place,
            codes.factor[player].empty() ? 1.0f : codes.factor[player][codes_[i]]);
    }
  }

 private:
  struct Cell {
    Weight change[2] = {0, 0};  // of a player's sum by a stone of that player
    bool is_known[2] = {false, false};
  };

  Weight weight(const MnkTuples::Tuple& tuple, std::uint32_t code, int player) const {
    const TupleCodes& codes = *tuple.codes;
    const Weight found = weights_[tuple.start + codes.place[player][code]];
    if (codes.factor[player].empty()) return found;
    return static_cast<Weight>(static_cast<float>(found) * codes.factor[player][code]);
  }

  Weight change_after(Action action, int player) const {
    Cell& cell = cells_[action];
    if (!cell.is_known[player]) {
      Weight total = 0;
      for (const auto& [number, power] : plan_->parts(action)) {
        const MnkTuples::Tuple& tuple = plan_->tuples()[number];
        const std::uint32_t code = codes_[number];
        total += weight(tuple, code + power * (player + 1u), player) - weight(tuple, code, player);
      }
      cell.change[player] = total;
      cell.is_known[player] = true;
    }
    return cell.change[player];
  }

  // Adds to the digit of a cell.
  void change(Action action, int digit) {
    for (const auto& [number, power] : plan_->parts(action)) {
      const MnkTuples::Tuple& tuple = plan_->tuples()[number];
      const std::uint32_t code = codes_[number];
      const auto after = static_cast<std::uint32_t>(static_cast<int>(code) + power * digit);
      for (int player = 0; player < 2; ++player) {
        sums_[player] += weight(tuple, after, player) - weight(tuple, code, player);
      }
      codes_[number] = static_cast<std::uint16_t>(after);
    }
    for (const Action other : plan_->neighbours(action)) {
      cells_[other].is_known[0] = cells_[other].is_known[1] = false;
    }
    cells_[action].is_known[0] = cells_[action].is_known[1] = false;
  }

  const MnkTuples* plan_;
  const Weight* weights_;
  std::vector<std::uint16_t> codes_;  // by tuple
  mutable std::vector<Cell> cells_;
  Weight sums_[2] = {0, 0};
};

// By local board and for all of them together. Where the next move must be made is looked up anew.
template <class Weight>
class TupleSums<Ultimate, Weight> {
 public:
  TupleSums(const UltimateTuples& plan, const Weight* weights, const Ultimate& state)
      : plan_(&plan), weights_(weights) {
    reset(state);
  }

  void reset(const Ultimate& state) {
    for (int board = 0; board < 9; ++board) set_local(state, board);
    set_boards(state);
  }

  void played(const Ultimate& state, Action action, int) { update(state, board_of(action)); }
  void undone(const Ultimate& state, Action action, int) { update(state, board_of(action)); }

  Weight sum(const Ultimate& state, int player) const {
    Weight total = boards_[player] + forced_weight(state, player);
    for (int board = 0; board < 9; ++board) total += locals_[board].open[player];
    return total;
  }

  void sums_after(const Ultimate& state, const Actions<Ultimate>& actions, Weight* sums) const {
    const int player = state.to_move();
    Weight before = boards_[player];
    for (const Local& local : locals_) before += local.open[player];
    Ultimate next = state;
    for (int i = 0; i < actions.size(); ++i) {
      const int board = board_of(actions[i]);
      const ScopedMove made(next, actions[i]);
      if (next.local_outcome(board) != Outcome::ongoing) {
        sums[i] = TupleSums(*plan_, weights_, next).sum(next, player);
      } else {
        sums[i] = before - locals_[board].open[player] + forced_weight(next, player) +
                  weights_[plan_->local(board).open + place_in(next, board, player)];
      }
    }
  }
  Weight sum_after(const Ultimate& state, Action action) const {
    Actions<Ultimate> one;
    one.push(action);
    Weight sum;
    sums_after(state, one, &sum);
    return sum;
  }

  template <class Visit>
  void each_weight(const Ultimate& state, int player, Visit visit) const {
    const int forced = state.forced_board();
    if (forced == Ultimate::any_board) visit(plan_->free_choice(), 1.0f);
    for (int board = 0; board < 9; ++board) {
      if (state.local_outcome(board) != Outcome::ongoing) continue;
      const std::uint32_t place = place_in(state, board, player);
      if (place == 0) continue;
      visit(plan_->local(board).open + place, 1.0f);
      if (board == forced) visit(plan_->local(board).forced + place, 1.0f);
    }
    each_of_boards(state, player, [&](std::uint32_t number) { visit(number, 1.0f); });
  }

 private:
  struct Local {
    Weight open[2];  // by player
    Outcome outcome;
  };

  static int board_of(Action action) { return action / 27 * 3 + action % 9 / 3; }

  // The place of a local board's weight in its class.
  std::uint32_t place_in(const Ultimate& state, int board, int player) const {
    const UltimateTuples::Local& local = plan_->local(board);
    const std::uint32_t code = local.digits[state.local_stones(0, board)] +
                               2u * local.digits[state.local_stones(1, board)];
    return local.codes->place[player][code];
  }

  Weight forced_weight(const Ultimate& state, int player) const {
    const int forced = state.forced_board();
    if (forced == Ultimate::any_board) return weights_[plan_->free_choice()];
    const std::uint32_t place = place_in(state, forced, player);
    return place == 0 ? Weight(0) : weights_[plan_->local(forced).forced + place];
  }

  // The weights of lines of local boards, and of all of them.
  template <class Visit>
  void each_of_boards(const Ultimate& state, int player, Visit visit) const {
    std::uint32_t digits[9], all = 0;
    for (int board = 9; board-- > 0;) {
      digits[board] = static_cast<std::uint32_t>(state.local_outcome(board));
      all = 4 * all + digits[board];
    }
    if (all == 0) return;
    for (const auto& [boards, start, codes] : plan_->lines()) {
      const std::uint32_t code = digits[boards[0]] + 4 * digits[boards[1]] + 16 * digits[boards[2]];
      if (code != 0) visit(start + codes->place[player][code]);
    }
    visit(plan_->all_boards() + plan_->all_codes().place[player][all]);
  }

  void update(const Ultimate& state, int board) {
    const Outcome before = locals_[board].outcome;
    set_local(state, board);
    if (locals_[board].outcome != before) set_boards(state);
  }

  void set_local(const Ultimate& state, int board) {
    Local& local = locals_[board];
    local.outcome = state.local_outcome(board);
    for (int player = 0; player < 2; ++player) {
      const bool is_open = local.outcome == Outcome::ongoing;
      const std::uint32_t place = is_open ? place_in(state, board, player) : 0;
      local.open[player] = place == 0 ? Weight(0) : weights_[plan_->local(board).open + place];
    }
  }

  void set_boards(const Ultimate& state) {
    for (int player = 0; player < 2; ++player) {
      boards_[player] = 0;
      each_of_boards(state, player,
                     [&](std::uint32_t number) { boards_[player] += weights_[number]; });
    }
  }

  const UltimateTuples* plan_;
  const Weight* weights_;
  Local locals_[9];
  Weight boards_[2];
};

}  // namespace inarow::INAROW_ISA
