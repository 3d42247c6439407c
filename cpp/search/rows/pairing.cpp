#include "search/rows/pairing.h"

#include "games/bits.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int max_windows = 128;  // with more, no pairing is searched
constexpr int pairs_tried = 3;    // of each window, the most useful first
constexpr int effort = 40;        // pairs tried in all

class PairSearch {
 public:
  explicit PairSearch(std::span<const std::uint64_t> windows) : windows_(windows) {}

  // `open` lists the windows that no pair serves yet.
  bool cover(const std::uint8_t* open, int count, std::uint64_t used) {
    if (count == 0) return true;
    // The window with the fewest free cells has the fewest pairs.
    int tightest = 0, fewest = 65;
    for (int i = 0; i < count; ++i) {
      const int cells = popcount(windows_[open[i]] & ~used);
      if (cells < 2) return false;
      if (cells < fewest) {
        fewest = cells;
        tightest = i;
      }
    }
    const std::uint64_t free = windows_[open[tightest]] & ~used;
    std::uint64_t tried[pairs_tried];
    for (int attempt = 0; attempt < pairs_tried && effort_ > 0; ++attempt) {
      const std::uint64_t pair = most_useful_pair(open, count, free, tried, attempt);
      if (pair == 0) return false;
      tried[attempt] = pair;
      --effort_;
      std::uint8_t rest[max_windows];
      int left = 0;
      for (int i = 0; i < count; ++i) {
        if ((windows_[open[i]] & pair) != pair) rest[left++] = open[i];
      }
      if (cover(rest, left, used | pair)) return true;
    }
    return false;
  }

 private:
  // The pair of free cells that the most open windows contain, among those not tried.
  std::uint64_t most_useful_pair(const std::uint8_t* open, int count, std::uint64_t free,
                                 const std::uint64_t* tried, int tried_count) const {
    std::uint64_t best = 0;
    int most = 0;
    for (std::uint64_t a = free; a != 0; a &= a - 1) {
      const std::uint64_t first = a & (~a + 1);
      for (std::uint64_t b = a & (a - 1); b != 0; b &= b - 1) {
        const std::uint64_t pair = first | (b & (~b + 1));
        bool known = false;
        for (int i = 0; i < tried_count; ++i) known |= tried[i] == pair;
        if (known) continue;
        int serves = 0;
        for (int i = 0; i < count; ++i) serves += (windows_[open[i]] & pair) == pair;
        if (serves > most) {
          most = serves;
          best = pair;
        }
      }
    }
    return best;
  }

  std::span<const std::uint64_t> windows_;
  int effort_ = effort;
};

}  // namespace

bool has_pairing(std::span<const std::uint64_t> windows) {
  if (windows.size() > max_windows) return false;
  std::uint8_t open[max_windows];
  for (std::size_t i = 0; i < windows.size(); ++i) open[i] = static_cast<std::uint8_t>(i);
  return PairSearch(windows).cover(open, static_cast<int>(windows.size()), 0);
}

}  // namespace inarow::INAROW_ISA
