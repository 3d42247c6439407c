// The residual network of inarow.learning.networks.res, with 8-bit integers.
//
//     x = relu(stem(planes and a plane of ones))
//     x = relu(x + second(h) + dense(pool(h))),   h = relu(first(x))      a block; not all have
//     pool logits = policy(relu(policy_hidden(x))),    value = tanh(dense(relu(dense(pool(x)))))
//
// Activations between the layers are unsigned 8-bit integers, 0 being 0.0, and weights signed ones
// with a scale for each output. Sums, stem and heads are in floating point.
//
// A position's activations stay in the first-level cache from the first layer to the last. The
// kernel is compiled twice: for processors whose instructions add up products of 8-bit integers
// (AVX-512 VNNI), and for all others, where it is the reference for tests and slower than ONNX
// Runtime. Both give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inarow {

// A layer that is calculated with integers: `taps` weights for each output and input.
struct IntegerLayer {
  std::vector<std::int8_t> weights;  // [output][input][tap]
  std::vector<float> scales, biases;
  float input_scale = 0;  // 1 of its input, an integer, stands for this
};

struct DenseLayer {
  std::vector<float> weights;  // [output][input]
  std::vector<float> biases;
};

struct ResidualBlock {
  IntegerLayer first, second;
  DenseLayer pool;  // without weights: the block has none
};

// The network as it was trained. The scales of its activations are those of the layers they go to.
struct ResidualArrays {
  int planes = 0, channels = 0;
  DenseLayer stem;  // [output][plane, then ones][tap]
  std::vector<ResidualBlock> blocks;
  IntegerLayer policy_hidden;  // one tap
  DenseLayer policy, value_hidden, value;
};

class ResidualNetwork {
 public:
  static constexpr int taps = 9, lanes = 16, group = 4;  // outputs, and inputs, of an instruction
  static constexpr int max_channels = 256, max_side = 64;

  // Throws std::invalid_argument if a size is wrong or a number not finite.
  explicit ResidualNetwork(const ResidualArrays& arrays);

  // Whether this processor has the instructions that make it fast.
  static bool is_fast();

  // Logits of all cells and values of `count` positions; planes: count x planes x rows x columns.
  void evaluate(const float* planes, int count, int rows, int cols, float* logits,
                float* values) const;
  // The same bits without those instructions.
  void evaluate_portably(const float* planes, int count, int rows, int cols, float* logits,
                         float* values) const;

  int planes() const { return planes_; }

  // --- what the kernels read ---

  // [tap][group of inputs][output / lanes][lanes][input of the group]; mul and add turn a sum into
  // the number in floating point, in units of `out`, the scale of what the layer gives.
  struct PackedLayer {
    std::vector<std::int8_t> weights;
    std::vector<float> mul, add;
  };
  struct PackedDense {
    std::vector<float> weights;  // [input][output]
    std::vector<float> biases;
  };
  struct PackedBlock {
    PackedLayer first, second;
    PackedDense pool;
    float hidden_scale, keep;  // of h; and of x in units of the next x
  };
  int planes_, channels_;
  float x_scale_, last_scale_;    // of the first and the last x
  std::vector<float> stem_;       // [plane, then ones][tap][output], in units of x_scale_
  std::vector<float> stem_bias_;  // in the same units
  std::vector<PackedBlock> blocks_;
  PackedLayer policy_hidden_;
  std::vector<float> policy_;
  float policy_bias_;
  PackedDense value_hidden_;
  std::vector<float> value_;
  float value_bias_;
};

}  // namespace inarow
