// Many games at once, compared with the same games played one by one.
#include <algorithm>
#include <memory>
#include <vector>

#include "games/all.h"
#include "games/vector.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr std::size_t count = 5;

// Every row of every array is what its state shows.
template <Game G>
void check_rows(const GameVector<G>& games, const std::vector<G>& states) {
  const std::size_t cells = games.cells(), size = games.encoding().plane_count() * cells;
  std::vector<float> planes(size);
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(games.state(i) == states[i]);
    games.encoding().write(states[i], states[i].to_move(), planes.data());
    CHECK(std::equal(planes.begin(), planes.end(), games.observations() + i * size));
    for (std::size_t cell = 0; cell < cells; ++cell) {
      CHECK(games.masks()[i * cells + cell] == states[i].is_legal(static_cast<int>(cell)));
    }
    CHECK(games.players()[i] == states[i].to_move());
    CHECK(games.move_numbers()[i] == states[i].ply());
  }
}

template <Game G>
void check_random_games(const typename G::Rules& rules) {
  for (const Encoding<G>& encoding : encodings(static_cast<const G*>(nullptr))) {
    GameVector<G> games(rules, count, encoding, 7);
    const G start(rules);
    std::vector<G> states(count, start);
    const std::size_t size = encoding.plane_count() * games.cells();
    std::vector<float> planes(size);
    std::int64_t actions[count];
    float rewards[count];
    bool ended[count];
    check_rows(games, states);
    for (int step = 0; step < 3 * rules.rows * rules.cols; ++step) {
      games.random_actions(actions);
      CHECK(games.step(actions, rewards, ended) == count);
      for (std::size_t i = 0; i < count; ++i) {
        const int mover = states[i].to_move();
        states[i].play(static_cast<Action>(actions[i]));
        const Outcome outcome = states[i].outcome();
        CHECK(rewards[i] == static_cast<float>(returns(outcome, mover)));
        CHECK(ended[i] == (outcome != Outcome::ongoing));
        if (!ended[i]) continue;
        encoding.write(states[i], states[i].to_move(), planes.data());
        CHECK(std::equal(planes.begin(), planes.end(), games.final_observations() + i * size));
        states[i] = start;
      }
      check_rows(games, states);
    }
  }
}

TEST(a_vector_plays_like_single_games) {
  for (const auto& [rows, cols] : {std::pair(1, 1), {3, 3}, {4, 7}, {16, 4}, {13, 20}, {20, 20}}) {
    for (const bool exact : {false, true}) check_random_games<Mnk>(MnkRules(rows, cols, 3, exact));
  }
  for (const bool tiebreak : {false, true}) check_random_games<Ultimate>(UltimateRules(tiebreak));
}

TEST(an_illegal_action_changes_no_game) {
  const MnkRules rules(3, 3, 3, false);
  GameVector<Mnk> games(rules, 3, encodings(static_cast<const Mnk*>(nullptr))[0], 1);
  float rewards[3];
  bool ended[3];
  const std::int64_t legal[] = {4, 4, 4};
  CHECK(games.step(legal, rewards, ended) == 3);
  for (const std::int64_t bad : {-1ll, 4ll, 9ll, 400ll, 65536ll, 1ll << 40}) {
    const std::int64_t actions[] = {0, bad, 1};
    CHECK(games.step(actions, rewards, ended) == 1);
    CHECK(games.state(0).ply() == 1 && games.state(2).ply() == 1);
  }
}

TEST(a_vector_takes_states_that_it_can_continue) {
  const MnkRules rules(3, 3, 3, false), larger(4, 4, 3, false);
  GameVector<Mnk> games(rules, 2, encodings(static_cast<const Mnk*>(nullptr))[0], 1);
  auto state = std::make_unique<Mnk>(rules);  // gone before the vector
  for (const int action : {0, 3, 1, 4}) state->play(static_cast<Action>(action));
  CHECK(games.set_state(1, *state));
  CHECK(games.state(1) == *state);
  CHECK(games.move_numbers()[1] == 4 && games.move_numbers()[0] == 0);
  state->play(2);
  CHECK(!games.set_state(1, *state));  // over
  state.reset();
  Mnk other(larger);
  other.play(15);
  CHECK(!games.set_state(1, other));  // off the board
  CHECK(games.move_numbers()[1] == 4);
  games.reset();
  CHECK(games.move_numbers()[1] == 0 && games.masks()[9 + 4]);
}

}  // namespace

}  // namespace inarow::INAROW_ISA
