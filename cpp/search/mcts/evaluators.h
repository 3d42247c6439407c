// Evaluators: what a Monte-Carlo search asks about the leaves of its tree. One is a class with
//
//   using Board        what is played on: the game G, or a board with its heuristics
//   has_priors         whether its priors mean something, or are only an order
//   is_slow            whether the clock must be looked at before every position
//   is_random          whether a second answer about a position tells more
//   Board board(const G& state)
//   void evaluate(std::span<Question<G, Board>> questions, Rng& rng)
//
// It answers a batch of questions in one call: a playout or a heuristic one by one, a network all
// together.
#pragma once

#include <algorithm>
#include <span>

#include "games/rng.h"
#include "search/mcts/tactics.h"
#include "search/rows/ordering.h"
#include "search/rows/position.h"

namespace inarow::INAROW_ISA {

// A position that is not over, and what is asked about it.
template <Game G, class Board>
struct Question {
  const Board* board;
  // If a node is made here: its actions, which may be put in a better order, and their priors,
  // which add up to 1 if they mean something. Else null.
  Actions<G>* actions;
  float* priors;
  bool wants_points;
  float points;  // the answer: in [0, 1] for the player to move
};

constexpr float points_of(Outcome outcome, int player) {
  return 0.5f * static_cast<float>(1 + returns(outcome, player));
}

// For evaluators that answer one question after the other, and tell priors and points apart.
template <class Answers, Game G, class Board>
void answer_each(Answers& answers, std::span<Question<G, Board>> questions, Rng& rng) {
  for (Question<G, Board>& question : questions) {
    if (question.actions) answers.set_priors(*question.board, *question.actions, question.priors);
    if (question.wants_points) question.points = answers.points(*question.board, rng);
  }
}

inline void set_alike(float* priors, int count) { std::fill(priors, priors + count, 0.0f); }

// The result of one game with random moves. No order and no priors: for selections that try actions
// at random.
template <Game G>
class RandomPlayout {
 public:
  using Board = G;
  static constexpr bool has_priors = false, is_slow = false, is_random = true;

  explicit RandomPlayout(const G&) {}
  static G board(const G& state) { return state; }
  void evaluate(std::span<Question<G, G>> questions, Rng& rng) const {
    answer_each(*this, questions, rng);
  }

  void set_priors(const G&, const Actions<G>& actions, float* priors) const {
    set_alike(priors, actions.size());
  }
  float points(const G& state, Rng& rng) const {
    return points_of(state.random_playout(rng), state.to_move());
  }
};

// The heuristic evaluation, without a playout. Actions are ordered by their heuristic score, best
// first, with priors proportional to it.
template <Game G>
class Heuristic {
 public:
  using Board = Position<G>;
  static constexpr bool has_priors = true, is_slow = false, is_random = false;

  explicit Heuristic(const G&) {}
  static Position<G> board(const G& state) { return Position<G>(state); }
  void evaluate(std::span<Question<G, Position<G>>> questions, Rng& rng) const {
    answer_each(*this, questions, rng);
  }

  void set_priors(const Position<G>& position, Actions<G>& actions, float* priors) const {
    Score scores[G::max_actions];
    order_by_score(position, actions, scores);
    const int count = actions.size();
    // Scores may be negative; the lowest still gets a small prior.
    const Score most = scores[0], least = scores[count - 1];
    const float ground = 1 + least_share * static_cast<float>(most - least);
    float total = 0;
    for (int i = 0; i < count; ++i) {
      total += priors[i] = ground + static_cast<float>(scores[i] - least);
    }
    for (int i = 0; i < count; ++i) priors[i] /= total;
  }
  float points(const Position<G>& position, Rng&) const {
    return 0.5f * static_cast<float>(1 + as_value(position.evaluate()));
  }

 private:
  static constexpr float least_share = 0.02f;  // of the best move's lead
};

// Win, block, make a row that lacks one stone, stop one; else weighted by worth.
struct ByWorth {
  static constexpr Guidance guidance = Guidance::win_block_and_rows;
  template <class Board>
  static Score weight(const Board& board, Action action) {
    return board.worth(action);
  }
};

// Win, block; else weighted by priority.
struct ByPriority {
  static constexpr Guidance guidance = Guidance::win_and_block;
  template <class Board>
  static Score weight(const Board& board, Action action) {
    return 1 + board.priority(action);
  }
};

// The result of one game in which both sides follow simple rules, and draw among the actions that
// these leave with a probability proportional to a weight. Actions are ordered by the same weight,
// best first, for selections that try them in order.
template <Game G, class Style>
class GuidedPlayout {
 public:
  using Board = Tactics<G>;
  static constexpr bool has_priors = false, is_slow = true, is_random = true;

  explicit GuidedPlayout(const G& start) : board_(start) {}
  static Tactics<G> board(const G& state) { return Tactics<G>(state); }
  void evaluate(std::span<Question<G, Tactics<G>>> questions, Rng& rng) {
    answer_each(*this, questions, rng);
  }

  void set_priors(const Tactics<G>& board, Actions<G>& actions, float* priors) const {
    order_by<G>(actions, [&](Action action) { return Style::weight(board, action); });
    set_alike(priors, actions.size());
  }
  // Inlined into the search, it would make both slower.
  [[gnu::noinline]] float points(const Tactics<G>& leaf, Rng& rng) {
    board_ = leaf;
    const G& state = board_.state();
    while (state.outcome() == Outcome::ongoing && !board_.is_settled()) board_.play(choose(rng));
    return points_of(state.outcome(), leaf.state().to_move());
  }

 private:
  Action choose(Rng& rng) const {
    Actions<G> actions;
    board_.actions_by_rule(Style::guidance, actions);
    std::int64_t sums[G::max_actions], total = 0;
    for (int i = 0; i < actions.size(); ++i) {
      sums[i] = total += Style::weight(board_, actions[i]);
    }
    const auto drawn = static_cast<std::int64_t>(rng.next() % static_cast<std::uint64_t>(total));
    return actions[static_cast<int>(std::upper_bound(sums, sums + actions.size(), drawn) - sums)];
  }

  Tactics<G> board_;
};

}  // namespace inarow::INAROW_ISA
