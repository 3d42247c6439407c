// Alpha-beta with a table, the search behind the players `cached` and `deepening`.
//
// The table keeps for each position a score, which is exact or a lower or upper bound; bounds
// narrow the window before the position is searched (the NxN paper, after Breuker). On small boards
// all images of a position under symmetry share an entry. Before actions are tried, the k-windows
// (rows/windows.h) are used, each step sound:
//   1. a cell that wins is played;
//   2. against two cells that win for the opponent the game is lost, one must be taken;
//   3. else a stone that makes two threats wins, since only one can be answered;
//   4. a player without an open window cannot win, which bounds the value at 0.
#pragma once

#include <algorithm>

#include "games/canonical.h"
#include "search/rows/ordering.h"
#include "search/rows/position.h"
#include "search/table.h"

namespace inarow::INAROW_ISA {

struct TableSearchOptions {
  bool fold;       // share entries between images under symmetry
  bool pairing;    // look for draws by pairing
  bool flat_wins;  // all wins score the same: far fewer positions, but no distance
  // So many actions of a position are searched, the best by their scores, and the others only if
  // all of these lose. So wins and losses stay proven; a draw may not be.
  int width = max_cells;
};

// The board may be any that has what Position has.
template <Game G, class Board = Position<G>>
class TableSearch {
 public:
  TableSearch(Table& table, const TableSearchOptions& options) : table_(table), options_(options) {}

  // The score of a position that is not over, searched `depth` plies deep.
  Score run(Board& position, int depth, Budget& budget, Score alpha = -max_score,
            Score beta = max_score) {
    root_ply_ = position.state().ply();
    exact_candidates_.clear();
    return visit(position, depth, alpha, beta, budget);
  }

  // The actions of the last root whose scores are exact.
  const std::vector<Candidate>& exact_candidates() const { return exact_candidates_; }

  // The line of best actions in the table.
  std::vector<Action> pv(G state) const {
    std::vector<Action> actions;
    while (state.outcome() == Outcome::ongoing) {
      const auto action = best_action(state);
      if (!action) break;
      actions.push_back(*action);
      state.play(*action);
    }
    return actions;
  }

 private:
  static constexpr std::int16_t for_ever = 2 * max_cells;  // deeper than any search

  struct Slot {
    std::uint64_t key;
    int symmetry;
  };

  Slot slot_of(const G& state) const {
    if (!options_.fold) return {state.key(), 0};
    const int symmetry = canonical_form(state).symmetry;
    return {state.image_key(symmetry), symmetry};
  }

  Action to_slot(const G& state, const Slot& slot, Action action) const {
    return options_.fold ? state.symmetries().map(slot.symmetry, action) : action;
  }
  Action from_slot(const G& state, const Slot& slot, Action action) const {
    if (!options_.fold) return action;
    return state.symmetries().map(state.symmetries().inverse(slot.symmetry), action);
  }

  std::optional<Action> best_action(const G& state) const {
    const Slot slot = slot_of(state);
    const Entry* entry = table_.find(slot.key);
    if (entry == nullptr) return std::nullopt;
    const Action action = from_slot(state, slot, entry->action);
    // It is illegal only if two positions share a key.
    return state.is_legal(action) ? std::optional(action) : std::nullopt;
  }

  Score win_after(const G& state, int plies) const {
    return options_.flat_wins ? win_score : win_at(state.ply() + plies);
  }

  Score visit(Board& position, int depth, Score alpha, Score beta, Budget& budget) {
    const G& state = position.state();
    if (position.is_over()) {
      budget.visit();
      return options_.flat_wins ? returns(state.outcome(), state.to_move()) * win_score
                                : final_score(state);
    }
    const Slot slot = slot_of(state);
    const Entry* entry = table_.find(slot.key);
    Action remembered = G::max_actions;  // none
    if (entry != nullptr) {
      remembered = from_slot(state, slot, entry->action);
      if (entry->depth >= depth) {
        if (entry->bound == Bound::exact) return entry->score;
        if (entry->bound == Bound::lower) alpha = std::max(alpha, entry->score);
        if (entry->bound == Bound::upper) beta = std::min(beta, entry->score);
        if (alpha >= beta) return entry->score;
      }
    }
    budget.visit();
    // A bound without an action keeps the action of the entry before.
    const auto known_or = [&](Action action) {
      return remembered < G::max_actions ? remembered : action;
    };

    // What is certain without a search of actions holds at every depth.
    const auto certain = [&](Score score, Action action, Bound bound = Bound::exact) {
      table_.store({slot.key, score, to_slot(state, slot, action), for_ever, bound});
      return score;
    };
    if (const auto win = position.winning_action()) return certain(win_after(state, 1), *win);
    Actions<G> actions;
    const int threats = position.actions_worth_searching(actions);
    if (threats > 1) return certain(-win_after(state, 2), actions[0]);
    if (threats == 0) {
      if (const auto fork = position.forking_action()) return certain(win_after(state, 3), *fork);
    }
    const Score floor = position.can_win(1 - state.to_move()) ? -max_score : 0;
    const Score ceiling = position.can_win(state.to_move()) ? max_score : 0;
    if (floor == ceiling) return certain(0, actions[0]);
    alpha = std::max(alpha, floor);
    beta = std::min(beta, ceiling);
    if (alpha >= beta) return alpha;
    if (options_.pairing) {
      // Only if a draw decides the window.
      if (alpha >= 0 && position.pairing_stops(state.to_move())) {
        return certain(0, known_or(actions[0]), Bound::upper);
      }
      if (beta <= 0 && position.pairing_stops(1 - state.to_move())) {
        return certain(0, known_or(actions[0]), Bound::lower);
      }
    }
    // A forced answer costs no depth.
    if (depth == 0 && threats == 0) return std::clamp(position.evaluate(), floor, ceiling);
    const int next_depth = threats > 0 ? depth : depth - 1;

    if (actions.size() > 1) {
      order_by<G>(actions, [&](Action action) {
        return action == remembered ? max_score : position.action_score(action);
      });
    }
    Score best = -max_score;
    Action best_action = actions[0];
    for (int i = 0; i < actions.size(); ++i) {
      if (i >= options_.width && best > -least_win) break;
      const Action action = actions[i];
      const ScopedMove made(position, action);
      const Score score = -visit(position, next_depth, -beta, -std::max(alpha, best), budget);
      if (score > best) {
        best = score;
        best_action = action;
        if (state.ply() == root_ply_ + 1 && score > alpha && score < beta) {
          exact_candidates_.push_back({.action = action, .value = as_value(score)});
        }
        if (best >= beta) break;
      }
    }
    best = std::clamp(best, floor, ceiling);
    Bound bound = best <= alpha ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
    if (best == (bound == Bound::upper ? floor : ceiling)) bound = Bound::exact;
    if (best <= alpha) best_action = known_or(best_action);
    table_.store({slot.key, best, to_slot(state, slot, best_action),
                  static_cast<std::int16_t>(depth), bound});
    return best;
  }

  Table& table_;
  TableSearchOptions options_;
  int root_ply_ = 0;
  std::vector<Candidate> exact_candidates_;
};

}  // namespace inarow::INAROW_ISA
