// A Monte-Carlo search that keeps many leaves in flight, of one game or of many, so that its
// evaluator answers whole batches: what a network needs.
//
// Games take turns in giving a leaf to the batch. A leaf whose position another one waits for
// already would only be asked again, so that its game gives no more leaves to this batch; unless
// the evaluator is random, and a second answer is worth as much as the first.
//
// `decide` searches some positions to their end. Self-play (self_play.h) is made of the steps below
// it: `begin` a search on one of the games, `step` all of them, and see which `is_done`.
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/mcts/evaluators.h"
#include "search/mcts/gumbel.h"
#include "search/mcts/root_decision.h"

namespace inarow::INAROW_ISA {

// How one position is searched.
struct RootSearch {
  std::uint64_t sims = std::numeric_limits<std::uint64_t>::max();
  bool noise = true;   // whether to mix that of the options into the priors
  int considered = 0;  // actions of a Gumbel root; 0: PUCT selects there, too
  float gumbel_noise = 0.0f;
  float value_scale = 1.0f;  // how much the values of a Gumbel root weigh against its priors
  // A large batch of a small tree is blind: it selects many leaves before it learns from one. So at
  // most one of so many visits of the root may be in flight, but always a few; 0: any number.
  int visits_per_leaf = 0;
};

template <Game G, class Policies>
class BatchedSearch {
 public:
  using Evaluator = typename Policies::Evaluator;
  using SearchTree = Tree<G, Policies, true>;

  // For up to `games` games at once, each with a tree of its own, and batches of up to `batch`
  // leaves, at most `leaves` of them of one game. The evaluator must outlive the search.
  BatchedSearch(const G& start, const MctsOptions& options, std::uint64_t seed,
                Evaluator& evaluator, int games, int batch, int leaves = max_pending)
      : options_(options),
        seed_(seed),
        evaluator_(evaluator),
        rng_(seed),
        leaves_of_game_(std::min(leaves, batch)) {
    for (int i = 0; i < games; ++i) {
      games_.push_back(std::make_unique<SearchedGame>(start, options, seed));
    }
    for (int i = 0; i < batch; ++i) {
      leaves_.push_back(std::make_unique<LeafInFlight>(evaluator, start));
      free_.push_back(leaves_.back().get());
    }
  }

  // A decision for each game: at least one, and not more than the search was made for. Limits of
  // simulations and depth are for each game, all others for all of them together. `how` is for
  // roots, but for their simulations.
  std::vector<Decision> decide(std::span<const G> states, Budget& budget, RootSearch how = {}) {
    const int count = static_cast<int>(states.size());
    how.sims = budget.limits().sims;
    rng_ = Rng(seed_ ^ mix64(states[0].key()));
    const Budget::ProgressUpdate updated(budget, [&](Progress& progress) {
      if (count == 1 && tree(0).has_root()) update_progress(progress, tree(0), states[0]);
    });
    for (const auto& game : games_) game->is_idle = true;
    try {
      // All games have a root before the first simulation, for which no budget is too small.
      for (int i = 0; i < count; ++i) {
        if (free_.empty()) answer(0);
        begin(i, states[i], how);
      }
      if (!asked_.empty()) answer(0);
      while (step(budget)) continue;
    } catch (const OutOfBudget&) {
      cancel_all();
    } catch (...) {  // of the evaluator
      cancel_all();
      throw;
    }
    std::vector<Decision> decisions;
    for (int i = 0; i < count; ++i) {
      decisions.push_back(final_decision(tree(i), states[i], options_, chosen(i)));
    }
    return decisions;
  }

  void set_temperature(double temperature) { options_.temperature = temperature; }

  // Starts the search of a position on one of the games; there must be a leaf that is not in
  // flight.
  void begin(int number, const G& state, const RootSearch& how) {
    SearchedGame& game = *games_[number];
    game.root = state;
    game.how = how;
    game.is_blocked = game.is_idle = false;
    game.tree.prepare(state, how.considered > 0);
    LeafInFlight& each = take_leaf(game);
    game.tree.set_root(each.board, each.leaf);
    if (each.leaf.makes_node) {
      game.has_root = false;
      ask_or_expand(each);
    } else {
      root_is_set(game);
      free_.push_back(&each);
    }
  }

  // Fills a batch and lets the evaluator answer it; false if all games are done.
  bool step(Budget& budget) {
    collect(budget);
    if (asked_.empty()) return false;
    budget.check();
    answer(budget.limits().depth);
    return true;
  }

  bool is_done(int game) const {
    const SearchedGame& here = *games_[game];
    return here.is_idle || (here.has_root && here.tree.pending() == 0 && has_enough(here));
  }
  // What the evaluator said of the root, for the player to move; a half if it was not asked.
  float root_points(int game) const { return games_[game]->root_points; }
  SearchTree& tree(int game) { return games_[game]->tree; }
  const GumbelRoot& gumbel(int game) const { return games_[game]->gumbel; }
  // The edge of the root that a Gumbel root plays; -1 if it is none.
  int chosen(int game) const {
    const SearchedGame& here = *games_[game];
    if (here.how.considered == 0) return -1;
    return here.gumbel.choose(here.tree.pool(), here.tree.root());
  }

  // Gives up all leaves in flight, after an exception.
  void cancel_all() {
    for (LeafInFlight* each : std::exchange(asked_, {})) {
      if (each->leaf.length > 0) each->game->tree.cancel(each->leaf);
      free_.push_back(each);
    }
  }

 private:
  using Board = typename Evaluator::Board;

  struct SearchedGame {
    SearchedGame(const G& start, const MctsOptions& options, std::uint64_t seed)
        : tree(start, options, seed), root(start) {}

    SearchTree tree;
    G root;
    RootSearch how;
    GumbelRoot gumbel;
    float root_points = 0.5f;
    bool is_blocked = false;  // until the batch is answered
    bool has_root = false;
    bool is_idle = true;  // never begun
  };

  struct LeafInFlight {
    LeafInFlight(const Evaluator& evaluator, const G& start) : board(evaluator.board(start)) {}

    SearchedGame* game = nullptr;
    Board board;
    Leaf<G> leaf;
    float priors[G::max_actions];
  };

  // Boards with heuristics cannot be copied in general, and most leaves begin where the last did.
  static void go_to(Board& board, const G& state) {
    if constexpr (std::same_as<Board, G>) {
      board = state;
    } else {
      int same = 0;
      const G& now = state_of<G>(board);
      while (same < std::min(now.ply(), state.ply()) && now.move_at(same) == state.move_at(same)) {
        ++same;
      }
      while (now.ply() > same) board.undo();
      while (now.ply() < state.ply()) board.play(state.move_at(now.ply()));
    }
  }

  LeafInFlight& take_leaf(SearchedGame& game) {
    LeafInFlight& each = *free_.back();
    free_.pop_back();
    each.game = &game;
    go_to(each.board, game.root);
    return each;
  }

  // Fills the batch with leaves of all games in turn, until none has one to ask about.
  void collect(Budget& budget) {
    const int count = static_cast<int>(games_.size());
    for (int idle = 0; idle < count && !free_.empty(); next_ = (next_ + 1) % count) {
      SearchedGame& game = *games_[next_];
      if (!may_start(game)) {
        ++idle;
        continue;
      }
      idle = 0;
      budget.visit();
      const int first = first_edge(game);
      LeafInFlight& each = take_leaf(game);
      game.tree.start(each.leaf);
      advance(each, budget.limits().depth, first);
    }
  }

  bool may_start(SearchedGame& game) const {
    if (game.is_idle || !game.has_root || game.is_blocked || has_enough(game)) return false;
    auto& tree = game.tree;
    const int most = std::min({tree.most_pending(), leaves_of_game_, leaves_for_visits(game)});
    if (tree.pending() == 0) tree.make_room(most);
    return tree.pending() < most && tree.has_room();
  }

  static int leaves_for_visits(const SearchedGame& game) {
    if (game.how.visits_per_leaf == 0) return max_pending;
    const std::uint32_t visits = game.tree.pool().node(game.tree.root()).visits;
    return std::max(few_leaves, static_cast<int>(visits) / game.how.visits_per_leaf);
  }

  // With the simulations in flight.
  static bool has_enough(const SearchedGame& game) {
    const auto sims = game.tree.sims() + static_cast<std::uint64_t>(game.tree.pending());
    return sims >= game.how.sims || game.tree.proven() != Proven::no;
  }

  int first_edge(const SearchedGame& game) const {
    if (game.how.considered == 0) return -1;
    const auto& tree = game.tree;
    return game.gumbel.select(tree.pool(), tree.root(),
                              tree.sims() + static_cast<std::uint64_t>(tree.pending()));
  }

  // Goes down to where something must be asked, or ends the simulation.
  void advance(LeafInFlight& each, int max_depth, int first = -1) {
    Leaf<G>& leaf = each.leaf;
    each.game->tree.select(each.board, leaf, max_depth, first);
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
      finish(each, points_for(each.leaf.proven));
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
    for (const auto& game : games_) game->is_blocked = false;
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
      each.game->root_points = points;
      root_is_set(*each.game);
    }
    free_.push_back(&each);
  }

  void root_is_set(SearchedGame& game) {
    game.has_root = true;
    if (game.how.noise) game.tree.add_noise();
    if (game.how.considered > 0) {
      const auto sims = static_cast<int>(std::min<std::uint64_t>(game.how.sims, most_planned));
      game.gumbel.begin(game.tree.pool(), game.tree.root(), game.how.considered, sims,
                        game.how.gumbel_noise, game.how.value_scale, game.tree.rng());
    }
  }

  static constexpr std::uint64_t most_planned = 1 << 20;  // simulations of a Gumbel root
  static constexpr int few_leaves = 8;                    // that are in flight in any tree

  MctsOptions options_;
  std::uint64_t seed_;
  Evaluator& evaluator_;
  Rng rng_;  // of the evaluator
  int leaves_of_game_;
  std::vector<std::unique_ptr<SearchedGame>> games_;
  int next_ = 0;  // whose turn it is
  std::vector<std::unique_ptr<LeafInFlight>> leaves_;
  std::vector<LeafInFlight*> free_, asked_;
  std::vector<Question<G, Board>> questions_;
};

}  // namespace inarow::INAROW_ISA
