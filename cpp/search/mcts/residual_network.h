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

// The same as the kernels read it.
struct PackedResidual {
  // [tap][group of inputs][output / lanes][lanes][input of the group]; mul and add turn a sum into
  // the number in floating point, in units of the scale of what the layer gives.
  struct Layer {
    std::vector<std::int8_t> weights;
    std::vector<float> mul, add;
  };
  struct Dense {
    std::vector<float> weights;  // [input][output]
    std::vector<float> biases;
  };
  struct Block {
    Layer first, second;
    Dense pool;
    float hidden_scale, keep;  // of h; and of x in units of the next x
  };

  int planes, channels;
  float last_scale;              // of the last x
  std::vector<float> stem;       // [plane, then ones][tap][output], in units of the first x
  std::vector<float> stem_bias;  // in the same units
  std::vector<Block> blocks;
  Layer policy_hidden;
  std::vector<float> policy;
  float policy_bias;
  Dense value_hidden;
  std::vector<float> value;
  float value_bias;
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

  int planes() const { return packed_.planes; }

 private:
  PackedResidual packed_;
};

}  // namespace inarow
