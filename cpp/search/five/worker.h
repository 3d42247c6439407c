// One thread of the Gomoku engine: the search itself. See gomoku.h for what it does, step by step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#include "search/base.h"
#include "search/five/field.h"
#include "search/five/fours.h"
#include "search/five/sharedtable.h"

namespace inarow::INAROW_ISA {

namespace gomoku {

// Scores, for the player to move; wins are worth more the sooner they come, in plies from the root.
constexpr int mate = 30'000, infinite = 31'000, least_mate = mate - 1'000;

constexpr bool is_mate(int score) { return score >= least_mate || score <= -least_mate; }
constexpr int most_evaluation = 20'000;
constexpr int max_ply = 200;

}  // namespace gomoku

class GomokuWorker {
 public:
  GomokuWorker(const FieldPlan& plan, SharedTable& table) : plan_(plan), table_(table) {}

  // The best line found so far, and what it is worth.
  struct Result {
    std::vector<Move> line;
    int score = 0;
    int depth = 0;
  };

  // Deepens until the budget is spent or `deepest` is reached. `result` is whole at any time.
  void think(const Mnk& state, Budget& budget, int deepest, int first_depth, Result& result);

  // At the root only these are searched, if any of them is among the moves to try.
  void search_only(const std::vector<Move>& moves) { worth_ = moves; }

 private:
  struct Candidate {
    int score;
    Move move;
  };
  using Candidates = std::array<Candidate, max_cells>;

  int visit(int depth, int alpha, int beta, int ply);
  int search_moves(int depth, int alpha, int beta, int ply, bool danger, Move remembered,
                   int evaluation);
  int list_all(Candidates& list, int ply, Move remembered) const;
  int list_defences(Candidates& list, Move remembered, bool with_fours) const;
  int order_score(Move move, int ply) const;
  int keep_worth(Candidates& list, int count) const;
  void reward(Move best, const MoveList<64>& tried, int depth, int ply);
  void set_line(int ply, Move move, bool with_rest);

  int evaluation() const {
    return std::clamp(field_->evaluate(), -gomoku::most_evaluation, gomoku::most_evaluation);
  }

  const FieldPlan& plan_;
  SharedTable& table_;
  std::unique_ptr<Field> field_;
  Budget* budget_ = nullptr;
  FourSearch fours_;
  std::vector<Move> worth_;
  std::array<std::array<std::int16_t, max_cells>, 2> history_ = {};
  std::array<std::array<Move, 2>, gomoku::max_ply + 2> killers_;
  std::array<std::array<Move, max_cells>, 2> counters_;
  std::array<std::array<Move, gomoku::max_ply + 2>, gomoku::max_ply + 2> lines_;
  std::array<int, gomoku::max_ply + 2> line_sizes_;
};

}  // namespace inarow::INAROW_ISA
