#include "search/ultimate/baking.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace inarow {

namespace {

using Baked = BakedUltimate;

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

double largest(const FloatArray& array) {
  double most = 0;
  for (const float value : array.values) most = std::max(most, std::abs(double{value}));
  return most;
}

void check(const FloatArrays& arrays) {
  for (const auto& [name, array] : arrays) {
    if (!ultimate_arrays().contains(name)) {
      throw std::invalid_argument("it has an unknown array, " + name);
    }
  }
  for (const auto& [name, shape] : ultimate_arrays()) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) {
      throw std::invalid_argument("it lacks the array " + name);
    }
    const FloatArray& array = found->second;
    if (array.shape != shape) {
      throw std::invalid_argument("its array " + name + " is " + shape_text(array.shape) +
                                  ", and should be " + shape_text(shape));
    }
    const bool finite = std::all_of(array.values.begin(), array.values.end(),
                                    [](float value) { return std::isfinite(value); });
    if (!finite) {
      throw std::invalid_argument("its array " + name + " has a number that is not finite");
    }
    const bool is_weight = name.starts_with("head.") && name.ends_with(".weight");
    const double most =
        is_weight ? double{Baked::weight_limit} / Baked::weight_one : double{Baked::bias_limit};
    if (largest(array) > most) {
      throw std::invalid_argument("its array " + name + " has a number beyond " +
                                  std::to_string(most));
    }
  }
}

int rounded(double value, int limit) {
  return static_cast<int>(std::clamp(std::floor(value + 0.5), -double(limit), double(limit)));
}

// A dense layer, stored by input, so that the sums of all outputs grow side by side; each adds its
// inputs in their order.
class Layer {
 public:
  Layer(const float* weights, const float* bias, int inputs, int outputs)
      : inputs_(inputs), outputs_(outputs), weights_(inputs * outputs), bias_(outputs) {
    for (int o = 0; o < outputs; ++o) {
      for (int i = 0; i < inputs; ++i) weights_[i * outputs + o] = weights[o * inputs + i];
      if (bias != nullptr) bias_[o] = bias[o];
    }
  }

  std::vector<double> operator()(const std::vector<double>& inputs) const {
    std::vector<double> sums = bias_;
    for (int i = 0; i < inputs_; ++i) {
      const double input = inputs[i];
      if (input == 0) continue;
      const double* weights = &weights_[static_cast<std::size_t>(i) * outputs_];
      for (int o = 0; o < outputs_; ++o) sums[o] += input * weights[o];
    }
    return sums;
  }

 private:
  int inputs_, outputs_;
  std::vector<double> weights_, bias_;
};

std::vector<double> relu(std::vector<double> values) {
  for (double& value : values) value = std::max(value, 0.0);
  return values;
}

std::vector<double> one_hot(const LocalPattern& pattern) {
  std::vector<double> inputs(Baked::inputs);
  for (int cell = 0; cell < Baked::cells; ++cell) {
    const int kind = pattern.own >> cell & 1 ? 0 : pattern.other >> cell & 1 ? 1 : 2;
    inputs[cell * 3 + kind] = 1;
  }
  return inputs;
}

void bake_rows(const FloatArrays& arrays, std::span<const LocalPattern> patterns, Baked& baked) {
  const auto data = [&](const char* name) { return arrays.at(name).values.data(); };
  const auto layer = [&](const std::string& name, int inputs, int outputs) {
    return Layer(data((name + ".weight").c_str()), data((name + ".bias").c_str()), inputs, outputs);
  };
  const Layer encoder[] = {layer("encoder.0", Baked::inputs, Baked::encoder_width),
                           layer("encoder.1", Baked::encoder_width, Baked::encoder_width),
                           layer("encoder.2", Baked::encoder_width, Baked::code)};
  std::vector<Layer> projections;
  for (int board = 0; board < Baked::boards; ++board) {
    projections.emplace_back(data("projection") + board * Baked::lanes * Baked::code, nullptr,
                             Baked::code, Baked::lanes);
  }
  const std::size_t count = patterns.size() + Baked::decided;
  baked.rows.resize(Baked::boards * count * Baked::lanes);
  const auto put = [&](std::size_t board, std::size_t row, auto value_of) {
    std::int16_t* to = &baked.rows[(board * count + row) * Baked::lanes];
    for (int lane = 0; lane < Baked::lanes; ++lane) {
      to[lane] =
          static_cast<std::int16_t>(rounded(value_of(lane) * Baked::row_one, Baked::row_limit));
    }
  };
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    std::vector<double> code = one_hot(patterns[i]);
    for (const Layer& each : encoder) code = relu(each(code));
    for (int board = 0; board < Baked::boards; ++board) {
      const std::vector<double> row = projections[board](code);
      put(board, i, [&](int lane) { return row[lane]; });
    }
  }
  const float* decided = data("decided");
  for (int board = 0; board < Baked::boards; ++board) {
    for (int kind = 0; kind < Baked::decided; ++kind) {
      const float* row = decided + (board * Baked::decided + kind) * Baked::lanes;
      put(board, patterns.size() + kind, [&](int lane) { return double{row[lane]}; });
    }
  }
}

void bake_forced(const FloatArrays& arrays, Baked& baked) {
  const std::vector<float>& forced = arrays.at("forced").values;
  const std::vector<float>& bias = arrays.at("accumulator.bias").values;
  baked.forced.resize(forced.size());
  for (std::size_t i = 0; i < forced.size(); ++i) {
    const double sum = double{forced[i]} + double{bias[i % Baked::lanes]};
    baked.forced[i] = static_cast<std::int16_t>(rounded(sum * Baked::row_one, Baked::row_limit));
  }
}

template <std::size_t Inputs, std::size_t Outputs>
void bake_layer(const FloatArrays& arrays, const std::string& name,
                std::array<std::array<std::int8_t, Inputs>, Outputs>& weights,
                std::array<std::int32_t, Outputs>& bias) {
  const std::vector<float>& from = arrays.at(name + ".weight").values;
  const std::vector<float>& add = arrays.at(name + ".bias").values;
  constexpr int bias_one = Baked::one * Baked::weight_one;
  for (std::size_t o = 0; o < Outputs; ++o) {
    for (std::size_t i = 0; i < Inputs; ++i) {
      const double weight = double{from[o * Inputs + i]} * Baked::weight_one;
      weights[o][i] = static_cast<std::int8_t>(rounded(weight, Baked::weight_limit));
    }
    bias[o] = rounded(double{add[o]} * bias_one, Baked::bias_limit * bias_one);
  }
}

}  // namespace

const std::map<std::string, std::vector<std::size_t>>& ultimate_arrays() {
  static const std::map<std::string, std::vector<std::size_t>> arrays = {
      {"encoder.0.weight", {Baked::encoder_width, Baked::inputs}},
      {"encoder.0.bias", {Baked::encoder_width}},
      {"encoder.1.weight", {Baked::encoder_width, Baked::encoder_width}},
      {"encoder.1.bias", {Baked::encoder_width}},
      {"encoder.2.weight", {Baked::code, Baked::encoder_width}},
      {"encoder.2.bias", {Baked::code}},
      {"projection", {Baked::boards, Baked::lanes, Baked::code}},
      {"decided", {Baked::boards, Baked::decided, Baked::lanes}},
      {"forced", {2, Baked::targets, Baked::lanes}},
      {"accumulator.bias", {Baked::lanes}},
      {"head.0.weight", {Baked::first, 2 * Baked::lanes}},
      {"head.0.bias", {Baked::first}},
      {"head.1.weight", {Baked::second, Baked::first}},
      {"head.1.bias", {Baked::second}},
      {"head.2.weight", {Baked::outputs, Baked::second}},
      {"head.2.bias", {Baked::outputs}},
  };
  return arrays;
}

BakedUltimate bake(const FloatArrays& arrays, std::span<const LocalPattern> patterns) {
  check(arrays);
  BakedUltimate baked{};
  bake_rows(arrays, patterns, baked);
  bake_forced(arrays, baked);
  bake_layer(arrays, "head.0", baked.first_weights, baked.first_bias);
  bake_layer(arrays, "head.1", baked.second_weights, baked.second_bias);
  bake_layer(arrays, "head.2", baked.last_weights, baked.last_bias);
  return baked;
}

}  // namespace inarow
