// The search of one thread of the ultimate engine; ultimate_engine.h lists its steps.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "search/base.h"
#include "search/deepening_lines.h"
#include "search/shared_table.h"
#include "search/ultimate/correction_history.h"
#include "search/ultimate/position.h"

namespace inarow::INAROW_ISA {

namespace ultimate {

// Scores for the player to move; a sooner win scores higher, in plies from the root.
constexpr int mate = 30'000, infinite = 31'000, least_mate = mate - 1'000;
constexpr int most_evaluation = 20'000;
constexpr int score_one = 1016;  // 1.0 of the network's output
constexpr int max_ply = 81;

constexpr bool is_mate(int score) { return score >= least_mate || score <= -least_mate; }

}  // namespace ultimate

// Full: no reductions, prunings and extensions, for tests.
enum class Width : std::uint8_t { selective, full };

class UltimateWorker {
 public:
  UltimateWorker(SharedTable& table, const UltimateNetwork& network, Width width = Width::selective)
      : table_(table), network_(network), is_selective_(width == Width::selective) {}

  // An output of the network as a score.
  static int as_score(int output);

  // Iterative deepening; see deepen().
  void think(const Ultimate& state, Budget& budget, int deepest, int first_depth,
             SearchedLine& result, int lines = 1, const AfterDepth& is_enough = nullptr);

 private:
  struct ScoredAction {
    int score;
    Action action;
  };
  static constexpr Action no_action = Ultimate::max_actions;
  using ScoredActions = std::array<ScoredAction, Ultimate::max_actions>;

  SearchedLine search_line(int depth, const SearchedLine* last,
                           const std::vector<Action>& excluded);
  void use_unfinished(SearchedLine& result) const;
  void prove(int deepest, SearchedLine& result);
  int visit(int depth, int alpha, int beta, int ply);
  int search_actions(int depth, int alpha, int beta, int ply, Action remembered, bool improving);
  int list_actions(ScoredActions& list, int ply, Action remembered) const;
  Action winning_action() const;
  void update_history(Action best, const ActionList<Ultimate::max_actions>& tried, int depth,
                      int ply);
  void set_line(int ply, Action action, bool with_rest);
  // The last move but for the start of the game.
  Action last_move() const {
    const int ply = position_->state().ply();
    return ply > 0 ? position_->state().move_at(ply - 1) : Action{Ultimate::max_actions};
  }

  SharedTable& table_;
  const UltimateNetwork& network_;
  bool is_selective_;
  std::unique_ptr<UltimatePosition> position_;
  Budget* budget_ = nullptr;
  // Whether the last result of `visit` is certain: as the bound that it is, it follows from the
  // rules alone.
  bool certain_ = false;
  const std::vector<Action>* excluded_ = nullptr;  // at the root: actions of better lines
  Action first_ = no_action;  // at the root: the best so far, which is searched first
  bool is_proving_ = false;   // then only results that are certain count, the table's too
  // The best line of the depth that is being searched, and its score; empty: none yet.
  std::vector<Action> unfinished_;
  int unfinished_score_ = 0;
  std::array<std::array<std::int16_t, Ultimate::max_actions>, 2> history_ = {};
  // By player, the move before, and the action.
  std::array<std::array<std::array<std::int16_t, Ultimate::max_actions>, Ultimate::max_actions + 1>,
             2>
      replies_ = {};
  std::array<std::array<Action, 2>, ultimate::max_ply + 2> killers_;
  std::array<std::array<Action, ultimate::max_ply + 2>, ultimate::max_ply + 2> lines_;
  std::array<int, ultimate::max_ply + 2> line_sizes_;
  CorrectionHistory corrections_;
  // Of the positions on the way, by ply: what the network says, and that with its correction.
  std::array<int, ultimate::max_ply + 2> outputs_, evaluations_;
  int deepest_ply_ = 0;
};

}  // namespace inarow::INAROW_ISA
