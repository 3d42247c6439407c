// The line network: incremental updates equal a new computation, and files are checked.
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/rng.h"
#include "search/five/line_network.h"
#include "search/five/weights.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

void append(std::string& file, Rng& rng, int count, int bytes, int limit) {
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint32_t>(rng.below(2 * limit + 1) - limit);
    for (int j = 0; j < bytes; ++j) file.push_back(static_cast<char>(number >> (8 * j) & 255));
  }
}

// A network of random numbers, all of which matter.
std::string some_network() {
  Rng rng(7);
  std::string file(LineNetwork::magic);
  constexpr int channels = LineNetwork::channels, hidden = LineNetwork::hidden;
  append(file, rng, line_windows().count() * channels, 2, 100);
  append(file, rng, channels, 2, 100);
  append(file, rng, channels * hidden, 2, 200);
  append(file, rng, hidden, 4, 100'000);
  append(file, rng, hidden * hidden, 2, 200);
  append(file, rng, hidden, 4, 100'000);
  append(file, rng, hidden, 2, 200);
  append(file, rng, 1, 4, 100'000);
  append(file, rng, channels, 2, 500);
  return file;
}

std::vector<int> said(const LineAccumulator& accumulator, const FiveBoard& board) {
  std::vector<int> all = {accumulator.evaluate()};
  for (int cell = 0; cell < board.plan().cells; ++cell) {
    if (board.is_empty(cell)) all.push_back(accumulator.policy(cell));
  }
  return all;
}

std::vector<int> fresh(const LineNetwork& network, const FiveBoard& board) {
  LineAccumulator accumulator(network, board.plan(), board.to_move());
  accumulator.follow(board);
  return said(accumulator, board);
}

TEST(a_view_that_follows_is_as_good_as_a_fresh_one) {
  const LineNetwork network(some_network());
  Rng rng(3);
  std::set<int> seen;
  for (const bool exact : {false, true}) {
    for (const int side : {8, 15, 20}) {
      const MnkRules rules(side, side, 5, exact);
      const FiveBoardPlan plan(rules, engine_weights());
      FiveBoard board(plan, Mnk(rules));
      LineAccumulator accumulators[] = {{network, plan, 0}, {network, plan, 1}};
      for (int i = 0; i < 300; ++i) {
        // Forward more often than back, and several steps between two looks.
        for (int j = rng.below(4); j >= 0; --j) {
          if (board.ply() > 0 && rng.below(5) < 2) {
            board.undo();
          } else if (board.ply() < plan.cells / 2) {
            const int cell = rng.below(plan.cells);
            if (board.is_empty(cell)) board.play(static_cast<Action>(cell));
          }
        }
        LineAccumulator& accumulator = accumulators[board.to_move()];
        accumulator.follow(board);
        CHECK(said(accumulator, board) == fresh(network, board));
        seen.insert(accumulator.evaluate());
      }
    }
  }
  CHECK(seen.size() > 500);
}

TEST(a_network_sees_turned_and_mirrored_boards_alike) {
  const LineNetwork network(some_network());
  const MnkRules rules(15, 15, 5, false);
  const FiveBoardPlan plan(rules, engine_weights());
  Rng rng(5);
  FiveBoard board(plan, Mnk(rules)), turned(plan, Mnk(rules)), mirrored(plan, Mnk(rules));
  for (int i = 0; i < 30; ++i) {
    const int row = rng.below(15), col = rng.below(15);
    if (!board.is_empty(row * 15 + col)) continue;
    board.play(static_cast<Action>(row * 15 + col));
    turned.play(static_cast<Action>(col * 15 + 14 - row));
    mirrored.play(static_cast<Action>(row * 15 + 14 - col));
    CHECK(fresh(network, board)[0] == fresh(network, turned)[0]);
    CHECK(fresh(network, board)[0] == fresh(network, mirrored)[0]);
  }
}

TEST(damaged_networks_are_refused) {
  const std::string good = some_network();
  const auto refused = [](const std::string& file) {
    try {
      const LineNetwork network(file);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(!refused(good));
  CHECK(refused(""));
  CHECK(refused("something else"));
  CHECK(refused(good.substr(0, good.size() - 1)));
  CHECK(refused(good + "x"));
  std::string large = good;
  large[40] = 127;  // the high byte of a row's number
  large[41] = 127;
  CHECK(refused(large));
}

}  // namespace

}  // namespace inarow::INAROW_ISA
