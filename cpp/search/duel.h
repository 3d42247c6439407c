// Whole games between two searches, with no Python in between: the quick way to play a match.
//
// Every game has two searches of its own, made anew with the game's seeds, so that a game does not
// depend on those before it.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "search/any_search.h"

namespace inarow::INAROW_ISA {

// One of the two who play; `model` is what its searches are made after.
struct Duellist {
  const AnySearch* model;
  Limits limits;  // of each move
};

struct DuelGame {
  std::vector<Action> opening;
  int first = 0;  // which duellist moves first
  std::uint64_t seeds[2] = {0, 0};
};

struct DuelEnd {
  Outcome outcome = Outcome::ongoing;  // ongoing: stopped on the way
  bool timeout = false;                // who lost took too long
  bool full = false;                   // no cell was left that could be played
  std::uint64_t fingerprint = 0;       // equal for equal sequences of moves
};

struct ThinkingTime {
  std::uint64_t plies = 0;
  double seconds = 0;
  double worst = 0;
};

class Duel {
 public:
  // Who takes longer than its limit and `margin` seconds loses.
  Duel(const AnyState& start, const Duellist& first, const Duellist& second, double margin)
      : start_(start), duellists_{first, second}, margin_(margin) {}

  DuelEnd play(const DuelGame& game, const std::atomic<bool>& stop);

  // Of each duellist, over all games.
  const ThinkingTime& time(int duellist) const { return times_[duellist]; }

 private:
  AnyState start_;
  Duellist duellists_[2];
  double margin_;
  ThinkingTime times_[2];
};

}  // namespace inarow::INAROW_ISA
