#include "games/encoding.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace inarow::INAROW_ISA {

namespace {

template <class T>
using Eight = std::array<T, 8>;

template <class T>
constexpr std::array<Eight<T>, 256> make_eights() {
  std::array<Eight<T>, 256> eights{};
  for (int bits = 0; bits < 256; ++bits) {
    for (int i = 0; i < 8; ++i) eights[bits][i] = static_cast<T>(bits >> i & 1);
  }
  return eights;
}

// Eight cells at a time: a loop over single bits is not vectorised without AVX2.
template <class T>
constexpr std::array<Eight<T>, 256> eights = make_eights<T>();

// Writes 1 for each cell of the set and 0 for each other cell.
template <class T>
void write_set(const CellBits& set, int cells, T* out) {
  for (int word = 0; cells > 0; ++word) {
    std::uint64_t bits = set[word];
    int left = std::min(cells, 64);
    cells -= left;
    for (; left >= 8; left -= 8, bits >>= 8, out += 8) {
      std::memcpy(out, eights<T>[bits & 255].data(), sizeof(Eight<T>));
    }
    for (; left > 0; --left, bits >>= 1) *out++ = static_cast<T>(bits & 1);
  }
}

// The three planes of the papers for m,n,k games.
void write_mnk(const Mnk& state, int player, float* out) {
  const int cells = state.rules().cells;
  const CellBits mine = state.stones(player), &empty = state.empty_cells();
  CellBits theirs;  // and bits beyond the board, which are not read
  for (std::size_t i = 0; i < theirs.size(); ++i) theirs[i] = ~(mine[i] | empty[i]);
  write_set(mine, cells, out);
  write_set(theirs, cells, out + cells);
  write_set(empty, cells, out + 2 * cells);
}

// The two channels of the Ultimate paper, with the cells seen by the player.
void write_ultimate_paper(const Ultimate& state, int player, float* out) {
  float theirs[81];
  write_set(state.stones(player), 81, out);
  write_set(state.stones(1 - player), 81, theirs);
  for (int cell = 0; cell < 81; ++cell) out[cell] -= theirs[cell];
  write_set(state.legal_cells(), 81, out + 81);
}

// The local boards that ended like this, with all their cells.
CellBits boards_with(const Ultimate& state, Outcome outcome) {
  std::uint16_t boards[9];
  for (int b = 0; b < 9; ++b) boards[b] = state.local_outcome(b) == outcome ? 0x1ff : 0;
  return Ultimate::over_grid(boards);
}

void write_ultimate_rich(const Ultimate& state, int player, float* out) {
  const auto write = [&](int plane, const CellBits& set) { write_set(set, 81, out + plane * 81); };
  write(0, state.stones(player));
  write(1, state.stones(1 - player));
  write(2, state.legal_cells());
  write(3, boards_with(state, win_for(player)));
  write(4, boards_with(state, win_for(1 - player)));
  write(5, boards_with(state, Outcome::draw));
  const bool free_choice =
      state.outcome() == Outcome::ongoing && state.forced_board() == Ultimate::any_board;
  std::fill_n(out + 6 * 81, 81, free_choice ? 1.0f : 0.0f);
}

constexpr Encoding<Mnk> mnk_encodings[] = {{"planes", {"mine", "theirs", "empty"}, write_mnk}};

constexpr Encoding<Ultimate> ultimate_encodings[] = {
    {"paper", {"cells", "legal"}, write_ultimate_paper},
    {"rich",
     {"mine", "theirs", "legal", "boards mine", "boards theirs", "boards drawn", "free choice"},
     write_ultimate_rich},
};

}  // namespace

std::span<const Encoding<Mnk>> encodings(const Mnk*) { return mnk_encodings; }
std::span<const Encoding<Ultimate>> encodings(const Ultimate*) { return ultimate_encodings; }

void write_mask(const CellBits& set, int cells, bool* out) { write_set(set, cells, out); }

}  // namespace inarow::INAROW_ISA
