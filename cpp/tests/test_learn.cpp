// Tabular learning: what it learns is true, and a table can be taken apart and put together.
#include <cmath>

#include "games/mnk.h"
#include "games/ultimate.h"
#include "search/learn/tabular.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

// The value of perfect play for the player to move.
int perfect_value(Mnk& state) {
  if (state.outcome() != Outcome::ongoing) return returns(state.outcome(), state.to_move());
  Actions<Mnk> actions;
  state.legal_actions(actions);
  int best = -1;
  for (const Action action : actions) {
    const ScopedMove made(state, action);
    best = std::max(best, -perfect_value(state));
  }
  return best;
}

template <Game G>
ValueTable learned(const G& start, int games, bool folds, bool looks_ahead) {
  ValueTable table(folds, looks_ahead);
  const TabularLearner<G> learner(start, {.epsilon = 0.3f}, 7);
  GamesPlayed played;
  for (int i = 0; i < games; ++i) learner.play(table, static_cast<std::uint64_t>(i), played);
  CHECK(played.wins + played.draws + played.losses == static_cast<std::uint64_t>(games));
  return table;
}

// After many games every value on the way of best play is that of perfect play.
void check_perfect(const ValueTable& table, Mnk& state) {
  if (state.outcome() != Outcome::ongoing) return;
  CHECK(std::abs(table.value(state) - static_cast<float>(perfect_value(state))) < same_value);
  Actions<Mnk> best;
  best_actions(table, state, best);
  for (const Action action : best) {
    const ScopedMove made(state, action);
    check_perfect(table, state);
  }
}

TEST(tabular_values_become_perfect) {
  const MnkRules rules(3, 3, 3, false);
  Mnk state(rules);
  for (const bool looks_ahead : {false, true}) {
    const ValueTable table = learned(state, 20'000, true, looks_ahead);
    CHECK(table.size() <= 765);  // positions up to symmetry, of which some are over
    check_perfect(table, state);
  }
}

TEST(starting_values_see_two_plies) {
  const MnkRules rules(3, 3, 3, false);
  const ValueTable table(true, true), blank(true, false);
  Mnk state(rules);
  const auto after = [&](std::initializer_list<int> moves) {
    state = Mnk(rules);
    for (const int move : moves) state.play(static_cast<Action>(move));
    return table.value(state);
  };
  CHECK(after({}) == 0);
  CHECK(after({0, 3, 1, 4}) == 1);      // two in a row, to move
  CHECK(after({0, 3, 1}) == 0);         // one threat can be stopped
  CHECK(after({0, 1, 2, 4, 6}) == 1);   // a win goes before everything
  CHECK(after({0, 4, 8, 2, 6}) == -1);  // two threats cannot be stopped
  CHECK(blank.value(state) == 0);
}

TEST(symmetric_positions_share_a_value) {
  const MnkRules rules(3, 4, 3, false);
  const Mnk start(rules);
  ValueTable folded(true, false), plain(false, false);
  Mnk corner = start, other = start;
  corner.play(0);
  other.play(11);
  folded.at(corner) = 0.5f;
  plain.at(corner) = 0.5f;
  CHECK(folded.value(other) == 0.5f);
  CHECK(plain.value(other) == 0);
}

TEST(a_table_grows_and_keeps_its_entries) {
  ValueTable table(true, true);
  for (std::uint64_t key = 1; key <= 5000; ++key) table.add(mix64(key), 0.25f);
  CHECK(table.size() == 5000);
  for (std::uint64_t key = 1; key <= 5000; ++key) CHECK(table.contains(mix64(key)));
  CHECK(!table.contains(mix64(5001)));
}

// Games depend on their numbers alone, so that a training can go on anywhere.
TEST(training_can_go_on_at_any_game) {
  const UltimateRules rules(false);
  const Ultimate start(rules);
  const TabularLearner<Ultimate> learner(start, {.epsilon = 0.5f}, 3);
  ValueTable whole(false, false), parts(false, false);
  GamesPlayed played;
  for (std::uint64_t i = 0; i < 10; ++i) learner.play(whole, i, played);
  const TabularLearner<Ultimate> another(start, {.epsilon = 0.5f}, 3);
  for (std::uint64_t i = 0; i < 10; ++i) (i < 5 ? learner : another).play(parts, i, played);
  CHECK(whole.size() == parts.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(whole.entries()[i].key == parts.entries()[i].key);
    CHECK(whole.entries()[i].value == parts.entries()[i].value);
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
