// Whole games between two searches without Python in between: the fast path of a match.
//
// Each game gets two new searches with the game's seeds, so that it does not depend on earlier
// games.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "search/any_search.h"

namespace inarow::INAROW_ISA {

// One of the two players; `model` is copied for each game.
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
  Outcome outcome = Outcome::ongoing;  // ongoing: stopped before the end
  bool timeout = false;                // the loser took too long
  bool full = false;                   // no playable cell was left
  std::uint64_t fingerprint = 0;       // equal for equal sequences of moves
};

struct ThinkingTime {
  std::uint64_t plies = 0;
  double seconds = 0;
  double worst = 0;
};

class Duel {
 public:
  // A player that exceeds its limit by more than `margin` seconds loses.
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
