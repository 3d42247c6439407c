// The k-windows of an m,n,k board: every k cells in a row that could win, and how many stones each
// side has in them. Updated incrementally, they show which player can still win, which cells win at
// once, and the heuristic score of a position or an action.
//
// The evaluation is that of the NxN paper: each window with stones of one side only counts for that
// side, more with more stones.
#pragma once

#include <vector>

#include "games/mnk.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

// The windows of one board size: constant, and shared by all positions of a search.
class WindowMap {
 public:
  explicit WindowMap(const MnkRules& rules);

  int size() const { return static_cast<int>(cells_.size()) / k_; }
  int k() const { return k_; }
  const Action* cells(int window) const { return &cells_[window * k_]; }
  // The windows through a cell.
  const std::uint16_t* begin(int cell) const { return &through_[first_[cell]]; }
  const std::uint16_t* end(int cell) const { return &through_[first_[cell + 1]]; }

 private:
  int k_;
  std::vector<Action> cells_;
  std::vector<std::uint16_t> through_;
  std::vector<std::uint32_t> first_;
};

// The worth of a window with this many stones of one side alone.
Score window_worth(int stones, int k);

class Windows {
 public:
  Windows(const WindowMap& map, const Mnk& state);

  void played(Action action, int player) { place(action, player, 1); }
  void undone(Action action, int player) { place(action, player, -1); }

  // Whether there is a window without stones of the other side: else this player cannot win.
  bool can_win(int player) const { return open_[player] > 0; }
  // The cells that complete a window, each once. By the rule of exactly k some of them may make too
  // long a row: the caller must check that.
  void completing(int player, Actions<Mnk>& cells) const;
  // A cell that would leave two different cells that complete a window, if there is one.
  std::optional<Action> fork(int player) const;

  // Whether the other side can hold a draw by pairing; false if no pairing is found.
  bool pairing_stops(int player) const;

  // The weighted difference in windows for a player; about +-1000 is a clear advantage.
  Score score(int player) const { return player == 0 ? score_ : -score_; }
  // The worth of the windows through a cell, for and against.
  Score action_score(Action action, int player) const;

 private:
  void place(Action action, int player, int change);
  void set_levels(int window, int player, bool on);

  const WindowMap* map_;
  int words_;
  int open_[2];
  Score score_ = 0;
  std::vector<std::uint8_t> empty_;      // by cell
  std::vector<std::uint8_t> stones_[2];  // by window
  // Windows of one side alone that lack one stone, or two: as bits, and as counts.
  std::vector<std::uint64_t> lacking_[2][2];
  int lacking_count_[2][2] = {};
};

}  // namespace inarow::INAROW_ISA
