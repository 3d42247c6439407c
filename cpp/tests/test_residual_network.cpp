// The residual network with integers: both kernels against each other and against plain loops.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "games/rng.h"
#include "search/mcts/residual_network.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int taps = ResidualNetwork::taps;

class Maker {
 public:
  Maker(std::uint64_t seed, int planes, int channels, int blocks)
      : rng_(seed), planes_(planes), channels_(channels), blocks_(blocks) {}

  ResidualArrays arrays() {
    ResidualArrays found;
    found.planes = planes_;
    found.channels = channels_;
    found.stem = dense((planes_ + 1) * taps, channels_, 0.5f);
    for (int i = 0; i < blocks_; ++i) {
      found.blocks.push_back({integers(taps), integers(taps), {}});
      if (i % 2 == 1) found.blocks.back().pool = dense(2 * channels_, channels_, 0.05f);
    }
    found.policy_hidden = integers(1);
    found.policy = dense(channels_, 1, 0.3f);
    found.value_hidden = dense(2 * channels_, 32, 0.05f);
    found.value = dense(32, 1, 0.3f);
    return found;
  }

  // Mostly zeros and ones, and some other numbers.
  std::vector<float> positions(int count, int rows, int cols) {
    std::vector<float> found(static_cast<std::size_t>(count * planes_ * rows * cols));
    for (float& each : found) {
      const int drawn = rng_.below(8);
      if (drawn < 3) each = 1;
      if (drawn == 7) each = uniform();
    }
    return found;
  }

 private:
  float uniform() { return static_cast<float>(rng_.below(2001)) / 1000 - 1; }

  DenseLayer dense(int inputs, int outputs, float size) {
    DenseLayer found{std::vector<float>(static_cast<std::size_t>(inputs * outputs)),
                     std::vector<float>(static_cast<std::size_t>(outputs))};
    for (float& each : found.weights) each = size * uniform();
    for (float& each : found.biases) each = 0.2f * uniform();
    return found;
  }

  IntegerLayer integers(int count) {
    const auto channels = static_cast<std::size_t>(channels_);
    IntegerLayer found;
    for (std::size_t i = 0; i < channels * channels * static_cast<std::size_t>(count); ++i) {
      found.weights.push_back(static_cast<std::int8_t>(rng_.below(255) - 127));
    }
    for (std::size_t i = 0; i < channels; ++i) {
      found.scales.push_back((0.08f + 0.04f * uniform()) / static_cast<float>(channels_));
      found.biases.push_back(0.2f * uniform());
    }
    found.input_scale = 0.02f;
    return found;
  }

  Rng rng_;
  int planes_, channels_, blocks_;
};

// The same network with plain loops over numbers in floating point; activations are rounded.
class Plain {
 public:
  Plain(const ResidualArrays& arrays, int rows, int cols)
      : net_(arrays), rows_(rows), cols_(cols) {}

  void evaluate(const float* planes, std::vector<double>& logits, double& value) const {
    const int cells = rows_ * cols_;
    std::vector<double> in(planes, planes + net_.planes * cells);
    in.resize(in.size() + static_cast<std::size_t>(cells), 1.0);
    const auto wide = [&](const std::vector<double>& from, int inputs, int count, auto weight,
                          const std::vector<float>& biases) {
      std::vector<double> out;
      for (int output = 0; output < net_.channels; ++output) {
        for (int cell = 0; cell < cells; ++cell) {
          double sum = biases[static_cast<std::size_t>(output)];
          for (int input = 0; input < inputs; ++input) {
            for (int tap = 0; tap < count; ++tap) {
              const int row = cell / cols_ + (count == 1 ? 0 : tap / 3 - 1);
              const int col = cell % cols_ + (count == 1 ? 0 : tap % 3 - 1);
              if (row < 0 || row >= rows_ || col < 0 || col >= cols_) continue;
              sum += from[static_cast<std::size_t>(input * cells + row * cols_ + col)] *
                     weight((output * inputs + input) * count + tap, output);
            }
          }
          out.push_back(sum);
        }
      }
      return out;
    };
    const auto of_integers = [&](const std::vector<double>& from, const IntegerLayer& layer,
                                 int count) {
      return wide(
          from, net_.channels, count,
          [&](int place, int output) {
            return static_cast<double>(layer.weights[static_cast<std::size_t>(place)]) *
                   layer.scales[static_cast<std::size_t>(output)];
          },
          layer.biases);
    };
    const auto scale_at = [&](std::size_t place) {
      return static_cast<double>(place < net_.blocks.size() ? net_.blocks[place].first.input_scale
                                                            : net_.policy_hidden.input_scale);
    };
    std::vector<double> x = wide(
        in, net_.planes + 1, taps,
        [&](int place, int) {
          return static_cast<double>(net_.stem.weights[static_cast<std::size_t>(place)]);
        },
        net_.stem.biases);
    round(x, scale_at(0));
    for (std::size_t i = 0; i < net_.blocks.size(); ++i) {
      const ResidualBlock& block = net_.blocks[i];
      std::vector<double> hidden = of_integers(x, block.first, taps);
      round(hidden, block.second.input_scale);
      std::vector<double> sum = of_integers(hidden, block.second, taps);
      std::vector<double> more(static_cast<std::size_t>(net_.channels));
      if (!block.pool.weights.empty()) more = dense(block.pool, pooled(hidden));
      for (std::size_t j = 0; j < x.size(); ++j)
        x[j] += sum[j] + more[j / static_cast<std::size_t>(cells)];
      round(x, scale_at(i + 1));
    }
    const std::vector<double> policy = of_integers(x, net_.policy_hidden, 1);
    logits.assign(static_cast<std::size_t>(cells), net_.policy.biases[0]);
    for (std::size_t i = 0; i < policy.size(); ++i) {
      logits[i % static_cast<std::size_t>(cells)] +=
          std::max(0.0, policy[i]) * net_.policy.weights[i / static_cast<std::size_t>(cells)];
    }
    std::vector<double> hidden = dense(net_.value_hidden, pooled(x));
    for (double& each : hidden) each = std::max(0.0, each);
    value = std::tanh(dense(net_.value, hidden)[0]);
  }

 private:
  static void round(std::vector<double>& numbers, double scale) {
    for (double& each : numbers)
      each = std::clamp(std::floor(each / scale + 0.5), 0.0, 255.0) * scale;
  }

  static std::vector<double> dense(const DenseLayer& layer, const std::vector<double>& in) {
    std::vector<double> out(layer.biases.begin(), layer.biases.end());
    for (std::size_t i = 0; i < layer.weights.size(); ++i) {
      out[i / in.size()] += layer.weights[i] * in[i % in.size()];
    }
    return out;
  }

  std::vector<double> pooled(const std::vector<double>& from) const {
    const std::size_t cells = static_cast<std::size_t>(rows_ * cols_),
                      channels = from.size() / cells;
    std::vector<double> found(2 * channels);
    for (std::size_t i = 0; i < from.size(); ++i) {
      found[i / cells] += from[i] / static_cast<double>(cells);
      found[channels + i / cells] = std::max(found[channels + i / cells], from[i]);
    }
    return found;
  }

  const ResidualArrays& net_;
  int rows_, cols_;
};

struct Answers {
  std::vector<float> logits, values;
};

Answers answers(const ResidualNetwork& net, const std::vector<float>& planes, int count, int rows,
                int cols, bool portably) {
  Answers found{std::vector<float>(static_cast<std::size_t>(count * rows * cols)),
                std::vector<float>(static_cast<std::size_t>(count))};
  const auto run = portably ? &ResidualNetwork::evaluate_portably : &ResidualNetwork::evaluate;
  (net.*run)(planes.data(), count, rows, cols, found.logits.data(), found.values.data());
  return found;
}

bool is_refused(const ResidualArrays& arrays) {
  try {
    const ResidualNetwork net(arrays);
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

}  // namespace

TEST(residual_networks_have_the_same_bits_in_both_kernels) {
  for (const int channels : {16, 32, 48, 64}) {
    Maker maker(static_cast<std::uint64_t>(channels), 3, channels, 2);
    const ResidualNetwork net(maker.arrays());
    for (const auto& [rows, cols] :
         {std::pair{1, 1}, {3, 3}, {4, 7}, {9, 9}, {5, 13}, {15, 15}, {3, 20}, {2, 25}}) {
      const std::vector<float> planes = maker.positions(3, rows, cols);
      const Answers fast = answers(net, planes, 3, rows, cols, false);
      const Answers slow = answers(net, planes, 3, rows, cols, true);
      CHECK(fast.logits == slow.logits);
      CHECK(fast.values == slow.values);
    }
  }
}

TEST(residual_networks_answer_as_plain_loops_do) {
  for (const int channels : {16, 32}) {
    Maker maker(static_cast<std::uint64_t>(100 + channels), 2, channels, 2);
    const ResidualArrays arrays = maker.arrays();
    const ResidualNetwork net(arrays);
    const int count = 4, rows = 5, cols = 6, cells = rows * cols;
    const std::vector<float> planes = maker.positions(count, rows, cols);
    const Answers found = answers(net, planes, count, rows, cols, false);
    const Plain plain(arrays, rows, cols);
    double off = 0;  // a number in the middle of two integers may be rounded to the other
    for (int i = 0; i < count; ++i) {
      std::vector<double> logits;
      double value;
      plain.evaluate(planes.data() + i * 2 * cells, logits, value);
      CHECK(std::abs(value - found.values[static_cast<std::size_t>(i)]) < 0.02);
      for (int cell = 0; cell < cells; ++cell) {
        off += std::abs(logits[static_cast<std::size_t>(cell)] -
                        found.logits[static_cast<std::size_t>(i * cells + cell)]);
      }
    }
    CHECK(off / (count * cells) < 0.01);
    const auto [low, high] = std::minmax_element(found.logits.begin(), found.logits.end());
    CHECK(*high - *low > 0.5);
  }
}

TEST(residual_networks_know_nothing_of_other_positions_of_a_batch) {
  Maker maker(7, 3, 32, 2);
  const ResidualNetwork net(maker.arrays());
  const std::vector<float> planes = maker.positions(5, 6, 6);
  const Answers all = answers(net, planes, 5, 6, 6, false);
  const std::vector<float> last(planes.end() - 3 * 36, planes.end());
  const Answers one = answers(net, last, 1, 6, 6, false);
  CHECK(std::equal(one.logits.begin(), one.logits.end(), all.logits.end() - 36));
  CHECK(one.values[0] == all.values[4]);
}

TEST(residual_networks_of_wrong_sizes_or_numbers_are_refused) {
  ResidualArrays good = Maker(1, 3, 16, 2).arrays();
  CHECK(!is_refused(good));
  const auto with = [&](auto change) {
    ResidualArrays bad = good;
    change(bad);
    return is_refused(bad);
  };
  CHECK(with([](auto& net) { net.channels = 20; }));
  CHECK(with([](auto& net) { net.channels = 32; }));
  CHECK(with([](auto& net) { net.planes = 2; }));
  CHECK(with([](auto& net) { net.stem.weights.pop_back(); }));
  CHECK(with([](auto& net) { net.blocks[0].first.weights.pop_back(); }));
  CHECK(with([](auto& net) { net.blocks[1].second.scales.pop_back(); }));
  CHECK(with([](auto& net) { net.blocks[1].pool.biases.pop_back(); }));
  CHECK(with([](auto& net) { net.blocks[0].second.input_scale = 0; }));
  CHECK(with([](auto& net) { net.policy_hidden.input_scale = -1; }));
  CHECK(with([](auto& net) { net.policy.weights.clear(); }));
  CHECK(with([](auto& net) { net.value.biases.clear(); }));
  CHECK(with([](auto& net) { net.value_hidden.biases.clear(); }));
  CHECK(with([](auto& net) { net.stem.biases[3] = std::numeric_limits<float>::quiet_NaN(); }));
  CHECK(with(
      [](auto& net) { net.blocks[0].first.scales[0] = std::numeric_limits<float>::infinity(); }));
}

}  // namespace inarow::INAROW_ISA
