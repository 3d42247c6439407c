#include "search/ultimate/worker.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "games/bits.h"

namespace inarow::INAROW_ISA {

using namespace ultimate;

namespace {

constexpr int unevaluated = -32'768;  // in the table: not evaluated yet
constexpr int certain_depth = 100;    // in the table: the result follows from the rules

constexpr int mate_at(int ply) { return mate - ply; }

// Tunable numbers; scores are in units of 1 / score_one.
constexpr int aspiration_window = 60;  // half of the first window around the last score
constexpr double reduction_base = 0.4, reduction_divisor = 1.9;
constexpr int reducible_depth = 2;
constexpr int futility_margin = 100, futile_depth = 6;  // the margin is for each ply of depth
constexpr int probcut_depth = 5;                        // the least depth
constexpr int probcut_reduction = 4;                    // plies by which the trial is shallower
constexpr int probcut_margin = 120;                     // the trial must be so far above the window
constexpr int probcut_evaluation = 50;                  // and the evaluation, or it is not tried
// Ordering, in units of the history.
constexpr int history_limit = 8'000;
constexpr int wins_board_bonus = 6'000;    // the action wins its local board
constexpr int gives_board_malus = 4'000;   // the opponent can win the board it is sent to
constexpr int gives_choice_malus = 5'000;  // the opponent may play anywhere
constexpr int killer_bonus = 5'000;

int reduction(int depth, int number) {
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> made{};
    for (int d = 1; d < 64; ++d) {
      for (int n = 1; n < 64; ++n) {
        made[d][n] = static_cast<std::int8_t>(reduction_base +
                                              std::log(d) * std::log(n) / reduction_divisor);
      }
    }
    return made;
  }();
  return table[std::min(depth, 63)][std::min(number, 63)];
}

// Sets a flag as long as it lives.
class ScopedFlag {
 public:
  ScopedFlag(bool& flag, bool value) : flag_(flag), before_(flag) { flag_ = value; }
  ~ScopedFlag() { flag_ = before_; }
  ScopedFlag(const ScopedFlag&) = delete;
  ScopedFlag& operator=(const ScopedFlag&) = delete;

 private:
  bool& flag_;
  const bool before_;
};

void add_to_history(std::int16_t& entry, int bonus) {
  entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / history_limit);
}

}  // namespace

void UltimateWorker::think(const Ultimate& state, Budget& budget, int deepest, int first_depth,
                           SearchedLine& result, int lines, const AfterDepth& is_enough) {
  position_ = std::make_unique<UltimatePosition>(state, network_);
  budget_ = &budget;
  deepest_ply_ = 0;
  for (auto& pair : killers_) pair = {no_action, no_action};
  for (auto& side : history_) {
    for (auto& entry : side) entry = static_cast<std::int16_t>(entry / 2);
  }
  unfinished_.clear();
  bool has_enough = false;
  deepen(
      first_depth, deepest, lines, result,
      [&](int depth, const SearchedLine* last, const std::vector<Action>& excluded) {
        return search_line(depth, last, excluded);
      },
      [&](const SearchedLine& so_far) { return has_enough = is_enough && is_enough(so_far); });
  if (lines > 1 || has_enough || result.line.empty() || result.proven != Proven::no) return;
  if (!unfinished_.empty()) {
    use_unfinished(result);
  } else if (is_selective_ && result.depth >= plies_left(state)) {
    prove(plies_left(state), result);
  }
}

// A better action that an interrupted depth has found counts: its first action was the best so far,
// so another one has beaten that. If the first one loses, nothing is known yet of the others.
void UltimateWorker::use_unfinished(SearchedLine& result) const {
  if (unfinished_score_ <= -least_mate) return;
  result.line = unfinished_;
  result.score = unfinished_score_;
  if (result.score >= least_mate) result.proven = Proven::win;
}

// The last depth reached the end of the game, but with reductions and prunings, so that the result
// is not certain. Without them, and asking for no more than win, draw or loss, it often is soon.
void UltimateWorker::prove(int deepest, SearchedLine& result) {
  static const std::vector<Action> none;
  excluded_ = &none;
  first_ = result.line[0];
  const ScopedFlag full_width(is_selective_, false), proving(is_proving_, true);
  try {
    const int score = visit(deepest, -1, 1, 0);
    if (line_sizes_[0] > 0)
      result.line.assign(lines_[0].begin(), lines_[0].begin() + line_sizes_[0]);
    result.score = score;
    result.proven = score > 0 ? Proven::win : score < 0 ? Proven::loss : Proven::draw;
    result.is_settled = true;
  } catch (const OutOfBudget&) {
    // The result of the last depth stays.
  }
}

// Searches a depth within windows around the last score, which widen until the score is inside.
SearchedLine UltimateWorker::search_line(int depth, const SearchedLine* last,
                                         const std::vector<Action>& excluded) {
  excluded_ = &excluded;
  first_ = last != nullptr && !last->line.empty() ? last->line[0] : no_action;
  unfinished_.clear();
  int score = last != nullptr ? last->score : 0;
  int window = depth < 4 ? 2 * infinite : aspiration_window;
  int alpha = std::max(-infinite, score - window), beta = std::min(infinite, score + window);
  while (true) {
    score = visit(depth, alpha, beta, 0);
    if (score <= alpha && alpha > -infinite) {
      beta = (alpha + beta) / 2;
      alpha = std::max(-infinite, score - window);
    } else if (score >= beta && beta < infinite) {
      first_ = lines_[0][0];  // it is better than what was the best
      beta = std::min(infinite, score + window);
    } else {
      break;
    }
    window *= 3;
  }
  unfinished_.clear();
  SearchedLine found{{lines_[0].begin(), lines_[0].begin() + line_sizes_[0]},
                     score,
                     depth,
                     std::max(depth, deepest_ply_)};
  if (score >= least_mate) {
    found.proven = Proven::win;
  } else if (score <= -least_mate) {
    found.proven = Proven::loss;
  } else if (certain_) {
    found.proven = Proven::draw;
  }
  found.is_settled = certain_ || (is_mate(score) && mate - std::abs(score) <= depth);
  return found;
}

void UltimateWorker::set_line(int ply, Action action, bool with_rest) {
  lines_[ply][0] = action;
  line_sizes_[ply] = 1;
  if (!with_rest) return;
  std::copy_n(lines_[ply + 1].begin(), line_sizes_[ply + 1], lines_[ply].begin() + 1);
  line_sizes_[ply] += line_sizes_[ply + 1];
}

int UltimateWorker::as_score(int output) {
  constexpr int unit = UltimateNetwork::output_one / score_one;
  return std::clamp(output / unit, -most_evaluation, most_evaluation);
}

// An action that makes a line of local boards, or no_action.
Action UltimateWorker::winning_action() const {
  const Ultimate& state = position_->state();
  const int me = state.to_move();
  unsigned boards = Ultimate::completing(state.won_boards(me));
  if (boards == 0) return no_action;
  const int forced = state.forced_board();
  if (forced != Ultimate::any_board) boards &= 1u << forced;
  for (; boards != 0; boards &= boards - 1) {
    const int board = lowest_bit(boards);
    const unsigned cells =
        state.playable_cells(board) & Ultimate::completing(state.local_stones(me, board));
    if (cells != 0) return Ultimate::cell_at(board, lowest_bit(cells));
  }
  return no_action;
}

int UltimateWorker::visit(int depth, int alpha, int beta, int ply) {
  budget_->visit();
  deepest_ply_ = std::max(deepest_ply_, ply);
  const Ultimate& state = position_->state();
  const bool on_line = beta - alpha > 1;
  line_sizes_[ply] = 0;
  certain_ = true;

  // 1. Decided positions.
  if (state.outcome() != Outcome::ongoing) {
    return returns(state.outcome(), state.to_move()) * mate_at(ply);
  }
  const bool is_root = ply == 0;
  const bool others_only = is_root && !excluded_->empty();
  if (!others_only) {
    const Action winning = winning_action();
    if (winning != no_action) {
      set_line(ply, winning, false);
      return mate_at(ply + 1);
    }
  }
  if (!is_root) {
    alpha = std::max(alpha, -mate_at(ply + 1));  // the last board may end the game for either side
    beta = std::min(beta, mate_at(ply + 1));
    if (alpha >= beta) return alpha;
  }

  // 2. The table. Leaves are not looked up: the network is as quick as the memory.
  SharedTable::Known known;
  Action remembered = no_action;
  int evaluated = unevaluated;
  bool is_known = false;
  if (!others_only && depth > 0 && table_.find(position_->key(), known)) {
    if (known.action < no_action && state.is_legal(known.action)) remembered = known.action;
    int score = known.score;
    if (score >= least_mate) score -= ply;
    if (score <= -least_mate) score += ply;
    const bool sharp = known.bound == Bound::exact ||
                       (known.bound == Bound::lower && score >= beta) ||
                       (known.bound == Bound::upper && score <= alpha);
    const bool is_certain = known.depth == certain_depth;
    if (sharp && !is_root && known.depth >= depth && ((!on_line && !is_proving_) || is_certain)) {
      certain_ = is_certain;
      return score;
    }
    evaluated = known.evaluation;
    is_known = true;
  }
  // At the root the best so far goes first, whatever a search that failed low, or another thread,
  // has left in the table.
  if (is_root && first_ != no_action) remembered = first_;

  // 3. The leaves.
  if (evaluated == unevaluated) evaluated = as_score(position_->output());
  outputs_[ply] = evaluated;
  if (is_selective_) {
    evaluated = std::clamp(evaluated + corrections_.correction(*position_), -most_evaluation,
                           most_evaluation);
  }
  if (depth <= 0) {
    certain_ = false;
    return evaluated;
  }

  // 4. Reverse futility: so far above the window that a short search would hardly change it.
  evaluations_[ply] = evaluated;
  const bool improving = ply < 2 || evaluated > evaluations_[ply - 2];
  const int margin = futility_margin * (improving && depth > 1 ? depth - 1 : depth);
  if (is_selective_ && !on_line && depth <= futile_depth && !is_mate(beta) &&
      evaluated - margin >= beta) {
    certain_ = false;
    return evaluated;
  }

  // 5. ProbCut: a shallower search that is far above the window is as good as this one, but where
  //    this one could reach the end of the game, which is what proves draws.
  const int high = beta + probcut_margin, trial_depth = depth - probcut_reduction;
  const bool is_refuted = is_known && known.depth >= trial_depth && known.score < high;
  if (is_selective_ && !on_line && !is_root && depth >= probcut_depth &&
      depth < state.playable_count() && !is_mate(beta) && evaluated >= beta + probcut_evaluation &&
      !is_refuted) {
    const int score = visit(trial_depth, high - 1, high, ply);
    if (score >= high) return score;
    if (remembered == no_action && table_.find(position_->key(), known) &&
        known.action < no_action && state.is_legal(known.action)) {
      remembered = known.action;
    }
  }
  return search_actions(depth, alpha, beta, ply, remembered, improving);
}

int UltimateWorker::list_actions(ScoredActions& list, int ply, Action remembered) const {
  const Ultimate& state = position_->state();
  const int me = state.to_move(), you = 1 - me;
  const auto& history = history_[me];
  const auto& replies = replies_[me][last_move()];
  unsigned winnable = 0;  // the boards that the opponent would win at once
  for (int board = 0; board < 9; ++board) {
    const unsigned cells = Ultimate::completing(state.local_stones(you, board));
    winnable |= unsigned{(cells & state.playable_cells(board)) != 0} << board;
  }
  const int forced = state.forced_board();
  const int from = forced == Ultimate::any_board ? 0 : forced;
  const int to = forced == Ultimate::any_board ? 8 : forced;
  int count = 0;
  for (int board = from; board <= to; ++board) {
    unsigned cells = state.playable_cells(board);
    const unsigned winning = Ultimate::completing(state.local_stones(me, board));
    for (; cells != 0; cells &= cells - 1) {
      const int cell = lowest_bit(cells);
      const Action action = Ultimate::cell_at(board, cell);
      if (ply == 0 && std::find(excluded_->begin(), excluded_->end(), action) != excluded_->end()) {
        continue;
      }
      int score = history[action] + replies[action];
      const bool wins = winning >> cell & 1;
      if (wins) score += wins_board_bonus;
      if (state.playable_cells(cell) == 0 || (wins && cell == board)) {
        score -= gives_choice_malus;
      } else if (winnable >> cell & 1) {
        score -= gives_board_malus;
      }
      if (action == killers_[ply][0] || action == killers_[ply][1]) score += killer_bonus;
      if (action == remembered) score = infinite * 4;
      list[count++] = {score, action};
    }
  }
  return count;
}

int UltimateWorker::search_actions(int depth, int alpha, int beta, int ply, Action remembered,
                                   bool improving) {
  const Ultimate& state = position_->state();
  const int me = state.to_move();
  const bool on_line = beta - alpha > 1;
  ScoredActions list;
  const int count = list_actions(list, ply, remembered);
  if (count == 0) return -infinite;  // all are excluded
  // Internal iterative reduction: without an action of the table, a ply less.
  if (is_selective_ && remembered == no_action && depth >= 4) --depth;
  // An only action costs no depth.
  const int next = is_selective_ && count == 1 && ply > 0 ? depth : depth - 1;

  // 6. The actions, best first.
  int best = -infinite;
  Action best_action = list[0].action;
  const int first_alpha = alpha;
  bool all_certain = true;
  ActionList<Ultimate::max_actions> tried;
  // Selection sort: only the best of the rest is needed next. It is known one action ahead, so that
  // its entry of the table comes while the action before it is searched.
  const auto select = [&](int number) {
    if (number >= count) return;
    auto* chosen = std::max_element(list.begin() + number, list.begin() + count,
                                    [](const auto& a, const auto& b) { return a.score < b.score; });
    std::swap(list[number], *chosen);
    if (next > 0) table_.prefetch(position_->key_after(list[number].action));
  };
  select(0);
  for (int number = 0; number < count; ++number) {
    select(number + 1);
    const Action action = list[number].action;
    int score;
    {
      const ScopedMove made(*position_, action);
      if (number == 0) {
        score = -visit(next, -beta, -alpha, ply + 1);
      } else {
        int less = 0;
        if (is_selective_ && depth >= reducible_depth && number >= 2) {
          less = reduction(depth, number);
          if (on_line && less > 0) --less;
          if (!improving) ++less;
          less -= history_[me][action] / 4000;
          less = std::clamp(less, 0, next > 0 ? next - 1 : 0);
        }
        score = -visit(next - less, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && less > 0) score = -visit(next, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta) score = -visit(next, -beta, -alpha, ply + 1);
      }
    }
    all_certain = all_certain && certain_;
    if (score > best) {
      best = score;
      best_action = action;
      if (score > alpha) {
        if (on_line || ply == 0) set_line(ply, action, true);
        if (ply == 0) {
          unfinished_.assign(lines_[0].begin(), lines_[0].begin() + line_sizes_[0]);
          unfinished_score_ = score;
        }
        alpha = score;
        if (alpha >= beta) break;
      }
    }
    tried.push(action);
  }
  // A cut-off needs one action only; all the others count otherwise.
  certain_ = best >= beta ? certain_ : all_certain;
  // With actions excluded, the rest says nothing of the position.
  if (ply == 0 && !excluded_->empty()) return best;
  if (best >= beta) update_history(best_action, tried, depth, ply);
  // A bound on the score says something of the evaluation only if that is on the wrong side of it.
  const int difference = best - evaluations_[ply];
  const bool differs = best >= beta ? difference > 0 : best > first_alpha || difference < 0;
  if (is_selective_ && differs && !certain_ && !is_mate(best)) {
    corrections_.update(*position_, difference, depth);
  }
  int kept = best;
  if (kept >= least_mate) kept += ply;
  if (kept <= -least_mate) kept -= ply;
  table_.store(
      position_->key(),
      {static_cast<std::int16_t>(kept), static_cast<std::int16_t>(outputs_[ply]), best_action,
       static_cast<std::int8_t>(certain_ ? certain_depth : std::min(depth, 99)),
       best >= beta         ? Bound::lower
       : best > first_alpha ? Bound::exact
                            : Bound::upper});
  return best;
}

void UltimateWorker::update_history(Action best, const ActionList<Ultimate::max_actions>& tried,
                                    int depth, int ply) {
  auto& killers = killers_[ply];
  if (killers[0] != best) killers = {best, killers[0]};
  const int bonus = std::min(depth * depth * 16, 1'600), me = position_->state().to_move();
  auto& replies = replies_[me][last_move()];
  add_to_history(history_[me][best], bonus);
  add_to_history(replies[best], bonus);
  for (const Action action : tried) {
    if (action == best) continue;
    add_to_history(history_[me][action], -bonus);
    add_to_history(replies[action], -bonus);
  }
}

}  // namespace inarow::INAROW_ISA
