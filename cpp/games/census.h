// Counts of a game: reachable states, classes of states under symmetry, and complete games.
//
// A depth-first walk that enters each class once. A class is identified by the 64-bit key of its
// canonical image. Counts are wrong only if two keys collide: among the million classes of 4,4,4
// the probability is below one in ten million.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>

#include "games/base.h"
#include "games/canonical.h"

namespace inarow::INAROW_ISA {

class CensusTooLarge {};

template <Game G>
class Census {
 public:
  Census(const G& root, std::uint64_t max_classes) : state_(root), max_classes_(max_classes) {}

  // Throws CensusTooLarge past max_classes; a raised stop flag ends the walk early.
  void run(const std::atomic<bool>& stop) { games_ = visit(stop); }

  std::uint64_t states() const { return states_; }
  std::uint64_t classes() const { return classes_; }
  std::uint64_t games() const { return games_; }

 private:
  // The number of games that continue from the current state.
  std::uint64_t visit(const std::atomic<bool>& stop) {
    const Canonical canonical = canonical_form(state_);
    const std::uint64_t key = state_.image_key(canonical.symmetry);
    if (const auto known = games_from_.find(key); known != games_from_.end()) return known->second;
    if (classes_ == max_classes_) throw CensusTooLarge();
    classes_.fetch_add(1, std::memory_order_relaxed);
    states_ += state_.symmetries().count() / canonical.ties;
    std::uint64_t games = state_.outcome() != Outcome::ongoing;
    Actions<G> actions;
    state_.legal_actions(actions);
    for (const Action action : actions) {
      if (stop.load(std::memory_order_relaxed)) break;
      const ScopedMove made(state_, action);
      games += visit(stop);
    }
    games_from_.emplace(key, games);
    return games;
  }

  G state_;
  std::uint64_t max_classes_;
  std::uint64_t states_ = 0, games_ = 0;
  std::atomic<std::uint64_t> classes_ = 0;  // also read while the walk runs, to show progress
  std::unordered_map<std::uint64_t, std::uint64_t> games_from_;
};

}  // namespace inarow::INAROW_ISA
