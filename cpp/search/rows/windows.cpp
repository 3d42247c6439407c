#include "search/rows/windows.h"

#include <algorithm>
#include <array>

#include "games/bits.h"
#include "search/rows/pairing.h"

namespace inarow::INAROW_ISA {

namespace {

// The worth of a window of one side alone, by the stones it lacks. A factor of about six for each
// stone makes one better window outweigh a few of the next lower kind.
constexpr std::array<Score, 7> worth_by_lack = {40000, 7000, 1200, 200, 35, 6, 1};

}  // namespace

Score window_worth(int stones, int k) {
  if (stones == 0) return 0;
  return worth_by_lack[std::min<int>(k - stones, worth_by_lack.size() - 1)];
}

WindowMap::WindowMap(const MnkRules& rules) : k_(rules.k), first_(rules.cells + 1) {
  std::vector<std::vector<std::uint16_t>> by_cell(rules.cells);
  constexpr int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (int row = 0; row < rules.rows; ++row) {
    for (int col = 0; col < rules.cols; ++col) {
      for (int direction = 0; direction < (k_ == 1 ? 1 : 4); ++direction) {
        const auto [up, right] = steps[direction];
        const int last_row = row + (k_ - 1) * up, last_col = col + (k_ - 1) * right;
        if (last_row >= rules.rows || last_col >= rules.cols || last_col < 0) continue;
        const auto window = static_cast<std::uint16_t>(size());
        for (int i = 0; i < k_; ++i) {
          const int cell = (row + i * up) * rules.cols + col + i * right;
          cells_.push_back(static_cast<Action>(cell));
          by_cell[cell].push_back(window);
        }
      }
    }
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    through_.insert(through_.end(), by_cell[cell].begin(), by_cell[cell].end());
    first_[cell + 1] = static_cast<std::uint32_t>(through_.size());
  }
  through_.push_back(0);  // so that the end of the last cell's list is inside the array
}

Windows::Windows(const WindowMap& map, const Mnk& state)
    : map_(&map),
      words_((map.size() + 63) / 64),
      open_{map.size(), map.size()},
      empty_(state.rules().cells, 1) {
  for (const int player : {0, 1}) {
    stones_[player].assign(map.size(), 0);
    for (auto& bits : lacking_[player]) bits.assign(words_, 0);
    for (int window = 0; window < map.size(); ++window) set_levels(window, player, true);
  }
  for (int i = 0; i < state.ply(); ++i) played(state.move_at(i), i & 1);
}

// Adds a window of one side alone to the sets by the stones it lacks, or removes it.
inline void Windows::set_levels(int window, int player, bool on) {
  const int lack = map_->k() - stones_[player][window];
  if (lack < 1 || lack > 2) return;
  std::uint64_t& word = lacking_[player][lack - 1][window / 64];
  const std::uint64_t bit = std::uint64_t{1} << (window % 64);
  word = on ? word | bit : word & ~bit;
  lacking_count_[player][lack - 1] += on ? 1 : -1;
}

void Windows::place(Action action, int player, int change) {
  empty_[action] = change < 0;
  const int k = map_->k();
  const Score side = player == 0 ? 1 : -1;
  std::uint8_t* mine = stones_[player].data();
  const std::uint8_t* theirs = stones_[1 - player].data();
  for (const std::uint16_t* window = map_->begin(action); window != map_->end(action); ++window) {
    const int w = *window, before = mine[w], after = before + change, other = theirs[w];
    if (other == 0) {
      set_levels(w, player, false);
      score_ += side * (window_worth(after, k) - window_worth(before, k));
    }
    // The first own stone closes the window to the other side; its undo opens it again.
    if (before == 0) {
      set_levels(w, 1 - player, false);
      score_ += side * window_worth(other, k);
      --open_[1 - player];
    }
    mine[w] = static_cast<std::uint8_t>(after);
    if (after == 0) {
      set_levels(w, 1 - player, true);
      score_ -= side * window_worth(other, k);
      ++open_[1 - player];
    }
    if (other == 0) set_levels(w, player, true);
  }
}

void Windows::completing(int player, Actions<Mnk>& cells) const {
  cells.clear();
  if (lacking_count_[player][0] == 0) return;
  bool seen[max_cells] = {};
  for (int word = 0; word < words_; ++word) {
    for (std::uint64_t left = lacking_[player][0][word]; left != 0; left &= left - 1) {
      const Action* window = map_->cells(word * 64 + lowest_bit(left));
      // Own stones are on all cells but one.
      const Action missing =
          *std::find_if(window, window + map_->k(), [&](Action c) { return empty_[c]; });
      if (!seen[missing]) cells.push(missing);
      seen[missing] = true;
    }
  }
}

std::optional<Action> Windows::fork(int player) const {
  if (lacking_count_[player][1] < 2) return std::nullopt;
  // By cell: the other empty cell of the first window seen through it.
  std::array<int, max_cells> partner;
  partner.fill(-1);
  for (int word = 0; word < words_; ++word) {
    for (std::uint64_t left = lacking_[player][1][word]; left != 0; left &= left - 1) {
      const int window = word * 64 + lowest_bit(left);
      int pair[2], found = 0;
      for (int i = 0; i < map_->k(); ++i) {
        const Action cell = map_->cells(window)[i];
        if (empty_[cell]) pair[found++] = cell;
      }
      for (const int side : {0, 1}) {
        const int here = pair[side], there = pair[1 - side];
        if (partner[here] >= 0 && partner[here] != there) return static_cast<Action>(here);
        partner[here] = there;
      }
    }
  }
  return std::nullopt;
}

bool Windows::pairing_stops(int player) const {
  constexpr int cells_in_a_word = 64, max_windows = 128;
  if (static_cast<int>(empty_.size()) > cells_in_a_word) return false;
  std::uint64_t empty = 0;
  for (std::size_t cell = 0; cell < empty_.size(); ++cell) {
    empty |= std::uint64_t{empty_[cell]} << cell;
  }
  std::uint64_t open[max_windows];
  int count = 0;
  for (int window = 0; window < map_->size(); ++window) {
    if (stones_[1 - player][window] != 0) continue;
    if (count == max_windows) return false;
    std::uint64_t cells = 0;
    for (int i = 0; i < map_->k(); ++i) cells |= std::uint64_t{1} << map_->cells(window)[i];
    open[count++] = cells & empty;
  }
  return has_pairing({open, static_cast<std::size_t>(count)});
}

Score Windows::action_score(Action action, int player) const {
  const int k = map_->k();
  Score score = 0;
  for (const std::uint16_t* window = map_->begin(action); window != map_->end(action); ++window) {
    const int mine = stones_[player][*window], theirs = stones_[1 - player][*window];
    if (theirs == 0) score += window_worth(mine + 1, k);
    if (mine == 0 && theirs > 0) score += window_worth(theirs, k);
  }
  return score;
}

}  // namespace inarow::INAROW_ISA
