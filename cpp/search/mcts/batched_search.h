// A Monte-Carlo search that keeps many leaves in flight, of one game or of many, so that its
// evaluator answers whole batches: what a network needs.
//
// Games take turns in giving a leaf to the batch. A leaf whose position another one waits for
// already would only be asked again, so that its game gives no more leaves to this batch; unless
// the evaluator is random, and a second answer is worth as much as the first.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/mcts/evaluators.h"
#include "search/mcts/root_decision.h"

namespace inarow::INAROW_ISA {

template <Game G, class Policies>
class BatchedSearch {
 public:
  using Evaluator = typename Policies::Evaluator;

  // For up to `games` games at once, each with a tree of its own, and batches of up to `batch`
  // leaves. The evaluator must outlive the search.
  BatchedSearch(const G& start, const MctsOptions& options, std::uint64_t seed,
                Evaluator& evaluator, int games, int batch)
      : options_(options), seed_(seed), evaluator_(evaluator), rng_(seed) {
    for (int i = 0; i < games; ++i) {
      games_.push_back(std::make_unique<SearchedGame>(start, options, seed));
    }
    for (int i = 0; i < batch; ++i) {
      leaves_.push_back(std::make_unique<LeafInFlight>(start));
    }
  }

  // A decision for each game: at least one, and not more than the search was made for. Limits of
  // simulations and depth are for each game, all others for all of them together.
  std::vector<Decision> decide(std::span<const G> states, Budget& budget) {
    count_ = static_cast<int>(states.size());
    next_ = 0;
    rng_ = Rng(seed_ ^ mix64(states[0].key()));
    free_.clear();
    for (const auto& leaf : leaves_) free_.push_back(leaf.get());
    const Budget::ProgressUpdate updated(budget, [&](Progress& progress) {
      if (count_ == 1) update_progress(progress, games_[0]->tree, states[0]);
    });
    try {
      set_roots(states);
      while (collect(budget)) {
        budget.check();
        answer(budget.limits().depth);
      }
    } catch (const OutOfBudget&) {
      cancel_all();
    } catch (...) {  // of the evaluator
      cancel_all();
      throw;
    }
    std::vector<Decision> decisions;
    for (int i = 0; i < count_; ++i) {
      decisions.push_back(final_decision(games_[i]->tree, states[i], options_));
    }
    return decisions;
  }

  void set_temperature(double temperature) { options_.temperature = temperature; }

 private:
  using Board = typename Evaluator::Board;

  struct SearchedGame {
    SearchedGame(const G& start, const MctsOptions& options, std::uint64_t seed)
        : tree(start, options, seed), root(start) {}

    Tree<G, Policies, true> tree;
    G root;
    bool is_blocked = false;  // until the batch is answered
  };

  struct LeafInFlight {
    explicit LeafInFlight(const G& start) : board(start) {}

    SearchedGame* game = nullptr;
    Board board;
    Leaf<G> leaf;
    float priors[G::max_actions];
  };

  // All games have a root before the first simulation, for which no budget is too small.
  void set_roots(std::span<const G> states) {
    for (int i = 0; i < count_; ++i) {
      SearchedGame& game = *games_[i];
      game.root = states[i];
      game.is_blocked = false;
      game.tree.prepare(states[i]);
      LeafInFlight& each = take_leaf(game);
      game.tree.set_root(each.board, each.leaf);
      if (!each.leaf.makes_node) {
        game.tree.add_noise();
        free_.push_back(&each);
      } else {
        ask_or_expand(each);
      }
      if (free_.empty()) answer(0);
    }
    if (!asked_.empty()) answer(0);
  }

  // Boards cannot be copied in general, and most leaves begin where the last one did.
  static void go_to(Board& board, const G& state) {
    int same = 0;
    const G& now = state_of<G>(board);
    while (same < std::min(now.ply(), state.ply()) && now.move_at(same) == state.move_at(same)) {
      ++same;
    }
    while (now.ply() > same) board.undo();
    while (now.ply() < state.ply()) board.play(state.move_at(now.ply()));
  }

  LeafInFlight& take_leaf(SearchedGame& game) {
    LeafInFlight& each = *free_.back();
    free_.pop_back();
    each.game = &game;
    go_to(each.board, game.root);
    return each;
  }

  // Fills the batch; false if no game has a leaf to ask about, and all are at their end.
  bool collect(Budget& budget) {
    for (int idle = 0; idle < count_ && !free_.empty(); next_ = (next_ + 1) % count_) {
      SearchedGame& game = *games_[next_];
      if (!may_start(game, budget.limits())) {
        ++idle;
        continue;
      }
      idle = 0;
      budget.visit();
      LeafInFlight& each = take_leaf(game);
      game.tree.start(each.leaf);
      advance(each, budget.limits().depth);
    }
    return !asked_.empty();
  }

  bool may_start(SearchedGame& game, const Limits& limits) const {
    auto& tree = game.tree;
    const int most = std::min(tree.most_pending(), static_cast<int>(leaves_.size()));
    if (game.is_blocked || tree.proven() != Proven::no) return false;
    if (tree.sims() + static_cast<std::uint64_t>(tree.pending()) >= limits.sims) return false;
    if (tree.pending() == 0) tree.make_room(most);
    return tree.pending() < most && tree.has_room();
  }

  // Goes down to where something must be asked, or ends the simulation.
  void advance(LeafInFlight& each, int max_depth) {
    Leaf<G>& leaf = each.leaf;
    each.game->tree.select(each.board, leaf, max_depth);
    if (leaf.is_shared && !Evaluator::is_random && (leaf.makes_node || leaf.wants_points)) {
      each.game->is_blocked = true;
      each.game->tree.cancel(leaf);
      free_.push_back(&each);
    } else if (leaf.makes_node || leaf.wants_points) {
      ask_or_expand(each);
    } else {
      finish(each, 0);
    }
  }

  // A node whose result is certain needs no priors.
  void ask_or_expand(LeafInFlight& each) {
    if (each.leaf.makes_node && each.leaf.proven != Proven::no) {
      set_alike(each.priors, each.leaf.actions.size());
      each.game->tree.expand(each.leaf, each.priors);
      finish(each, 0);
    } else {
      asked_.push_back(&each);
    }
  }

  // Asks about all leaves in flight.
  void answer(int max_depth) {
    questions_.clear();
    for (LeafInFlight* each : asked_) {
      questions_.push_back({&each->board, each->leaf.makes_node ? &each->leaf.actions : nullptr,
                            each->priors, each->leaf.wants_points, 0.0f});
    }
    evaluator_.evaluate(std::span(questions_), rng_);
    for (int i = 0; i < count_; ++i) games_[i]->is_blocked = false;
    const std::vector<LeafInFlight*> answered = std::exchange(asked_, {});
    for (std::size_t i = 0; i < answered.size(); ++i) {
      LeafInFlight& each = *answered[i];
      if (each.leaf.makes_node) each.game->tree.expand(each.leaf, each.priors);
      if (each.leaf.goes_on() && each.leaf.length > 0) {
        advance(each, max_depth);
      } else {
        finish(each, questions_[i].points);
      }
    }
  }

  void finish(LeafInFlight& each, float points) {
    if (each.leaf.length > 0) {
      each.game->tree.back_up(each.leaf, points);
    } else {
      each.game->tree.add_noise();
    }
    free_.push_back(&each);
  }

  void cancel_all() {
    for (LeafInFlight* each : std::exchange(asked_, {})) {
      if (each->leaf.length > 0) each->game->tree.cancel(each->leaf);
    }
  }

  MctsOptions options_;
  std::uint64_t seed_;
  Evaluator& evaluator_;
  Rng rng_;  // of the evaluator
  std::vector<std::unique_ptr<SearchedGame>> games_;
  int count_ = 0;  // games of this decision
  int next_ = 0;   // whose turn it is
  std::vector<std::unique_ptr<LeafInFlight>> leaves_;
  std::vector<LeafInFlight*> free_, asked_;
  std::vector<Question<G, Board>> questions_;
};

}  // namespace inarow::INAROW_ISA
