// Games of AlphaZero against itself, to learn from: many at once, so that the network gets full
// batches.
//
// Game n of a seed depends on the network and the options alone, not on the games that are played
// beside it: each has one leaf in flight, random numbers of its own, and the network answers each
// position of a batch by itself.
//
// A game begins with a few random moves. Then each move is searched either in full, and becomes a
// sample to learn from, or quickly, only to get on (playout-cap randomisation; Wu, "Accelerating
// self-play learning in Go", 2019). The policy to learn is that of the Gumbel root (gumbel.h), or
// the visits, less those that only the noise brought about (policy-target pruning, in the same
// paper).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "search/mcts/batched_search.h"
#include "search/mcts/network_evaluator.h"

namespace inarow::INAROW_ISA {

// A random game that has ended is begun anew: with more plies that might take for ever.
constexpr int most_random_plies = 100;

struct SelfPlayOptions : MctsOptions {
  std::shared_ptr<const PlaneNetwork> network;
  int at_once = 64;  // games
  int images = 1;    // see Images
  int sims = 64, fast_sims = 16;
  double full_share = 1.0;     // of the moves that are searched with `sims`
  int considered = 16;         // actions of the Gumbel root; 0: PUCT, with noise and temperature
  float value_scale = 1.0f;    // of that root
  int random_plies = 4;        // a game begins with up to so many random moves
  int temperature_plies = 25;  // from this ply on, the temperature is 0
  bool prune = true;           // the visits to learn from
  int vcf = 0, cache = 0;      // see NetworkOptions

  static constexpr auto fields() {
    using Self = SelfPlayOptions;
    return std::tuple_cat(
        std::tuple(Option{"network", &Self::network}, Option{"at_once", &Self::at_once, 1},
                   Option{"images", &Self::images, 0, static_cast<int>(Images::all)},
                   Option{"sims", &Self::sims, 1}, Option{"fast_sims", &Self::fast_sims, 1},
                   Option{"full_share", &Self::full_share, 0, 1},
                   Option{"considered", &Self::considered, 0},
                   Option{"value_scale", &Self::value_scale, 0},
                   Option{"random_plies", &Self::random_plies, 0, most_random_plies},
                   Option{"temperature_plies", &Self::temperature_plies, 0},
                   Option{"prune", &Self::prune}, Option{"vcf", &Self::vcf, 0},
                   Option{"cache", &Self::cache, 0, 1 << 16}),
        MctsOptions::fields());
  }
};

// A position that was searched in full.
struct Sample {
  int ply;
  float value;                // of the search, for the player to move, in [-1, 1]
  std::vector<float> policy;  // by cell; all zero if the position is lost
};

struct PlayedGame {
  std::vector<Action> moves;
  int opening = 0;  // of them, random
  int result = 0;   // for the first player: 1, 0 or -1
  std::vector<Sample> samples;
};

template <Game G, class Policies = NetworkPolicies<G>>
class SelfPlay {
  using Searching = BatchedSearch<G, Policies>;

 public:
  SelfPlay(const G& start, const SelfPlayOptions& options)
      : start_(start),
        options_(options),
        evaluator_(
            start, options.at_once,
            {options.network, static_cast<Images>(options.images), 0, options.vcf, options.cache}),
        search_(start, options, 0, evaluator_, options.at_once, options.at_once, 1) {}

  // Positions and images that the network was asked about.
  std::uint64_t evaluations() const { return evaluator_.evaluations(); }

  // Plays games `first` to `first + count - 1` of a seed. The budget may end it: OutOfBudget.
  std::vector<PlayedGame> play(std::uint64_t seed, std::uint64_t first, int count, Budget& budget) {
    std::vector<PlayedGame> played(static_cast<std::size_t>(count));
    std::vector<RunningGame> running;
    int next = 0;
    const auto start_next = [&](RunningGame& game) {
      game.played = next < count ? &played[static_cast<std::size_t>(next)] : nullptr;
      if (game.played) start_game(game, seed, first + static_cast<std::uint64_t>(next++));
    };
    for (int i = 0; i < std::min(options_.at_once, count); ++i) {
      running.push_back({.slot = i, .state = start_});
      start_next(running.back());
    }
    try {
      while (true) {
        bool any = false;
        for (RunningGame& game : running) {
          while (game.played && search_.is_done(game.slot)) {
            make_move(game);
            if (game.state.outcome() == Outcome::ongoing) {
              search(game);
            } else {
              end_game(game);
              start_next(game);
            }
          }
          any = any || game.played;
        }
        if (!any) return played;
        search_.step(budget);
      }
    } catch (...) {
      search_.cancel_all();
      throw;
    }
  }

 private:
  struct RunningGame {
    int slot;
    G state;
    PlayedGame* played = nullptr;
    Rng rng{0};
    bool is_full = false;  // whether this move is searched in full
  };

  void start_game(RunningGame& game, std::uint64_t seed, std::uint64_t number) {
    const std::uint64_t own = mix64(mix64(seed + 1) ^ mix64(~number));
    game.rng = Rng(own);
    search_.tree(game.slot).set_seed(own);
    do {
      game.state = start_;
      game.played->moves.clear();
      const int plies = game.rng.below(options_.random_plies + 1);
      while (game.state.ply() < plies && game.state.outcome() == Outcome::ongoing) {
        Actions<G> actions;
        game.state.legal_actions(actions);
        play(game, actions[game.rng.below(actions.size())]);
      }
    } while (game.state.outcome() != Outcome::ongoing);
    game.played->opening = game.state.ply();
    search(game);
  }

  static void play(RunningGame& game, Action action) {
    game.state.play(action);
    game.played->moves.push_back(action);
  }

  void search(RunningGame& game) {
    game.is_full = options_.full_share >= 1 || uniform(game.rng) < options_.full_share;
    RootSearch how;
    how.sims = static_cast<std::uint64_t>(game.is_full ? options_.sims : options_.fast_sims);
    how.noise = game.is_full;
    how.considered = options_.considered;
    how.value_scale = options_.value_scale;
    how.gumbel_noise = game.is_full ? 1.0f : 0.0f;
    search_.begin(game.slot, game.state, how);
  }

  void make_move(RunningGame& game) {
    auto& tree = search_.tree(game.slot);
    const NodePool& pool = tree.pool();
    if (game.is_full) game.played->samples.push_back(sample(game));
    int chosen = search_.chosen(game.slot);
    if (chosen < 0) {
      const bool is_early = game.state.ply() < options_.temperature_plies;
      chosen = drawn_edge(pool, tree.root(), is_early ? options_.temperature : 0.0, game.rng);
    }
    play(game, tree.folding().out_of(tree.root_frame(), pool.edge(tree.root(), chosen).action));
  }

  Sample sample(const RunningGame& game) {
    const auto& tree = search_.tree(game.slot);
    const NodePool& pool = tree.pool();
    const NodeIndex root = tree.root();
    Sample sample{game.state.ply(), root_value(game), {}};
    sample.policy.resize(static_cast<std::size_t>(tree.cells()));
    const std::vector<float> policy =
        options_.considered > 0
            ? search_.gumbel(game.slot).improved_policy(pool, root, search_.root_points(game.slot))
            : visited_policy(tree);
    for (int i = 0; i < pool.node(root).count; ++i) {
      const Action action = tree.folding().out_of(tree.root_frame(), pool.edge(root, i).action);
      sample.policy[static_cast<std::size_t>(action)] = policy[i];
    }
    return sample;
  }

  float root_value(const RunningGame& game) {
    const auto& tree = search_.tree(game.slot);
    if (tree.proven() != Proven::no) return 2 * points_for(tree.proven()) - 1;
    float points = 0, visits = 0;
    for (int i = 0; i < tree.pool().node(tree.root()).count; ++i) {
      const Edge& edge = tree.pool().edge(tree.root(), i);
      points += static_cast<float>(edge.visits) * edge.mean;
      visits += static_cast<float>(edge.visits);
    }
    return 2 * (visits > 0 ? points / visits : search_.root_points(game.slot)) - 1;
  }

  // The shares of the visits by edge. An action loses those visits that PUCT, with what it knows at
  // the end and without noise, would rather have given to the most visited one.
  std::vector<float> visited_policy(const typename Searching::SearchTree& tree) const {
    const NodePool& pool = tree.pool();
    const NodeIndex root = tree.root();
    const int count = pool.node(root).count, best = best_edge(pool, root);
    const float spread = options_.c * std::sqrt(static_cast<float>(pool.node(root).visits));
    const auto bound = [&](int i, float visits) {
      return 2 * pool.edge(root, i).mean - 1 + spread * tree.clean_prior(i) / (1 + visits);
    };
    std::vector<float> shares(static_cast<std::size_t>(count));
    if (tree.proven() == Proven::loss) return shares;
    if (tree.proven() == Proven::win) {
      shares[static_cast<std::size_t>(best)] = 1;
      return shares;
    }
    const float most = bound(best, static_cast<float>(pool.edge(root, best).visits));
    float total = 0;
    for (int i = 0; i < count; ++i) {
      const Edge& edge = pool.edge(root, i);
      auto visits = static_cast<float>(edge.visits);
      if (options_.prune && options_.noise > 0 && i != best) {
        while (visits > 0 && bound(i, visits - 1) < most) --visits;
        if (visits <= 1) visits = 0;
      }
      total += shares[i] = edge.proven == Proven::loss ? 0.0f : visits;
    }
    for (float& share : shares) share /= std::max(total, 1.0f);
    return shares;
  }

  void end_game(RunningGame& game) { game.played->result = returns(game.state.outcome(), 0); }

  G start_;
  SelfPlayOptions options_;
  typename Policies::Evaluator evaluator_;
  Searching search_;
};

}  // namespace inarow::INAROW_ISA
