// The actions of a position for the search, in which order they are tried, and what is learnt for
// it.
#include <algorithm>
#include <cmath>

#include "search/five/threat_actions.h"
#include "search/five/worker.h"

namespace inarow::INAROW_ISA {

using namespace gomoku;

namespace {

constexpr int history_limit = 8'000;
constexpr double logit = 100;  // in units of the policy
// In hundredths of a logit, like the policy.
constexpr int history_unit = 40, killer_bonus = 100, counter_bonus = 60;

}  // namespace

int GomokuWorker::order_score(Action action, int ply) const {
  const FiveBoard& board = *board_;
  const int me = board.to_move();
  int score = policy_score(action) + history_[me][action] / history_unit;
  if (killers_[ply][0] == action || killers_[ply][1] == action) score += killer_bonus;
  if (board.ply() > 0 && counters_[me][board.last_move()] == action) score += counter_bonus;
  return score;
}

// Appends all actions but `known` to the `count` that are listed; returns the new count.
int GomokuWorker::list_all(ScoredActions& list, int count, int ply, Action known) {
  const FiveBoard& board = *board_;
  update_accumulator();
  if (board.ply() == 0) {
    const Action centre = static_cast<Action>(plan_.rows / 2 * plan_.cols + plan_.cols / 2);
    if (centre != known) list[count++] = {0, centre};
    return count;
  }
  std::uint32_t rows[max_side];
  board.near(rows);
  for (int row = 0; row < plan_.rows; ++row) {
    for (std::uint32_t left = rows[row]; left != 0; left &= left - 1) {
      const Action action = static_cast<Action>(row * plan_.cols + lowest_bit(left));
      if (action != known) list[count++] = {order_score(action, ply), action};
    }
  }
  if (count == 0) {
    // No cell near stones is empty: all empty cells are listed.
    for (int cell = 0; cell < plan_.cells; ++cell) {
      if (board.is_empty(cell)) list[count++] = {0, static_cast<Action>(cell)};
    }
  }
  return count;
}

std::vector<Candidate> GomokuWorker::priors() {
  const auto& accumulator = accumulators_[board_->to_move()];
  if (!accumulator) return {};
  update_accumulator();
  std::vector<Candidate> candidates;
  double total = 0;
  for (int cell = 0; cell < plan_.cells; ++cell) {
    if (!board_->is_empty(cell)) continue;
    const double weight = std::exp(accumulator->policy(cell) / logit);
    candidates.push_back({.action = static_cast<Action>(cell), .prior = weight});
    total += weight;
  }
  for (Candidate& candidate : candidates) *candidate.prior /= total;
  return candidates;
}

// The actions that meet every threatened open four, and all own fours.
int GomokuWorker::list_defences(ScoredActions& list, Action remembered, bool with_fours) {
  const FiveBoard& board = *board_;
  update_accumulator();
  const int me = board.to_move(), you = 1 - me;
  Answers answers;
  meet_open_fours(board, you, answers);
  int count = 0;
  const auto add = [&](Action action) {
    for (int i = 0; i < count; ++i) {
      if (list[i].action == action) return;
    }
    list[count++] = {action == remembered ? infinite : policy_score(action), action};
  };
  for (const Action action : answers) add(action);
  if (with_fours) board.fours(me).for_each(add);
  return count;
}

int GomokuWorker::keep_root_actions(ScoredActions& list, int count) const {
  const auto dropped = [&](const ScoredAction& scored) {
    return std::find(root_actions_.begin(), root_actions_.end(), scored.action) ==
           root_actions_.end();
  };
  const auto kept = std::partition(list.begin(), list.begin() + count,
                                   [&](const auto& c) { return !dropped(c); });
  return kept == list.begin() ? count : static_cast<int>(kept - list.begin());
}

// Removes the actions of better lines; `first` is tried first.
int GomokuWorker::drop_excluded(ScoredActions& list, int count, Action first) const {
  const auto* end = std::remove_if(list.begin(), list.begin() + count, [&](const ScoredAction& c) {
    return std::find(excluded_.begin(), excluded_.end(), c.action) != excluded_.end();
  });
  count = static_cast<int>(end - list.begin());
  for (int i = 0; i < count; ++i) {
    if (list[i].action == first) list[i].score = infinite;
  }
  return count;
}

void GomokuWorker::update_history(Action best, const ActionList<64>& tried, int depth, int ply) {
  const int me = board_->to_move();
  const int bonus = std::min(40 * depth * depth, 2'000);
  const auto change = [&](Action action, int by) {
    std::int16_t& entry = history_[me][action];
    entry = static_cast<std::int16_t>(entry + by - entry * std::abs(by) / history_limit);
  };
  change(best, bonus);
  for (const Action action : tried) {
    if (action != best) change(action, -bonus);
  }
  if (killers_[ply][0] != best) killers_[ply] = {best, killers_[ply][0]};
  if (board_->ply() > 0) counters_[me][board_->last_move()] = best;
}

}  // namespace inarow::INAROW_ISA
