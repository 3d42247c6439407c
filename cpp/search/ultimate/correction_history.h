// Correction history: by how much searches differed from the network's evaluation, by features of
// the position. The mean of the features' entries is added to the evaluation of similar positions.
// The features, by player to move:
//   the local boards that each player has won, and the board that must be played in, hashed
//   the pattern of the board that must be played in
// An entry moves towards each new difference by a share that grows with the depth of the search. It
// helps where the network errs in the same way in many positions of a game; it cannot say why.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/ultimate/position.h"

namespace inarow::INAROW_ISA {

class CorrectionHistory {
 public:
  CorrectionHistory() : by_pattern_(2 * (local_patterns().count() + 1)) {}

  // In units of the search's scores, as all of this.
  int correction(const UltimatePosition& position) const {
    return (by_boards_[boards_index(position.state())] + by_pattern_[pattern_index(position)]) /
           entry_one;
  }

  // A search to a depth found a score that is higher than the evaluation by `difference`.
  void update(const UltimatePosition& position, int difference, int depth) {
    const int bonus = std::clamp(difference * depth / 8, -most_bonus, most_bonus);
    for (std::int16_t* entry :
         {&by_boards_[boards_index(position.state())], &by_pattern_[pattern_index(position)]}) {
      *entry = static_cast<std::int16_t>(*entry + bonus - *entry * std::abs(bonus) / entry_limit);
    }
  }

 private:
  static constexpr int entry_limit = 1'024, most_bonus = 256;
  static constexpr int entry_one = 16;  // entries are in units of 1 / entry_one
  static constexpr int index_bits = 15;

  static std::size_t boards_index(const Ultimate& state) {
    const std::uint64_t boards = state.won_boards(0) | state.won_boards(1) << 9 |
                                 static_cast<unsigned>(state.forced_board()) << 18 |
                                 static_cast<unsigned>(state.to_move()) << 22;
    return boards * 0x9e3779b97f4a7c15u >> (64 - index_bits);
  }
  // The last entry of each player is for the free choice.
  std::size_t pattern_index(const UltimatePosition& position) const {
    const Ultimate& state = position.state();
    const std::size_t half = by_pattern_.size() / 2;
    const int board = state.forced_board();
    const std::size_t number =
        board == Ultimate::any_board ? half - 1 : position.row_number(board, 0);
    return state.to_move() * half + number;
  }

  std::array<std::int16_t, 1 << index_bits> by_boards_ = {};
  std::vector<std::int16_t> by_pattern_;
};

}  // namespace inarow::INAROW_ISA
