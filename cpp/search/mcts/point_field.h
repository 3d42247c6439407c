// The worth of each cell of an m,n,k board to each side, updated incrementally: a stone changes the
// windows through it, and each of those changes the worth of its k cells.
//
// Windows (rows/windows.h) is cheaper to update and computes the worth of single cells on demand; a
// playout needs all cells at every move.
#pragma once

#include <vector>

#include "search/rows/windows.h"

namespace inarow::INAROW_ISA {

// What a window adds to each of its cells, or the sum of all windows of a cell; by player.
struct Points {
  std::int32_t worth[2];       // as Windows::action_score
  std::int16_t completing[2];  // windows of one side alone that lack one stone
  std::int16_t building[2];    // or two

  void add(const Points& other, int times) {
    for (const int player : {0, 1}) {
      worth[player] += times * other.worth[player];
      completing[player] += static_cast<std::int16_t>(times * other.completing[player]);
      building[player] += static_cast<std::int16_t>(times * other.building[player]);
    }
  }
};

class PointField {
 public:
  PointField(const WindowMap& map, const Mnk& state)
      : map_(&map), shares_(make_shares(map.k())), cells_(state.rules().cells), open_(map.size()) {
    for (const int player : {0, 1}) stones_[player].resize(map.size());
    for (int window = 0; window < map.size(); ++window) {
      whole_.add(shares_[0], 1);
      for (int i = 0; i < map.k(); ++i) cells_[map.cells(window)[i]].add(shares_[0], 1);
    }
    for (int i = 0; i < state.ply(); ++i) played(state.move_at(i), i & 1);
  }

  void played(Action action, int player) { place(action, player, 1); }
  void undone(Action action, int player) { place(action, player, -1); }

  const Points& at(Action cell) const { return cells_[cell]; }
  const Points& whole() const { return whole_; }  // each window counted once
  // Whether anybody can still win.
  bool is_open() const { return open_ > 0; }

 private:
  static std::vector<Points> make_shares(int k) {
    std::vector<Points> shares((k + 1) * (k + 1));
    for (int first = 0; first <= k; ++first) {
      for (int second = 0; first + second <= k; ++second) {
        const int stones[2] = {first, second};
        for (const int player : {0, 1}) {
          const int mine = stones[player], theirs = stones[1 - player];
          Points& share = shares[first * (k + 1) + second];
          if (theirs == 0 && mine < k) {
            share.worth[player] = window_worth(mine + 1, k);
            share.completing[player] = k - mine == 1;
            share.building[player] = k - mine == 2;
          } else if (mine == 0) {
            share.worth[player] = window_worth(theirs, k);
          }
        }
      }
    }
    return shares;
  }

  const Points& share_of(int window) const {
    return shares_[stones_[0][window] * (map_->k() + 1) + stones_[1][window]];
  }

  void place(Action action, int player, int change) {
    const int k = map_->k();
    // Local pointers, for what is written below could be the vectors themselves to the compiler.
    Points* const cells = cells_.data();
    std::uint8_t* const own = stones_[player].data();
    const std::uint8_t* const others = stones_[1 - player].data();
    const std::uint16_t* const end = map_->end(action);
    for (const std::uint16_t* window = map_->begin(action); window != end; ++window) {
      const std::uint8_t before = own[*window];
      const auto after = static_cast<std::uint8_t>(before + change);
      if (others[*window] > 0 && before > 0 && after > 0) {  // worth nothing, before and after
        own[*window] = after;
        continue;
      }
      Points difference = {};
      difference.add(share_of(*window), -1);
      open_ -= is_open(*window);
      own[*window] = after;
      open_ += is_open(*window);
      difference.add(share_of(*window), 1);
      whole_.add(difference, 1);
      const auto* const there = map_->cells(*window);
      for (int i = 0; i < k; ++i) cells[there[i]].add(difference, 1);
    }
  }

  bool is_open(int window) const { return stones_[0][window] == 0 || stones_[1][window] == 0; }

  const WindowMap* map_;
  std::vector<Points> shares_;  // by stones of the first player in a window, then of the second
  std::vector<Points> cells_;
  std::vector<std::uint8_t> stones_[2];  // by window
  Points whole_ = {};
  int open_;
};

}  // namespace inarow::INAROW_ISA
