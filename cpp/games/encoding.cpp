#include "games/encoding.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

namespace {

constexpr Cell stone_of(int player) { return player == 0 ? Cell::first : Cell::second; }

// The three planes of the papers for m,n,k games.
void write_mnk(const Mnk& state, int player, float* out) {
  const int cells = state.rules().cells;
  for (int cell = 0; cell < cells; ++cell) {
    const Cell stone = state.cell(cell);
    const int plane = stone == Cell::empty ? 2 : stone == stone_of(player) ? 0 : 1;
    out[plane * cells + cell] = 1.0f;
  }
}

void write_legal(const Ultimate& state, float* plane) {
  Actions<Ultimate> actions;
  state.legal_actions(actions);
  for (const Action action : actions) plane[action] = 1.0f;
}

// The two channels of the Ultimate paper, with the cells seen by the player.
void write_ultimate_paper(const Ultimate& state, int player, float* out) {
  for (int cell = 0; cell < 81; ++cell) {
    const Cell stone = state.cell(cell);
    if (stone != Cell::empty) out[cell] = stone == stone_of(player) ? 1.0f : -1.0f;
  }
  write_legal(state, out + 81);
}

void write_ultimate_rich(const Ultimate& state, int player, float* out) {
  for (int cell = 0; cell < 81; ++cell) {
    const Cell stone = state.cell(cell);
    if (stone != Cell::empty) out[(stone == stone_of(player) ? 0 : 81) + cell] = 1.0f;
    const Outcome local = state.local_outcome(cell / 27 * 3 + cell % 9 / 3);
    if (local == Outcome::ongoing) continue;
    const int plane = local == Outcome::draw ? 5 : returns(local, player) > 0 ? 3 : 4;
    out[plane * 81 + cell] = 1.0f;
  }
  write_legal(state, out + 2 * 81);
  if (state.outcome() == Outcome::ongoing && state.forced_board() == Ultimate::any_board) {
    std::fill_n(out + 6 * 81, 81, 1.0f);
  }
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

}  // namespace inarow::INAROW_ISA
