#include "search/rows/greedy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <tuple>

namespace inarow::INAROW_ISA {

namespace {

constexpr double growth = 8;  // one more stone outweighs one row less in all but one direction
constexpr double own_share = 2;
// Above every sum of rows: k is at most 21.
constexpr double block_score = 1e30, win_score_of_cell = 1e40;

// What a stone on a cell would make of one line.
struct Row {
  int stones;  // that touch the cell, on both sides of it
  int open_ends;
};

Row row_at(Bits own, Bits free, int bit) {
  const Bits up = own >> (bit + 1), down = own << (64 - bit);
  const int after = std::countr_one(up), before = std::countl_one(down);
  const int open = static_cast<int>(free >> (bit + 1 + after) & 1) +
                   static_cast<int>(free >> (bit - 1 - before) & 1);
  return {before + after, open};
}

double closeness_to_middle(const MnkRules& rules, int cell) {
  const MnkRules::Spot& spot = rules.spots[cell];
  const int rows = std::abs(2 * spot.row - rules.rows + 1);
  const int cols = std::abs(2 * spot.col - rules.cols + 1);
  return 1.0 / (1 + std::max(rows, cols));
}

}  // namespace

std::vector<double> greedy_scores(const LineMap& map, const Mnk& state) {
  const MnkRules& rules = state.rules();
  LineBits lines(map);
  for (int i = 0; i < state.ply(); ++i) lines.toggle(state.move_at(i), i & 1);
  double power[max_side + 1];
  power[0] = 0;
  for (int n = 1; n <= max_side; ++n) power[n] = n == 1 ? growth : power[n - 1] * growth;
  const int me = state.to_move();
  std::vector<double> scores(rules.cells);
  Actions<Mnk> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    double score = 0;
    for (int direction = 0; direction < directions; ++direction) {
      const LineMap::Place& place = map.at(action, direction);
      const Bits free =
          ~(lines.line(place.line, 0) | lines.line(place.line, 1) | map.outside(place.line));
      for (const int player : {me, 1 - me}) {
        const Row row = row_at(lines.line(place.line, player), free, place.bit);
        if (rules.exact ? row.stones + 1 == rules.k : row.stones + 1 >= rules.k) {
          score += player == me ? win_score_of_cell : block_score;
        } else {
          score += power[row.stones] * row.open_ends * (player == me ? own_share : 1);
        }
      }
    }
    scores[action] = score;
  }
  if (std::all_of(scores.begin(), scores.end(), [](double score) { return score == 0; })) {
    for (const Action action : actions) scores[action] = closeness_to_middle(rules, action);
  }
  return scores;
}

// More would take longer to pass to Python than the search takes, and the policy has all.
constexpr std::size_t max_candidates = 20;

Greedy::Greedy(const Mnk& start, const GreedyOptions&, std::uint64_t seed)
    : map_(std::make_unique<LineMap>(start.rules())), rng_(seed) {}

Decision Greedy::decide(const Mnk& state, Budget& budget) {
  if (budget.limits().nodes > 0) budget.visit();
  const std::vector<double> scores = greedy_scores(*map_, state);
  const double best = *std::max_element(scores.begin(), scores.end());
  double total = 0;
  Actions<Mnk> actions, equals;
  state.legal_actions(actions);
  for (const Action action : actions) {
    total += scores[action];
    if (scores[action] == best) equals.push(action);
  }
  Decision decision;
  decision.action = equals[rng_.below(equals.size())];
  decision.pv = {decision.action};
  decision.depth = 1;
  for (const Action action : actions) {
    decision.policy.emplace_back(action, scores[action] / total);
    Candidate candidate{.action = action, .prior = scores[action] / total};
    if (scores[action] >= win_score_of_cell) candidate.value = 1.0;
    decision.candidates.push_back(candidate);
  }
  // Among equals the chosen one comes first.
  std::sort(decision.candidates.begin(), decision.candidates.end(),
            [&](const auto& a, const auto& b) {
              return std::tuple(*b.prior, a.action != decision.action, a.action) <
                     std::tuple(*a.prior, b.action != decision.action, b.action);
            });
  if (decision.candidates.size() > max_candidates) decision.candidates.resize(max_candidates);
  if (best >= win_score_of_cell) {
    decision.value = 1.0;
    decision.proven = Proven::win;
  }
  return decision;
}

}  // namespace inarow::INAROW_ISA
