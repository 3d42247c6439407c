// Rules, do and undo, keys and symmetries, over random games on boards of every shape.
#include <algorithm>
#include <cstring>
#include <vector>

#include "games/all.h"
#include "games/bits.h"
#include "games/canonical.h"
#include "games/encoding.h"
#include "games/rng.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

// The bytes of a state as they lie in memory.
template <class G>
std::vector<unsigned char> bytes_of(const G& state) {
  const auto* begin = reinterpret_cast<const unsigned char*>(&state);
  return {begin, begin + sizeof state};
}

template <Game G>
Actions<G> actions_of(const G& state) {
  Actions<G> actions;
  state.legal_actions(actions);
  return actions;
}

// One random game with every claim of the interface checked at each state.
template <Game G>
void check_random_game(const typename G::Rules& rules, Rng& rng) {
  G state(rules);
  std::vector<std::vector<unsigned char>> trail;
  while (state.outcome() == Outcome::ongoing) {
    const auto before = bytes_of(state);
    const Actions<G> actions = actions_of(state);
    CHECK(actions.size() > 0);
    CHECK(actions.size() == state.legal_action_count());
    CHECK(std::is_sorted(actions.begin(), actions.end()));
    int ending = 0;
    for (const Action action : actions) {
      CHECK(state.is_legal(action));
      {
        const ScopedMove made(state, action);
        ending += state.outcome() != Outcome::ongoing;
        CHECK(state.ply() > 0 && state.move_at(state.ply() - 1) == action);
        CHECK(!state.is_legal(action));
      }
      CHECK(bytes_of(state) == before);
    }
    CHECK(ending == state.ending_action_count());
    CHECK(!state.is_legal(-1));
    CHECK(!state.is_legal(rules.rows * rules.cols));

    // Sets of cells say the same as single cells.
    const CellBits sets[] = {state.stones(0), state.stones(1), state.legal_cells()};
    const auto has = [](const CellBits& set, int cell) {
      return set[cell / 64] >> (cell % 64) & 1;
    };
    for (int cell = 0; cell < rules.rows * rules.cols; ++cell) {
      CHECK(has(sets[0], cell) == (state.cell(cell) == Cell::first));
      CHECK(has(sets[1], cell) == (state.cell(cell) == Cell::second));
      CHECK(has(sets[2], cell) == state.is_legal(cell));
    }

    // Every image has the key that the state says it has, and all agree on the canonical one.
    const Canonical canonical = canonical_form(state);
    const G smallest = image_of(state, canonical.symmetry);
    for (int s = 0; s < state.symmetries().count(); ++s) {
      const G image = image_of(state, s);
      CHECK(image.key() == state.image_key(s));
      CHECK(image_of(image, canonical_form(image).symmetry) == smallest);
    }

    G copy = state;
    CHECK(copy == state);
    CHECK(copy.key() == state.key());
    const Outcome end = copy.random_playout(rng);
    CHECK(end != Outcome::ongoing);
    CHECK(bytes_of(state) == before);

    trail.push_back(before);
    state.play(actions[rng.below(actions.size())]);
  }
  CHECK(actions_of(state).size() == 0);
  CHECK(state.legal_cells() == CellBits{});
  CHECK(state.legal_action_count() == 0);
  CHECK(state.ending_action_count() == 0);
  CHECK(state.random_playout(rng) == state.outcome());
  CHECK((returns(state.outcome(), 0) + returns(state.outcome(), 1)) == 0);
  while (state.ply() > 0) {
    state.undo();
    CHECK(bytes_of(state) == trail.back());
    trail.pop_back();
  }
  CHECK(trail.empty());
}

TEST(mnk_random_games) {
  Rng rng(1);
  for (int i = 0; i < 60; ++i) {
    const int rows = 1 + rng.below(i % 2 ? 6 : 20), cols = 1 + rng.below(i % 2 ? 6 : 20);
    const MnkRules rules(rows, cols, 1 + rng.below(std::max(rows, cols) + 1), rng.below(2));
    check_random_game<Mnk>(rules, rng);
  }
}

TEST(mnk_extreme_boards) {
  Rng rng(2);
  const int shapes[][3] = {{1, 1, 1}, {1, 1, 2},   {1, 20, 20}, {20, 1, 20}, {20, 20, 21},
                           {2, 6, 2}, {20, 20, 5}, {3, 4, 3},   {13, 1, 3},  {1, 12, 12}};
  for (const auto& shape : shapes) {
    for (const bool exact : {false, true}) {
      check_random_game<Mnk>(MnkRules(shape[0], shape[1], shape[2], exact), rng);
    }
  }
}

TEST(ultimate_random_games) {
  Rng rng(3);
  for (int i = 0; i < 60; ++i) check_random_game<Ultimate>(UltimateRules(i % 2), rng);
}

// A long walk of plays and undos at random, the state compared with one played from the start.
template <Game G>
void fuzz_do_undo(const typename G::Rules& rules, Rng& rng, int steps) {
  G state(rules);
  for (int step = 0; step < steps; ++step) {
    const Actions<G> actions = actions_of(state);
    if (actions.size() == 0 || (state.ply() > 0 && rng.below(5) < 2)) {
      state.undo();
    } else {
      state.play(actions[rng.below(actions.size())]);
    }
    if (step % 16 != 0) continue;
    G fresh(rules);
    for (int i = 0; i < state.ply(); ++i) fresh.play(state.move_at(i));
    CHECK(fresh == state);
    CHECK(fresh.key() == state.key());
    CHECK(fresh.outcome() == state.outcome());
    CHECK(fresh.legal_action_count() == state.legal_action_count());
  }
}

TEST(do_undo_fuzz) {
  Rng rng(4);
  for (int i = 0; i < 20; ++i) {
    const MnkRules rules(1 + rng.below(20), 1 + rng.below(20), 1 + rng.below(7), rng.below(2));
    fuzz_do_undo<Mnk>(rules, rng, 2000);
  }
  for (const bool tiebreak : {false, true}) {
    fuzz_do_undo<Ultimate>(UltimateRules(tiebreak), rng, 20000);
  }
}

// The shortest game: X takes the middle rows of three boards while O is sent up and down.
TEST(shortest_win_of_ultimate) {
  const UltimateRules rules(false);
  Ultimate state(rules);
  const int local[][2] = {{0, 3}, {3, 1}, {1, 3}, {3, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 1}, {1, 4},
                          {4, 2}, {2, 4}, {4, 0}, {0, 5}, {5, 1}, {1, 5}, {5, 2}, {2, 5}};
  for (const auto& [board, cell] : local) {
    const int action = (board / 3 * 3 + cell / 3) * 9 + board % 3 * 3 + cell % 3;
    CHECK(state.is_legal(action));
    CHECK(state.ending_action_count() == (state.ply() == 16));
    state.play(static_cast<Action>(action));
  }
  CHECK(state.outcome() == Outcome::first_wins);
  CHECK(state.winning_cells().size() == 9);
}

// A row of k in every place and direction wins, and k - 1 do not.
TEST(every_row_wins) {
  for (const bool exact : {false, true}) {
    for (const int k : {2, 3, 5}) {
      const MnkRules rules(7, 9, k, exact);
      const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
      for (const auto& [up, right] : steps) {
        for (int row = 0; row < 7; ++row) {
          for (int col = 0; col < 9; ++col) {
            const int last_row = row + (k - 1) * up, last_col = col + (k - 1) * right;
            if (last_row >= 7 || last_col >= 9 || last_col < 0) continue;
            Mnk state(rules);
            std::vector<bool> mine(63, false);
            for (int i = 0; i < k; ++i) mine[(row + i * up) * 9 + col + i * right] = true;
            int reply = 0;
            for (int i = 0; i < k; ++i) {
              CHECK(state.outcome() == Outcome::ongoing);
              state.play(static_cast<Action>((row + i * up) * 9 + col + i * right));
              if (i == k - 1) break;
              // The other side's stones never touch each other: every third cell, two rows apart.
              while (mine[reply] || reply % 9 % 3 != 0 || reply / 9 % 2 != 0) ++reply;
              state.play(static_cast<Action>(reply++));
            }
            CHECK(state.outcome() == Outcome::first_wins);
            CHECK(state.winning_cells().size() == k);
          }
        }
      }
    }
  }
}

TEST(encodings_add_up) {
  Rng rng(5);
  const MnkRules rules(5, 4, 4, false);
  for (int game = 0; game < 20; ++game) {
    Mnk state(rules);
    while (state.outcome() == Outcome::ongoing) {
      float planes[3 * 20] = {};
      encodings(&state)[0].write(state, state.to_move(), planes);
      for (int cell = 0; cell < 20; ++cell) {
        CHECK(planes[cell] + planes[20 + cell] + planes[40 + cell] == 1.0f);
      }
      const Actions<Mnk> actions = actions_of(state);
      state.play(actions[rng.below(actions.size())]);
    }
  }
}

TEST(bits_are_counted) {
  Rng rng(6);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = rng.next() & rng.next();
    int count = 0;
    for (int bit = 0; bit < 64; ++bit) count += word >> bit & 1;
    CHECK(popcount(word) == count);
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
