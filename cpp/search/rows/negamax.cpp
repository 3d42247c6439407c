#include "search/rows/negamax.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "search/rows/quick_decision.h"

namespace inarow::INAROW_ISA {

namespace {

using Value = Negamax::Value;

// A proven win, and one that holds unless a reply outside the range refutes it; a sooner win scores
// higher, and evaluations stay below both.
constexpr Value certain_win = 2'000'000'000, likely_win = 1'000'000'000;
constexpr Value least_certain = certain_win - max_cells, least_likely = likely_win - max_cells;
constexpr Value most_evaluation = least_likely - 1;
constexpr Value infinite = certain_win + 1;
constexpr double value_scale = 2e6;  // of an evaluation: two open threes more are a clear advantage

// By shape: the paper's weights of a whole pattern.
constexpr ShapeWeights pattern_weights = {
    0, 10, 10, 10, 10, 100, 500, 5000, 5000, 1'000'000, 5'000'000, 100'000'000, 1'000'000'000};
// For move ordering only.
constexpr ShapeWeights point_weights = {0, 1, 1, 2, 3, 5, 10, 40, 60, 400, 600, 4000, 40000};

// The share of one stone: a pattern that lacks `lack` stones has k - lack of them.
ShapeBoardWeights weights_for(int k) {
  ShapeBoardWeights weights{{}, point_weights};
  for (int shape = 1; shape < shape_count; ++shape) {
    const int lack = (shape_count - shape) / 2;
    weights.stone[shape] = pattern_weights[shape] / std::max(1, k - lack);
  }
  return weights;
}

double as_win_value(Value value) { return std::tanh(static_cast<double>(value) / value_scale); }

}  // namespace

struct Negamax::Box {
  int bottom, top, left, right;  // empty if top < bottom

  static Box around(const Mnk& state) {
    Box box{max_side, -1, max_side, -1};
    for (int i = 0; i < state.ply(); ++i) box = box.with(state.rules().spots[state.move_at(i)]);
    return box;
  }
  Box with(const MnkRules::Spot& spot) const {
    return {std::min<int>(bottom, spot.row), std::max<int>(top, spot.row),
            std::min<int>(left, spot.col), std::max<int>(right, spot.col)};
  }
  Box with_margin(int margin, const MnkRules& rules) const {
    return {std::max(0, bottom - margin), std::min(rules.rows - 1, top + margin),
            std::max(0, left - margin), std::min(rules.cols - 1, right + margin)};
  }
  bool empty() const { return top < bottom; }
  int size() const { return empty() ? 0 : (top - bottom + 1) * (right - left + 1); }
};

Negamax::Negamax(const Mnk& start, const NegamaxOptions& options, std::uint64_t)
    : options_(options),
      plan_(std::make_unique<ShapeBoardPlan>(start.rules(), weights_for(start.rules().k))) {}

Value Negamax::evaluate(const ShapeBoard& board) {
  const int me = board.to_move();
  return std::clamp(board.stones(me) - board.stones(1 - me), -most_evaluation, most_evaluation);
}

Value Negamax::search(const Mnk& state, int depth, Budget& budget) {
  ShapeBoard board(*plan_, state);
  PrincipalVariation<Mnk> pv;
  first_guess_ = max_cells;
  return visit(board, Box::around(state), depth, -infinite, infinite, pv, budget);
}

Decision Negamax::decide(const Mnk& state, Budget& budget) {
  const int left = state.rules().cells - state.ply();
  const int deepest = std::min({left, options_.depth, budget.limits().depth});
  ShapeBoard board(*plan_, state);
  const Box box = Box::around(state);
  const bool covered = box.with_margin(options_.range, state.rules()).size() == state.rules().cells;
  Decision decision = quick_decision(state);
  root_ply_ = state.ply();
  first_guess_ = decision.action;
  try {
    for (int depth = 1; depth <= deepest; ++depth) {
      PrincipalVariation<Mnk> pv;
      exact_candidates_.clear();
      const Value value = visit(board, box, depth, -infinite, infinite, pv, budget);
      decision.pv = pv.actions();
      decision.action = first_guess_ = decision.pv.front();
      decision.depth = depth;
      decision.proven = value >= least_certain     ? Proven::win
                        : value <= -least_certain  ? Proven::loss
                        : covered && depth == left ? Proven::draw
                                                   : Proven::no;
      decision.value = as_win_value(value);
      set_candidates(decision, exact_candidates_);
      report(budget, decision);
      if (value >= least_likely || value <= -least_likely) break;
    }
  } catch (const OutOfBudget&) {
    // The last complete depth counts.
  }
  return decision;
}

Value Negamax::visit(ShapeBoard& board, const Box& box, int depth, Value alpha, Value beta,
                     PrincipalVariation<Mnk>& pv, Budget& budget) {
  pv.clear();
  budget.visit();
  const Mnk& state = board.state();
  if (board.is_over()) return state.outcome() == Outcome::draw ? 0 : state.ply() - certain_win;
  if (depth == 0) return evaluate(board);
  Actions<Mnk> actions;
  const bool complete = actions_to_search(board, box, depth, actions);
  PrincipalVariation<Mnk> rest;
  Value best = -infinite;
  for (const Action action : actions) {
    const ScopedMove made(board, action);
    const Value value = -visit(board, box.with(state.rules().spots[action]), depth - 1, -beta,
                               -std::max(alpha, best), rest, budget);
    if (value > best) {
      best = value;
      pv.set(action, rest);
      // Only a bound is known of the others.
      if (state.ply() == root_ply_ + 1) {
        exact_candidates_.push_back({.action = action, .value = as_win_value(value)});
      }
      if (best >= beta) break;
    }
  }
  // All actions in range lose, but those outside were not searched.
  if (!complete && best <= -least_certain) best += certain_win - likely_win;
  return best;
}

bool Negamax::actions_to_search(const ShapeBoard& board, const Box& box, int depth,
                                Actions<Mnk>& actions) const {
  const MnkRules& rules = board.state().rules();
  const int me = board.to_move();
  actions.clear();
  if (!board.fives(me).empty()) {
    actions.push(board.fives(me).front());
    return true;
  }
  if (depth >= 2 && !board.fives(1 - me).empty()) {
    actions.push(board.fives(1 - me).front());
    return true;
  }
  if (box.empty()) {
    actions.push(rules.rows / 2 * rules.cols + rules.cols / 2);
    return rules.cells == 1;
  }
  // Best first: a score and a cell in one word.
  std::int64_t scored[max_cells];
  int count = 0;
  const Action first = board.state().ply() == root_ply_ ? first_guess_ : max_cells;
  const Box range = box.with_margin(options_.range, rules);
  for (int row = range.bottom; row <= range.top; ++row) {
    for (int col = range.left; col <= range.right; ++col) {
      const int cell = row * rules.cols + col;
      if (!board.is_empty(cell)) continue;
      const std::int64_t score =
          cell == first ? INT32_MAX : 2 * board.point(me, cell) + board.point(1 - me, cell);
      scored[count++] = score * 2 * max_cells + (max_cells - cell);
    }
  }
  std::sort(scored, scored + count, std::greater<>());
  for (int i = 0; i < count; ++i) {
    actions.push(max_cells - static_cast<int>(scored[i] % (2 * max_cells)));
  }
  return count == board.state().legal_action_count();
}

}  // namespace inarow::INAROW_ISA
