// The ultimate network and engine: incremental updates equal a new computation, integers are close
// to the numbers they stand for, and the search finds what plain searches find.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "games/rng.h"
#include "search/ultimate/ultimate_engine.h"
#include "tests/check.h"
#include "tests/ultimate_weights.h"

namespace inarow::INAROW_ISA {

namespace {

const UltimateRules all_rules[] = {UltimateRules(false), UltimateRules(true)};

std::shared_ptr<const UltimateNetwork> some_network() {
  static const auto network = std::make_shared<UltimateNetwork>(random_ultimate_weights(7));
  return network;
}

Action random_action(const Ultimate& state, Rng& rng) {
  Actions<Ultimate> actions;
  state.legal_actions(actions);
  return actions[rng.below(actions.size())];
}

// A game that is not over, with random moves until at most so many cells are left.
Ultimate late_position(const UltimateRules& rules, Rng& rng, int most_cells) {
  while (true) {
    Ultimate state(rules);
    while (state.outcome() == Outcome::ongoing && state.playable_count() > most_cells) {
      state.play(random_action(state, rng));
    }
    if (state.outcome() == Outcome::ongoing) return state;
  }
}

// What the arrays say of a position, by their definition.
class FloatNetwork {
 public:
  explicit FloatNetwork(FloatArrays arrays) : arrays_(std::move(arrays)) {}

  double output(const Ultimate& state) const {
    std::vector<double> inputs;
    for (const int viewer : {state.to_move(), 1 - state.to_move()}) {
      for (const double each : view(state, viewer)) inputs.push_back(std::clamp(each, 0.0, 1.0));
    }
    std::vector<double> middle = layer("head.0", inputs, 1.0);
    middle = layer("head.1", middle, 1.0);
    return layer("head.2", middle, INFINITY)[state.rules().most_boards_break_ties];
  }

 private:
  double at(const char* name, std::size_t index) const { return arrays_.at(name).values[index]; }

  // With the outputs cut off at 0 and `most`; no limits without `most`.
  std::vector<double> layer(const std::string& name, const std::vector<double>& inputs,
                            double most) const {
    const auto& weights = arrays_.at(name + ".weight").values;
    std::vector<double> outputs;
    for (const float bias : arrays_.at(name + ".bias").values) {
      double sum = bias;
      const std::size_t row = outputs.size() * inputs.size();
      for (std::size_t i = 0; i < inputs.size(); ++i) sum += weights[row + i] * inputs[i];
      outputs.push_back(most < INFINITY ? std::clamp(sum, 0.0, most) : sum);
    }
    return outputs;
  }

  std::vector<double> view(const Ultimate& state, int viewer) const {
    std::vector<double> sums;
    const int side = viewer == state.to_move() ? 0 : 1;
    for (int lane = 0; lane < 64; ++lane) {
      sums.push_back(at("accumulator.bias", lane) +
                     at("forced", (side * 10 + state.forced_board()) * 64 + lane));
    }
    for (int board = 0; board < 9; ++board) {
      const Outcome local = state.local_outcome(board);
      if (local != Outcome::ongoing) {
        const int kind = local == Outcome::draw ? 2 : local == win_for(viewer) ? 0 : 1;
        for (int lane = 0; lane < 64; ++lane) {
          sums[lane] += at("decided", (board * 3 + kind) * 64 + lane);
        }
        continue;
      }
      std::vector<double> code(27);
      for (int cell = 0; cell < 9; ++cell) {
        const int kind = state.local_stones(viewer, board) >> cell & 1       ? 0
                         : state.local_stones(1 - viewer, board) >> cell & 1 ? 1
                                                                             : 2;
        code[cell * 3 + kind] = 1;
      }
      for (const char* name : {"encoder.0", "encoder.1", "encoder.2"})
        code = layer(name, code, 1e9);
      for (int lane = 0; lane < 64; ++lane) {
        for (int i = 0; i < 32; ++i) {
          sums[lane] += at("projection", (board * 64 + lane) * 32 + i) * code[i];
        }
      }
    }
    return sums;
  }

  FloatArrays arrays_;
};

// Plain minimax with the same evaluation, and the same look for a win at the leaves.
int minimax(UltimatePosition& position, int depth, int ply) {
  const Ultimate& state = position.state();
  if (state.outcome() != Outcome::ongoing) {
    return returns(state.outcome(), state.to_move()) * (ultimate::mate - ply);
  }
  Actions<Ultimate> actions;
  state.legal_actions(actions);
  int best = -ultimate::infinite;
  for (const Action action : actions) {
    const ScopedMove made(position, action);
    const bool wins = state.outcome() != Outcome::ongoing &&
                      Ultimate::has_line(state.won_boards(1 - state.to_move()));
    if (depth > 0 || wins) best = std::max(best, -minimax(position, depth - 1, ply + 1));
  }
  if (depth > 0 || best > 0) return best;
  return UltimateWorker::as_score(position.output());
}

// The value of a position, by all of its lines.
class PlainSolver {
 public:
  int solve(Ultimate& state) {
    if (state.outcome() != Outcome::ongoing) return returns(state.outcome(), state.to_move());
    const auto known = values_.find(state.key());
    if (known != values_.end()) return known->second;
    Actions<Ultimate> actions;
    state.legal_actions(actions);
    int best = -1;
    for (const Action action : actions) {
      const ScopedMove made(state, action);
      best = std::max(best, -solve(state));
      if (best == 1) break;
    }
    return values_[state.key()] = best;
  }

 private:
  std::unordered_map<std::uint64_t, int> values_;
};

Decision decide(UltimateEngine& engine, const Ultimate& state, const Limits& limits) {
  static const std::atomic<bool> never = false;
  Budget budget(limits, never, nullptr);
  return engine.decide(state, budget);
}

TEST(views_that_follow_a_game_are_as_good_as_new_ones) {
  Rng rng(3);
  for (const UltimateRules& rules : all_rules) {
    for (int game = 0; game < 40; ++game) {
      const Ultimate start = late_position(rules, rng, 81 - game);
      UltimatePosition position(start, *some_network());
      std::vector<UltimateNetwork::Views> before;
      std::vector<std::uint64_t> keys;
      while (position.state().outcome() == Outcome::ongoing) {
        before.push_back(position.views());
        keys.push_back(position.key());
        position.play(random_action(position.state(), rng));
        const UltimatePosition fresh(position.state(), *some_network());
        CHECK(fresh.views() == position.views());
        CHECK(fresh.key() == position.key());
      }
      while (!before.empty()) {
        position.undo();
        CHECK(position.views() == before.back());
        CHECK(position.key() == keys.back());
        before.pop_back();
        keys.pop_back();
      }
      CHECK(position.state() == start);
    }
  }
}

TEST(integers_are_close_to_the_weights_they_come_from) {
  const FloatArrays arrays = random_ultimate_weights(11);
  const UltimateNetwork network(arrays);
  const FloatNetwork exact(arrays);
  Rng rng(5);
  double most = 0, spread = 0;
  for (int i = 0; i < 200; ++i) {
    const Ultimate state = late_position(all_rules[i % 2], rng, 81 - i % 70);
    const UltimatePosition position(state, network);
    const double output = position.output() / static_cast<double>(UltimateNetwork::output_one);
    most = std::max(most, std::abs(output - exact.output(state)));
    spread = std::max(spread, std::abs(output));
  }
  CHECK(most < 0.03 * spread);
  CHECK(spread > 1);
}

TEST(a_network_says_the_same_in_every_build) {
  Rng rng(9);
  std::uint64_t hash = 0;
  for (int i = 0; i < 500; ++i) {
    const UltimatePosition position(late_position(all_rules[i % 2], rng, 81 - i % 75),
                                    *some_network());
    hash = mix64(hash + static_cast<std::uint64_t>(position.output()));
  }
  CHECK(hash == 0xeaa8029fdf43c15d);
}

TEST(bad_weights_are_refused) {
  const FloatArrays good = random_ultimate_weights(1);
  const auto refused = [](const FloatArrays& arrays) {
    try {
      bake(arrays, {});
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(!refused(good));
  for (const auto& [name, array] : good) {
    FloatArrays bad = good;
    bad.erase(name);
    CHECK(refused(bad));
    bad = good;
    bad[name].values[0] = NAN;
    CHECK(refused(bad));
    bad[name].values[0] = 1e6f;
    CHECK(refused(bad));
    bad = good;
    bad[name].shape.push_back(1);
    CHECK(refused(bad));
  }
  FloatArrays bad = good;
  bad["more"] = {{1}, {0}};
  CHECK(refused(bad));
  bad = good;
  bad["head.1.weight"].values[3] = 2.0f;
  CHECK(refused(bad));
  // Rows of any size are cut off, so that no sum leaves 16 bits.
  bad = good;
  for (const char* name : {"decided", "projection", "forced", "accumulator.bias"}) {
    for (float& value : bad[name].values) value = 900;
  }
  const UltimateNetwork large(bad);
  Rng rng(2);
  for (int i = 0; i < 20; ++i) {
    const UltimatePosition position(late_position(all_rules[0], rng, 80 - 3 * i), large);
    for (const auto& view : position.views()) {
      CHECK(*std::min_element(view.begin(), view.end()) >= 0);
    }
  }
}

TEST(the_search_finds_the_value_of_minimax) {
  Rng rng(13);
  const auto network = some_network();
  for (int i = 0; i < 60; ++i) {
    const Ultimate state = late_position(all_rules[i % 2], rng, 70 - i);
    UltimatePosition position(state, *network);
    const int depth = 1 + i % 4;
    SharedTable table(4);
    UltimateWorker worker(table, *network, Width::full);
    SearchedLine found;
    const std::atomic<bool> never = false;
    Budget budget({}, never, nullptr);
    worker.think(state, budget, depth, depth, found);
    CHECK(found.score == minimax(position, depth, 0));
    CHECK(!found.line.empty() && state.is_legal(found.line[0]));
  }
}

TEST(proven_results_of_late_positions_are_right) {
  Rng rng(17);
  int proven = 0, draws = 0;
  for (int i = 0; i < 120; ++i) {
    Ultimate state = late_position(all_rules[i % 2], rng, 13);
    PlainSolver solver;
    const int value = solver.solve(state);
    UltimateEngine engine(state, {.megabytes = 2, .threads = 1, .network = some_network()}, 1);
    Limits limits;
    limits.nodes = 300'000;
    const Decision decision = decide(engine, state, limits);
    if (decision.proven == Proven::no) continue;
    ++proven;
    draws += decision.proven == Proven::draw;
    CHECK(decision.proven == (value > 0 ? Proven::win : value < 0 ? Proven::loss : Proven::draw));
    CHECK(decision.value == value);
    // The move keeps the value.
    state.play(decision.action);
    CHECK(-solver.solve(state) == value);
  }
  CHECK(proven == 120);
  CHECK(draws > 10);
}

TEST(an_interrupted_search_claims_only_what_it_has_proved) {
  Rng rng(23);
  int open = 0, proven = 0;
  for (int i = 0; i < 40; ++i) {
    Ultimate state = late_position(all_rules[i % 2], rng, 15);
    PlainSolver solver;
    const int value = solver.solve(state);
    for (const int nodes : {30, 100, 300, 1'000, 3'000, 10'000}) {
      UltimateEngine engine(state, {.megabytes = 2, .threads = 1, .network = some_network()}, 1);
      Limits limits;
      limits.nodes = nodes;
      const Decision decision = decide(engine, state, limits);
      if (decision.proven == Proven::no) {
        ++open;
        CHECK(decision.value.has_value() && std::abs(*decision.value) < 1);
        continue;
      }
      ++proven;
      CHECK(decision.value == value);
      state.play(decision.action);
      CHECK(-solver.solve(state) == value);
      state.undo();
    }
  }
  CHECK(open > 20);
  CHECK(proven > 20);
}

TEST(moves_are_legal_under_any_limit) {
  Rng rng(19);
  for (int i = 0; i < 40; ++i) {
    const Ultimate state = late_position(all_rules[i % 2], rng, 81 - 2 * i);
    UltimateEngine engine(state, {.megabytes = 1, .threads = 1 + i % 3, .network = some_network()},
                          1);
    for (const double seconds : {0.0, 1e-6, 0.001}) {
      Limits limits;
      limits.seconds = seconds;
      CHECK(state.is_legal(decide(engine, state, limits).action));
    }
    for (const int nodes : {0, 1, 2, 100}) {
      Limits limits;
      limits.nodes = nodes;
      limits.lines = 1 + i % 4;
      const Decision decision = decide(engine, state, limits);
      CHECK(state.is_legal(decision.action));
      Ultimate played = state;
      for (const Action action : decision.pv) {
        CHECK(played.is_legal(action));
        played.play(action);
      }
    }
    Limits limits;
    limits.depth = 1;
    CHECK(state.is_legal(decide(engine, state, limits).action));
  }
}

TEST(several_lines_are_ranked) {
  const Ultimate state(all_rules[1]);
  UltimateEngine engine(state, {.megabytes = 2, .threads = 1, .network = some_network()}, 1);
  Limits limits;
  limits.depth = 3;
  limits.lines = 3;
  const Decision decision = decide(engine, state, limits);
  CHECK(decision.lines.size() == 3);
  CHECK(decision.candidates.size() == 81);
  double sum = 0;
  for (const Candidate& each : decision.candidates) sum += each.prior.value_or(0);
  CHECK(std::abs(sum - 1) < 1e-9);
  for (std::size_t i = 1; i < decision.lines.size(); ++i) {
    CHECK(decision.lines[i].value <= decision.lines[i - 1].value);
    CHECK(decision.lines[i].pv[0] != decision.lines[0].pv[0]);
  }
}

}  // namespace

}  // namespace inarow::INAROW_ISA
