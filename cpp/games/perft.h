// Perft: counts the sequences of moves of a given length, the standard test of a move generator.
//
// `leaves` are the sequences of exactly `depth` moves; `finished` are the games that end within
// them, at any length. The last ply is counted in bulk, without playing its moves.
#pragma once

#include <atomic>
#include <vector>

#include "games/base.h"
#include "games/helper_threads.h"

namespace inarow::INAROW_ISA {

struct PerftCounts {
  std::uint64_t leaves = 0;
  std::uint64_t finished = 0;

  PerftCounts& operator+=(const PerftCounts& other) {
    leaves += other.leaves;
    finished += other.finished;
    return *this;
  }
};

// `state` must be ongoing. If the stop flag is set, it returns soon, with counts of no use.
template <Game G>
PerftCounts perft(G& state, int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return {1, 0};
  if (depth == 1) {
    return {static_cast<std::uint64_t>(state.legal_action_count()),
            static_cast<std::uint64_t>(state.ending_action_count())};
  }
  PerftCounts counts;
  if (stop.load(std::memory_order_relaxed)) return counts;
  Actions<G> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    const ScopedMove made(state, action);
    if (state.outcome() == Outcome::ongoing) {
      counts += perft(state, depth - 1, stop);
    } else {
      ++counts.finished;
    }
  }
  return counts;
}

// The same counts without the shortcuts: a copy of the board for every move, every leaf visited.
// For tests and the benchmark of the fast one.
template <Game G>
PerftCounts perft_by_copy(const G& state, int depth) {
  if (depth == 0) return {1, 0};
  PerftCounts counts;
  Actions<G> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    G next = state;
    next.play(action);
    const bool over = next.outcome() != Outcome::ongoing;
    if (over) ++counts.finished;
    if (depth == 1) ++counts.leaves;
    if (!over && depth > 1) counts += perft_by_copy(next, depth - 1);
  }
  return counts;
}

// Perft by action of the root on several threads, which share a list of positions a few plies deep.
template <Game G>
class ParallelPerft {
 public:
  ParallelPerft(const G& root, int depth) : root_(root), depth_(depth) {
    root_.legal_actions(root_actions_);
    by_root_action_.resize(root_actions_.size());
    if (depth_ == 0 || root_.outcome() != Outcome::ongoing) return;
    for (int i = 0; i < root_actions_.size(); ++i) {
      G state = root_;
      state.play(root_actions_[i]);
      if (state.outcome() != Outcome::ongoing) {
        by_root_action_[i] += {static_cast<std::uint64_t>(depth_ == 1), 1};
      } else if (depth_ <= 3) {
        tasks_.push_back({i, false, 0});
      } else {
        Actions<G> replies;
        state.legal_actions(replies);
        for (const Action reply : replies) tasks_.push_back({i, true, reply});
      }
    }
  }

  // Returns when the counts are complete, or soon after the stop flag is set.
  void run(int threads, const std::atomic<bool>& stop) {
    HelperThreads helpers(threads - 1, [&](int) { work(stop); });
    work(stop);
    helpers.join();
    for (const Task& task : tasks_) by_root_action_[task.root_index] += task.counts;
  }

  std::size_t total() const { return tasks_.size(); }
  std::size_t done() const { return done_; }
  const Actions<G>& root_actions() const { return root_actions_; }
  const std::vector<PerftCounts>& by_root_action() const { return by_root_action_; }

 private:
  struct Task {
    int root_index;
    bool has_reply;
    Action reply;
    PerftCounts counts = {};
  };

  void work(const std::atomic<bool>& stop) {
    for (std::size_t i = next_++; i < tasks_.size() && !stop; i = next_++) {
      Task& task = tasks_[i];
      G state = root_;
      state.play(root_actions_[task.root_index]);
      if (task.has_reply) state.play(task.reply);
      if (state.outcome() == Outcome::ongoing) {
        task.counts = perft(state, depth_ - (task.has_reply ? 2 : 1), stop);
      } else {
        task.counts.finished = 1;
      }
      ++done_;
    }
  }

  G root_;
  int depth_;
  Actions<G> root_actions_;
  std::vector<PerftCounts> by_root_action_;
  std::vector<Task> tasks_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
};

}  // namespace inarow::INAROW_ISA
