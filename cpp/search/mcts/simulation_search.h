// A Monte-Carlo search that waits for each leaf: one simulation after the other, on one board.
#pragma once

#include <span>
#include <utility>

#include "search/mcts/evaluators.h"
#include "search/mcts/root_decision.h"

namespace inarow::INAROW_ISA {

template <Game G, class Policies>
class SimulationSearch {
 public:
  using Evaluator = typename Policies::Evaluator;

  SimulationSearch(const G& start, const MctsOptions& options, std::uint64_t seed)
      : SimulationSearch(start, options, seed, Evaluator(start)) {}
  SimulationSearch(const G& start, const MctsOptions& options, std::uint64_t seed,
                   Evaluator evaluator)
      : options_(options), tree_(start, options, seed), evaluator_(std::move(evaluator)) {}

  Decision decide(const G& state, Budget& budget) {
    tree_.prepare(state);
    return search(state, budget);
  }

  void set_temperature(double temperature) { options_.temperature = temperature; }

 protected:
  using Board = typename Evaluator::Board;

  // Continues with the nodes that are in the tree.
  Decision search(const G& state, Budget& budget) {
    Board board = evaluator_.board(state);
    tree_.set_root(board, leaf_);
    if (leaf_.makes_node) evaluate_and_expand(board);
    tree_.add_noise();
    const Budget::ProgressUpdate updated(
        budget, [&](Progress& progress) { update_progress(progress, tree_, state); });
    try {
      while (tree_.sims() < budget.limits().sims && tree_.proven() == Proven::no) {
        if constexpr (Evaluator::is_slow) budget.check();
        budget.visit();
        tree_.make_room();
        simulate(board, budget.limits().depth);
      }
    } catch (const OutOfBudget&) {
      // The simulations so far decide.
    }
    return final_decision(tree_, state, options_);
  }

  Tree<G, Policies>& tree() { return tree_; }

 private:
  void simulate(Board& board, int max_depth) {
    float points = 0;
    tree_.start(leaf_);
    do {
      tree_.select(board, leaf_, max_depth);
      if (leaf_.makes_node || leaf_.wants_points) points = evaluate_and_expand(board);
    } while (leaf_.goes_on());
    for (int i = leaf_.played; i > 0; --i) board.undo();
    tree_.back_up(leaf_, points);
  }

  float evaluate_and_expand(const Board& board) {
    Question<G, Board> question{&board, leaf_.makes_node ? &leaf_.actions : nullptr, priors_,
                                leaf_.wants_points, 0.0f};
    evaluator_.evaluate(std::span(&question, 1), tree_.rng());
    if (leaf_.makes_node) tree_.expand(leaf_, priors_);
    return question.points;
  }

  MctsOptions options_;
  Tree<G, Policies> tree_;
  Evaluator evaluator_;
  Leaf<G> leaf_;
  float priors_[G::max_actions];
};

}  // namespace inarow::INAROW_ISA
