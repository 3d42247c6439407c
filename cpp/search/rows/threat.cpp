#include "search/rows/threat.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>

#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

namespace {

// By shape: TABLE I of the paper for five, open four, four, open three, three and open two; the
// rest, which it leaves out, decreases to 0.
constexpr ShapeWeights scores = {0, 0, 0, 0, 1, 2, 3, 8, 10, 40, 50, 200, 1000};
// Of the point evaluation: own shapes count a little more for the player to move.
constexpr int own_points = 3, opponent_points = 2;
// Scales board evaluations to the scores of all searches.
constexpr Score evaluation_unit = 10;
constexpr Score most_evaluation = 900'000;
// Positions that a search for fours may visit, at the root and elsewhere.
constexpr int root_vcf_nodes = 20'000, inner_vcf_nodes = 64;

constexpr std::int16_t for_ever = 2 * max_cells;  // deeper than any search

// A loss that an action outside the candidates might avoid: below any evaluation.
constexpr Score likely_loss_at(int ply) { return -(least_win - 1 - ply); }

Score evaluate(const ShapeBoard& board) {
  const int me = board.to_move();
  const std::int64_t score = evaluation_unit * (board.stones(me) - board.stones(1 - me));
  return static_cast<Score>(std::clamp<std::int64_t>(score, -most_evaluation, most_evaluation));
}

}  // namespace

Threat::Threat(const Mnk& start, const ThreatOptions& options, std::uint64_t)
    : options_(options),
      plan_(std::make_unique<ShapeBoardPlan>(start.rules(), ShapeBoardWeights{scores, scores})),
      table_(options.megabytes) {}

Decision Threat::decide(const Mnk& state, Budget& budget) {
  const int left = state.rules().cells - state.ply();
  const int deepest = std::min({left, options_.depth, budget.limits().depth});
  ShapeBoard board(*plan_, state);
  root_ply_ = state.ply();
  Decision decision = quick_decision(state);
  try {
    if (const int plies = vcf_.solve(board, {root_vcf_nodes, options_.fours}, budget)) {
      decision.pv = vcf_.line();
      decision.action = decision.pv.front();
      decision.value = 1.0;
      decision.proven = Proven::win;
      decision.depth = plies;
      set_candidates(decision, {});
      return decision;
    }
    for (int depth = 1; depth <= deepest; ++depth) {
      PrincipalVariation<Mnk> pv;
      exact_candidates_.clear();
      const Score score = visit(board, depth, -max_score, max_score, pv, budget);
      decision.pv = pv.actions();
      decision.action = decision.pv.front();
      decision.depth = depth;
      decision.value = as_value(score);
      decision.proven = proven_by(score, false);
      set_candidates(decision, exact_candidates_);
      report(budget, decision);
      if (std::abs(score) > most_evaluation) break;
    }
  } catch (const OutOfBudget&) {
    // The last complete depth counts.
  }
  return decision;
}

Score Threat::visit(ShapeBoard& board, int depth, Score alpha, Score beta,
                    PrincipalVariation<Mnk>& pv, Budget& budget) {
  pv.clear();
  budget.visit();
  const Mnk& state = board.state();
  if (board.is_over()) return final_score(state);
  const int me = board.to_move(), ply = state.ply();
  PrincipalVariation<Mnk> rest;
  const auto decided = [&](Score score, Action action) {
    pv.set(action, rest);
    return score;
  };

  // 1. Immediate wins and threats.
  if (!board.fives(me).empty()) return decided(win_at(ply + 1), board.fives(me).front());
  const CellSet& threats = board.fives(1 - me);
  if (threats.size() > 1) return decided(-win_at(ply + 2), threats.front());

  // 2. The table.
  const std::uint64_t key = state.key();
  Action remembered = max_cells;  // none
  if (const Entry* entry = table_.find(key)) {
    remembered = entry->action;
    const bool sharp = entry->bound == Bound::exact ||
                       (entry->bound == Bound::lower && entry->score >= beta) ||
                       (entry->bound == Bound::upper && entry->score <= alpha);
    if (ply > root_ply_ && entry->depth >= depth && sharp) return decided(entry->score, remembered);
  }

  // 3. A victory by fours.
  if (!board.fours(me).empty() && ply > root_ply_) {
    if (const int plies = vcf_.solve(board, {inner_vcf_nodes, options_.fours}, budget)) {
      const Score score = win_at(ply + plies);
      const Action first = vcf_.line().front();
      table_.store({key, score, first, for_ever, Bound::exact});
      return decided(score, first);
    }
  }

  // 4. The candidates, or the forced answer, which costs no depth.
  if (depth == 0 && threats.empty()) return evaluate(board);
  Actions<Mnk> actions;
  if (threats.empty()) {
    choose_candidates(board, remembered, actions);
  } else {
    actions.push(threats.front());
  }
  const bool complete = !threats.empty() || actions.size() == state.legal_action_count();
  const int next_depth = threats.empty() ? depth - 1 : depth;
  Score best = -max_score;
  Action best_action = actions[0];
  for (const Action action : actions) {
    const ScopedMove made(board, action);
    const Score score = -visit(board, next_depth, -beta, -std::max(alpha, best), rest, budget);
    if (score > best) {
      best = score;
      best_action = action;
      pv.set(action, rest);
      // Only a bound is known of the others.
      if (ply == root_ply_)
        exact_candidates_.push_back({.action = action, .value = as_value(score)});
      if (best >= beta) break;
    }
  }
  if (!complete && best <= -least_win) best = likely_loss_at(ply);
  const Bound bound = best <= alpha ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
  table_.store({key, best, best_action, static_cast<std::int16_t>(depth), bound});
  return best;
}

void Threat::choose_candidates(const ShapeBoard& board, Action remembered,
                               Actions<Mnk>& actions) const {
  const MnkRules& rules = board.state().rules();
  const int me = board.to_move();
  actions.clear();
  if (board.near().empty()) {
    actions.push(rules.rows / 2 * rules.cols + rules.cols / 2);
    return;
  }
  // Best first: a score and a cell in one number.
  constexpr int unit = 2 * max_cells;
  std::array<int, max_cells> scored;
  int count = 0;
  board.near().for_each([&](Action cell) {
    const int points =
        own_points * board.point(me, cell) + opponent_points * board.point(1 - me, cell);
    scored[count++] = points * unit + (max_cells - cell);
  });
  const int kept = std::min(count, options_.candidates);
  std::partial_sort(scored.begin(), scored.begin() + kept, scored.begin() + count,
                    std::greater<>());
  for (int i = 0; i < kept; ++i) {
    const int cell = max_cells - scored[i] % unit;
    if (cell == remembered) actions.push(cell);
  }
  for (int i = 0; i < kept; ++i) {
    const int cell = max_cells - scored[i] % unit;
    if (cell != remembered) actions.push(cell);
  }
}

}  // namespace inarow::INAROW_ISA
