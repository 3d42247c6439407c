// The k-windows of an m,n,k board: every k cells in a row that could win, and how many stones each
// side has in them. Kept up to date move by move, it answers the questions that searches ask most:
// who can still win at all, which cells win at once, and how good a position or a move looks.
//
// The evaluation is that of the NxN paper: each window that only one side has stones in counts for
// that side, the more stones the more.
#pragma once

#include <vector>

#include "games/mnk.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

// The windows of one board size: fixed, and shared by all positions of a search.
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

// What a window with this many stones of one side alone is worth to it.
Score window_worth(int stones, int k);

class Windows {
 public:
  Windows(const WindowMap& map, const Mnk& state);

  void played(Action action, int player) { place(action, player, 1); }
  void undone(Action action, int player) { place(action, player, -1); }

  // Whether a window without the other side's stones is left: else this player cannot win.
  bool can_win(int player) const { return open_[player] > 0; }
  // The cells that complete a window, each once. By the rule of exactly k some of them may make too
  // long a row: the caller must play them to know.
  void completing(int player, Actions<Mnk>& cells) const;
  // A cell that would leave two different cells that complete a window, if there is one.
  std::optional<Action> fork(int player) const;

  // Whether the other side can hold a draw by pairing; false if that is not found.
  bool pairing_stops(int player) const;

  // Difference in windows, weighted, for a player; about +-1000 is a clear advantage.
  Score score(int player) const { return player == 0 ? score_ : -score_; }
  // How much a move changes on the windows through it, for and against.
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
