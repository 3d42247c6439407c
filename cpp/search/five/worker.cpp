#include "search/five/worker.h"

#include <cmath>

namespace inarow::INAROW_ISA {

using namespace gomoku;

namespace {

constexpr Action no_action = max_cells;

constexpr int mate_at(int ply) { return mate - ply; }

// Tunable numbers; evaluations are in units of the weights.
constexpr int aspiration_window = 60;  // half of the first window around the last score
constexpr int futility_margin = 63;    // per ply but the first, for positions above the window
constexpr int futility_depth = 20;
constexpr int razor_margin = 220;  // per ply, below the window
constexpr int razor_depth = 2;
constexpr int quiet_margin = 120;  // per ply, for quiet moves below the window
constexpr int quiet_depth = 5;
constexpr int deepest_defence = -3;  // how far below depth 0 threats are answered
constexpr int leaf_four_nodes = 200, inner_four_nodes = 60;
constexpr int unevaluated = -32'768;  // in the table: not evaluated yet

// Late move pruning: how many actions are searched at a depth; half as many if the evaluation does
// not improve.
constexpr int count_base = 3;
constexpr double count_power = 1.32;

int max_action_count(int depth, bool improving) {
  static const auto table = [] {
    std::array<std::int16_t, 64> made{};
    for (int d = 0; d < 64; ++d) made[d] = static_cast<std::int16_t>(std::pow(d, count_power));
    return made;
  }();
  const int more = table[std::clamp(depth, 0, 63)];
  return count_base + (improving ? more : more / 2);
}

int reduction(int depth, int number) {
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> made{};
    for (int d = 1; d < 64; ++d) {
      for (int n = 1; n < 64; ++n) {
        made[d][n] = static_cast<std::int8_t>(0.4 + std::log(d) * std::log(n) / 1.9);
      }
    }
    return made;
  }();
  return table[std::min(depth, 63)][std::min(number, 63)];
}

}  // namespace

void GomokuWorker::think(const Mnk& state, Budget& budget, int deepest, int first_depth,
                         SearchedLine& result, int lines, const AfterDepth& is_enough) {
  board_ = std::make_unique<FiveBoard>(plan_, state);
  for (const int player : {0, 1}) {
    if (network_ != nullptr)
      accumulators_[player] = std::make_unique<LineAccumulator>(*network_, plan_, player);
  }
  budget_ = &budget;
  deepest_ply_ = 0;
  for (auto& pair : killers_) pair = {no_action, no_action};
  for (auto& side : counters_) side.fill(no_action);
  for (auto& side : history_) {
    for (auto& entry : side) entry = static_cast<std::int16_t>(entry / 2);
  }
  deepen(
      first_depth, deepest, lines, result,
      [&](int depth, const SearchedLine* last, const std::vector<Action>& excluded) {
        return search_line(depth, last, excluded);
      },
      is_enough);
}

SearchedLine GomokuWorker::search_line(int depth, const SearchedLine* last,
                                       const std::vector<Action>& excluded) {
  excluded_ = excluded;
  root_hint_ = last != nullptr && !last->line.empty() ? last->line[0] : no_action;
  const int score = aspiration_search(depth, last != nullptr ? last->score : 0);
  return {{lines_[0].begin(), lines_[0].begin() + line_sizes_[0]},
          score,
          depth,
          std::max(depth, deepest_ply_),
          is_mate(score) && mate - std::abs(score) <= depth + 1};
}

// Searches a depth within windows around the last score, which widen until the score is inside.
int GomokuWorker::aspiration_search(int depth, int score) {
  int window = depth < 4 ? 2 * infinite : aspiration_window;
  int alpha = std::max(-infinite, score - window), beta = std::min(infinite, score + window);
  while (true) {
    score = excluded_.empty() ? visit(depth, alpha, beta, 0) : visit_others(depth, alpha, beta);
    if (score <= alpha && alpha > -infinite) {
      beta = (alpha + beta) / 2;
      alpha = std::max(-infinite, score - window);
    } else if (score >= beta) {
      beta = std::min(infinite, score + window);
    } else {
      return score;
    }
    window *= 3;
  }
}

// The root without the actions of better lines; the line is empty if there are no others.
int GomokuWorker::visit_others(int depth, int alpha, int beta) {
  budget_->visit();
  line_sizes_[0] = 0;
  const int you = 1 - board_->to_move();
  if (!board_->fives(you).empty()) return -infinite;  // the only answer is excluded
  evaluations_[0] = evaluation();
  return search_actions(depth, alpha, beta, 0, !board_->open_fours(you).empty(), root_hint_,
                        evaluations_[0], true);
}

void GomokuWorker::set_line(int ply, Action action, bool with_rest) {
  lines_[ply][0] = action;
  line_sizes_[ply] = 1;
  if (!with_rest) return;
  std::copy_n(lines_[ply + 1].begin(), line_sizes_[ply + 1], lines_[ply].begin() + 1);
  line_sizes_[ply] += line_sizes_[ply + 1];
}

int GomokuWorker::visit(int depth, int alpha, int beta, int ply) {
  budget_->visit();
  deepest_ply_ = std::max(deepest_ply_, ply);
  FiveBoard& board = *board_;
  const int me = board.to_move(), you = 1 - me;
  const bool on_line = beta - alpha > 1;
  line_sizes_[ply] = 0;

  // 1. Decided positions.
  if (!board.fives(me).empty()) {
    set_line(ply, board.fives(me).front(), false);
    return mate_at(ply + 1);
  }
  if (board.is_full()) return 0;
  if (board.fives(you).size() > 1) {
    set_line(ply, board.fives(you).front(), false);
    return -mate_at(ply + 2);
  }
  if (ply >= max_ply) return evaluation();
  alpha = std::max(alpha, -mate_at(ply + 2));
  beta = std::min(beta, mate_at(ply + 1));
  if (alpha >= beta && ply > 0) return alpha;
  if (!board.fives(you).empty()) {
    // One answer, which costs no depth.
    evaluations_[ply] = ply > 0 ? -evaluations_[ply - 1] : evaluation();
    const Action answer = board.fives(you).front();
    int score;
    {
      const ScopedMove made(board, answer);
      score = -visit(depth, -beta, -alpha, ply + 1);
    }
    set_line(ply, answer, true);
    return score;
  }
  if (!board.open_fours(me).empty()) {
    set_line(ply, board.open_fours(me).front(), false);
    return mate_at(ply + 3);
  }

  // 2. The table.
  SharedTable::Known known;
  Action remembered = no_action;
  int evaluated = unevaluated;
  if (table_.find(board.key(), known)) {
    if (known.action < no_action && board.is_empty(known.action)) remembered = known.action;
    int score = known.score;
    if (score >= least_mate) score -= ply;
    if (score <= -least_mate) score += ply;
    const bool sharp = known.bound == Bound::exact ||
                       (known.bound == Bound::lower && score >= beta) ||
                       (known.bound == Bound::upper && score <= alpha);
    if (!on_line && known.depth >= depth && sharp) return score;
    evaluated = known.evaluation;
  }

  // 3. and 4. Threats, and the leaves.
  const bool danger = !board.open_fours(you).empty();
  if (!board.fours(me).empty() && ply > 0) {
    const int nodes = depth <= 0 ? leaf_four_nodes : inner_four_nodes;
    if (const int plies = fours_.solve(board, {nodes}, *budget_)) {
      set_line(ply, fours_.line().front(), false);
      const int score = mate_at(ply + plies);
      table_.store(board.key(),
                   {static_cast<std::int16_t>(score + ply), static_cast<std::int16_t>(evaluated),
                    fours_.line().front(), 100, Bound::exact});
      return score;
    }
  }
  if (evaluated == unevaluated) evaluated = evaluation();
  evaluations_[ply] = evaluated;
  // Whether the evaluation is better than at the last own move.
  const bool improving = ply < 2 || evaluated > evaluations_[ply - 2];
  if (depth <= 0 && (!danger || depth <= deepest_defence)) return evaluated;

  // 5. Cut off by the evaluation.
  if (!on_line && !danger && !is_mate(beta) && !is_mate(alpha)) {
    const bool pressed = board.count(you, makes_four_three) > 0;
    const int margin = futility_margin * (depth - 1 - improving);
    if (depth <= futility_depth && !pressed && evaluated - margin >= beta) return evaluated;
    if (depth <= razor_depth && evaluated + razor_margin * depth <= alpha) return evaluated;
  }
  return search_actions(depth, alpha, beta, ply, danger, remembered, evaluated, improving);
}

int GomokuWorker::search_actions(int depth, int alpha, int beta, int ply, bool danger,
                                 Action remembered, int evaluated, bool improving) {
  FiveBoard& board = *board_;
  const int me = board.to_move();
  const bool on_line = beta - alpha > 1;
  ScoredActions list;
  // At the root some actions may be excluded: they are removed from the complete list.
  const bool others_only = ply == 0 && !excluded_.empty();
  const bool chosen_only = others_only || (ply == 0 && !root_actions_.empty());
  // The table's action often causes a cutoff: the others are listed when they are needed.
  bool more_to_list = !danger && remembered != no_action && !chosen_only;
  int count;
  if (danger) {
    count = list_defences(list, remembered, depth > 0);
  } else if (more_to_list) {
    list[0] = {infinite, remembered};
    count = 1;
  } else {
    count = list_all(list, 0, ply, no_action);
  }
  if (chosen_only) count = keep_root_actions(list, count);
  if (others_only && (count = drop_excluded(list, count, remembered)) == 0) return -infinite;
  if (count == 0) return depth > 0 ? -mate_at(ply + 4) : evaluated;  // nothing meets all threats
  // Internal iterative reduction: without an action of the table, a ply less.
  if (remembered == no_action && depth >= 4 && !danger) --depth;

  int best = -infinite;
  Action best_action = list[0].action;
  const int first_alpha = alpha;
  int top = -infinite;  // the best ordering score, not counting the table's action
  const int most = max_action_count(depth, improving);
  ActionList<64> tried;
  Force least = quiet;  // what an action must do to be searched
  for (int number = 0;; ++number) {
    if (number == count && more_to_list) {
      count = list_all(list, count, ply, remembered);
      more_to_list = false;
    }
    // 6. Prunes late moves except fours, and quiet moves far below the window.
    if (ply > 0 && !danger && number > 0 && best > -least_mate && least < makes_four) {
      const Force before = least;
      const bool hopeless =
          !on_line && depth <= quiet_depth && evaluated + quiet_margin * depth <= alpha;
      if (hopeless) least = makes_open_three;
      if (number > most) least = makes_four;
      if (least != before) {
        const auto left_out = [&](const ScoredAction& scored) {
          return least == makes_four ? board.force(me, scored.action) < makes_four
                                     : !is_forcing(scored.action);
        };
        count = static_cast<int>(
            std::remove_if(list.begin() + number, list.begin() + count, left_out) - list.begin());
      }
    }
    if (number == count) break;
    // Selection sort: only the best of the rest is needed next.
    auto* chosen = std::max_element(list.begin() + number, list.begin() + count,
                                    [](const auto& a, const auto& b) { return a.score < b.score; });
    std::swap(list[number], *chosen);
    const Action action = list[number].action;
    if (number == 1 || list[0].score < infinite) top = std::max(top, list[number].score);
    const Force mine = board.force(me, action);
    const bool is_quiet = !is_forcing(action);

    int score;
    {
      table_.prefetch(board.key_after(action));
      const ScopedMove made(board, action);
      const int next = depth - 1;
      if (number == 0) {
        score = -visit(next, -beta, -alpha, ply + 1);
      } else {
        int less = 0;
        if (depth >= 2 && number >= 2 && mine < makes_four_plus) {
          less = reduction(depth, number) + std::clamp((top - list[number].score) / 200 - 1, -1, 2);
          if (!is_quiet) less /= 2;
          if (on_line && less > 0) --less;
          less -= history_[me][action] / 4000;
          less = std::clamp(less, 0, next > 0 ? next - 1 : 0);
        }
        score = -visit(next - less, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && less > 0) score = -visit(next, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta) score = -visit(next, -beta, -alpha, ply + 1);
      }
    }
    if (score > best) {
      best = score;
      best_action = action;
      if (score > alpha) {
        if (on_line || ply == 0) set_line(ply, action, true);
        alpha = score;
        if (alpha >= beta) break;
      }
    }
    if (tried.size() < 64) tried.push(action);
  }
  if (others_only) return best;  // not for the table: some actions were excluded
  if (best >= beta && !danger) update_history(best_action, tried, depth, ply);
  int kept = best;
  if (kept >= least_mate) kept += ply;
  if (kept <= -least_mate) kept -= ply;
  table_.store(board.key(), {static_cast<std::int16_t>(kept), static_cast<std::int16_t>(evaluated),
                             best_action, static_cast<std::int8_t>(std::clamp(depth, -100, 99)),
                             best >= beta         ? Bound::lower
                             : best > first_alpha ? Bound::exact
                                                  : Bound::upper});
  return best;
}

}  // namespace inarow::INAROW_ISA
