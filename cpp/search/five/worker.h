// The search of one thread of the Gomoku engine; gomoku.h lists its steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#include "search/base.h"
#include "search/deepening_lines.h"
#include "search/five/five_board.h"
#include "search/five/five_board_vcf.h"
#include "search/five/line_network.h"
#include "search/shared_table.h"

namespace inarow::INAROW_ISA {

namespace gomoku {

// Scores for the player to move; a sooner win scores higher, in plies from the root.
constexpr int mate = 30'000, infinite = 31'000, least_mate = mate - 1'000;

constexpr bool is_mate(int score) { return score >= least_mate || score <= -least_mate; }
constexpr int most_evaluation = 20'000;
constexpr int max_ply = 200;

}  // namespace gomoku

class GomokuWorker {
 public:
  // `network` may be null.
  GomokuWorker(const FiveBoardPlan& plan, SharedTable& table, const LineNetwork* network)
      : plan_(plan), table_(table), network_(network) {}

  // Iterative deepening; see deepen().
  void think(const Mnk& state, Budget& budget, int deepest, int first_depth, SearchedLine& result,
             int lines = 1, const AfterDepth& is_enough = nullptr);

  // The network's policy for the position of `think`, as probabilities; empty without a network.
  // Only between depths, and after `think`.
  std::vector<Candidate> priors();

  // Restricts the search at the root to these, if any of them is among the actions to try.
  void set_root_actions(const std::vector<Action>& actions) { root_actions_ = actions; }

 private:
  struct ScoredAction {
    int score;
    Action action;
  };
  using ScoredActions = std::array<ScoredAction, max_cells>;

  SearchedLine search_line(int depth, const SearchedLine* last,
                           const std::vector<Action>& excluded);
  int aspiration_search(int depth, int score);
  int visit_others(int depth, int alpha, int beta);
  int drop_excluded(ScoredActions& list, int count, Action first) const;
  int visit(int depth, int alpha, int beta, int ply);
  int search_actions(int depth, int alpha, int beta, int ply, bool danger, Action remembered,
                     int evaluation, bool improving);
  int list_all(ScoredActions& list, int count, int ply, Action known);
  int list_defences(ScoredActions& list, Action remembered, bool with_fours);
  int order_score(Action action, int ply) const;
  int keep_root_actions(ScoredActions& list, int count) const;
  void update_history(Action best, const ActionList<64>& tried, int depth, int ply);
  void set_line(int ply, Action action, bool with_rest);

  // Whether an action makes an open three or more for one side: not pruned as quiet.
  bool is_forcing(Action action) const {
    return std::max(board_->force(0, action), board_->force(1, action)) >= makes_open_three;
  }
  // The score of an action before any search; the accumulator must be up to date.
  int policy_score(Action action) const {
    const auto& accumulator = accumulators_[board_->to_move()];
    return accumulator ? accumulator->policy(action) : board_->score(action);
  }
  void update_accumulator() {
    if (auto& accumulator = accumulators_[board_->to_move()]) accumulator->follow(*board_);
  }
  int evaluation() {
    int score;
    if (auto& accumulator = accumulators_[board_->to_move()]) {
      accumulator->follow(*board_);
      score = accumulator->evaluate();
    } else {
      score = board_->evaluate();
    }
    return std::clamp(score, -gomoku::most_evaluation, gomoku::most_evaluation);
  }

  const FiveBoardPlan& plan_;
  SharedTable& table_;
  const LineNetwork* network_;
  std::unique_ptr<FiveBoard> board_;
  std::unique_ptr<LineAccumulator> accumulators_[2];  // by player; none without a network
  Budget* budget_ = nullptr;
  FiveBoardVcf fours_{FiveBoardFours{FiveBoardFours::leading}};
  std::vector<Action> root_actions_;  // see set_root_actions
  std::array<std::array<std::int16_t, max_cells>, 2> history_ = {};
  std::array<std::array<Action, 2>, gomoku::max_ply + 2> killers_;
  std::array<std::array<Action, max_cells>, 2> counters_;
  std::array<std::array<Action, gomoku::max_ply + 2>, gomoku::max_ply + 2> lines_;
  std::array<int, gomoku::max_ply + 2> line_sizes_;
  int deepest_ply_ = 0;
  std::vector<Action> excluded_;                      // at the root: actions of better lines
  Action root_hint_ = max_cells;                      // the best without them at the last depth
  std::array<int, gomoku::max_ply + 2> evaluations_;  // by ply, of the current line
};

}  // namespace inarow::INAROW_ISA
