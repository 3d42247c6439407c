#include "search/mcts/residual_network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "search/mcts/residual_kernel.h"

namespace inarow {

namespace {

void check(bool holds, const std::string& what) {
  if (!holds) throw std::invalid_argument(what);
}

void check_floats(const std::vector<float>& values, std::size_t size, const std::string& name) {
  check(values.size() == size, name + " has another size");
  check(std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); }),
        name + " has a number that is not finite");
}

void check_scale(float scale, const std::string& name) {
  check(std::isfinite(scale) && scale > 1e-12f && scale < 1e12f, name + " has no scale");
}

std::vector<float> scaled(const std::vector<float>& values, float factor) {
  std::vector<float> found(values.size());
  std::transform(values.begin(), values.end(), found.begin(),
                 [factor](float value) { return value * factor; });
  return found;
}

// `out`: the scale of what the layer gives.
PackedResidual::Layer pack(const IntegerLayer& layer, int channels, int taps, float out,
                           const std::string& name) {
  constexpr int group = ResidualNetwork::group;
  const auto size = static_cast<std::size_t>(channels);
  check(layer.weights.size() == size * size * static_cast<std::size_t>(taps),
        name + " has another size");
  check_floats(layer.scales, size, name);
  check_floats(layer.biases, size, name);
  check_scale(layer.input_scale, name);
  PackedResidual::Layer packed;
  packed.weights.reserve(layer.weights.size());
  for (int tap = 0; tap < taps; ++tap) {
    for (int input = 0; input < channels; input += group) {
      for (int output = 0; output < channels; ++output) {
        for (int i = input; i < input + group; ++i) {
          const int place = (output * channels + i) * taps + tap;
          packed.weights.push_back(layer.weights[static_cast<std::size_t>(place)]);
        }
      }
    }
  }
  packed.mul = scaled(layer.scales, layer.input_scale / out);
  packed.add = scaled(layer.biases, 1 / out);
  return packed;
}

PackedResidual::Dense pack(const DenseLayer& layer, int outputs, int inputs, float out,
                           const std::string& name) {
  const auto rows = static_cast<std::size_t>(outputs), cols = static_cast<std::size_t>(inputs);
  check_floats(layer.weights, rows * cols, name);
  check_floats(layer.biases, rows, name);
  PackedResidual::Dense packed{std::vector<float>(rows * cols), scaled(layer.biases, 1 / out)};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < cols; ++col) {
      packed.weights[col * rows + row] = layer.weights[row * cols + col] / out;
    }
  }
  return packed;
}

// `out`: the scale of the first x.
void pack_stem(const ResidualArrays& arrays, float out, PackedResidual& packed) {
  const auto size = static_cast<std::size_t>(arrays.channels);
  const std::size_t inputs = (static_cast<std::size_t>(arrays.planes) + 1) * ResidualNetwork::taps;
  check_floats(arrays.stem.weights, size * inputs, "stem");
  check_floats(arrays.stem.biases, size, "stem");
  packed.stem.resize(size * inputs);
  for (std::size_t output = 0; output < size; ++output) {
    for (std::size_t i = 0; i < inputs; ++i) {
      packed.stem[i * size + output] = arrays.stem.weights[output * inputs + i] / out;
    }
  }
  packed.stem_bias = scaled(arrays.stem.biases, 1 / out);
}

bool has_instructions() {
#if INAROW_HAS_VNNI
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vnni");
#else
  return false;
#endif
}

}  // namespace

ResidualNetwork::ResidualNetwork(const ResidualArrays& arrays) {
  packed_.planes = arrays.planes;
  packed_.channels = arrays.channels;
  const int channels = arrays.channels;
  check(arrays.planes > 0 && arrays.planes <= 64, "planes must be 1 to 64");
  check(channels > 0 && channels <= max_channels && channels % lanes == 0,
        "channels must be a multiple of 16, at most 256");
  check_scale(arrays.policy_hidden.input_scale, "policy_hidden");
  for (const ResidualBlock& block : arrays.blocks) {
    check_scale(block.first.input_scale, "first");
    check_scale(block.second.input_scale, "second");
  }
  // That of what the blocks from a place on get.
  const auto scale_at = [&](std::size_t place) {
    return place < arrays.blocks.size() ? arrays.blocks[place].first.input_scale
                                        : arrays.policy_hidden.input_scale;
  };
  packed_.last_scale = arrays.policy_hidden.input_scale;
  pack_stem(arrays, scale_at(0), packed_);
  for (std::size_t place = 0; place < arrays.blocks.size(); ++place) {
    const ResidualBlock& block = arrays.blocks[place];
    const float hidden = block.second.input_scale, next = scale_at(place + 1);
    packed_.blocks.push_back({pack(block.first, channels, taps, hidden, "first"),
                              pack(block.second, channels, taps, next, "second"),
                              {},
                              hidden,
                              scale_at(place) / next});
    if (!block.pool.weights.empty()) {
      packed_.blocks.back().pool = pack(block.pool, channels, 2 * channels, next, "pool");
    }
  }
  packed_.policy_hidden = pack(arrays.policy_hidden, channels, 1, 1.0f, "policy_hidden");
  check_floats(arrays.policy.weights, static_cast<std::size_t>(channels), "policy");
  check_floats(arrays.policy.biases, 1, "policy");
  packed_.policy = arrays.policy.weights;
  packed_.policy_bias = arrays.policy.biases[0];
  const int hidden = static_cast<int>(arrays.value_hidden.biases.size());
  check(hidden > 0 && hidden <= max_channels && hidden % lanes == 0,
        "value_hidden must have a multiple of 16 outputs, at most 256");
  packed_.value_hidden = pack(arrays.value_hidden, hidden, 2 * channels, 1.0f, "value_hidden");
  check_floats(arrays.value.weights, static_cast<std::size_t>(hidden), "value");
  check_floats(arrays.value.biases, 1, "value");
  packed_.value = arrays.value.weights;
  packed_.value_bias = arrays.value.biases[0];
}

bool ResidualNetwork::is_fast() {
  static const bool found = has_instructions();
  return found;
}

void ResidualNetwork::evaluate(const float* planes, int count, int rows, int cols, float* logits,
                               float* values) const {
#if INAROW_HAS_VNNI
  if (is_fast()) return vnni::evaluate(packed_, planes, count, rows, cols, logits, values);
#endif
  evaluate_portably(planes, count, rows, cols, logits, values);
}

void ResidualNetwork::evaluate_portably(const float* planes, int count, int rows, int cols,
                                        float* logits, float* values) const {
  portable::evaluate(packed_, planes, count, rows, cols, logits, values);
}

}  // namespace inarow
