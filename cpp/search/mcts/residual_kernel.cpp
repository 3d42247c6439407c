// See residual_network.h. Compiled without fused multiply-add and with a fixed order of additions:
// every build gives the same bits.
#include "search/mcts/residual_kernel.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "search/mcts/residual_vectors.h"

namespace inarow::INAROW_ISA {

namespace {

constexpr int sides = 3;        // of a convolution
constexpr int most_cells = 12;  // whose sums stay in registers, with two blocks of outputs
constexpr int most_blocks = 2;

// A board of activations with a border of zeros: 16 channels of all cells, then the next 16. So the
// distance of two cells is the same for every network.
struct Grid {
  Grid(int rows, int cols, int channels)
      : rows(rows),
        cols(cols),
        channels(channels),
        plane((rows + 2) * (cols + 2) * lanes),
        bytes(static_cast<std::size_t>(plane * channels / lanes)) {}

  int place(int row, int col) const { return ((row + 1) * (cols + 2) + col + 1) * lanes; }
  std::uint8_t* at(int row, int col, int channel) {
    return bytes.data() + place(row, col) + plane * (channel / lanes);
  }
  const std::uint8_t* at(int row, int col, int channel) const {
    return bytes.data() + place(row, col) + plane * (channel / lanes);
  }

  int rows, cols, channels, plane;
  std::vector<std::uint8_t> bytes;
};

// Adds what the cells `first` to `last` of a run get from their neighbours on one side; `from` is
// that of the run's first cell.
template <int cells, int blocks, int first, int last>
inline void add_tap(const Grid& in, const std::uint8_t* from, const std::int8_t* weights,
                    Ints (&sum)[cells][blocks]) {
  const int step = in.channels * group;
  for (int channel = 0; channel < in.channels; channel += lanes, from += in.plane) {
    for (int i = 0; i < lanes; i += group, weights += step) {
      for (int cell = first; cell <= last; ++cell) {
        for (int block = 0; block < blocks; ++block) {
          sum[cell][block] = add_products(sum[cell][block], from + cell * lanes + i,
                                          weights + block * lanes * group);
        }
      }
    }
  }
}

// The sums of `cells` cells next to each other and of `blocks` blocks of 16 outputs: the hot loop.
// `weights` begins at the first of these outputs. Rows of the border are left out, and so are its
// columns if the cells are a whole row (`is_row`).
template <int cells, int blocks, bool is_wide, bool is_row>
void add_up(const Grid& in, int row, int col, const std::int8_t* weights,
            Ints (&sums)[most_cells][most_blocks]) {
  Ints sum[cells][blocks];
  for (auto& each : sum) {
    for (Ints& block : each) block = Ints{};
  }
  constexpr int edge = is_row ? 1 : 0;
  const int step = in.channels * in.channels;  // bytes of a tap
  if constexpr (is_wide) {
    const int low = row > 0 ? -1 : 0, high = row < in.rows - 1 ? 1 : 0;
    for (int down = low; down <= high; ++down) {
      const std::uint8_t* from = in.at(row + down, col, 0);
      const std::int8_t* tap = weights + (down + 1) * sides * step;
      add_tap<cells, blocks, edge, cells - 1>(in, from - lanes, tap, sum);
      add_tap<cells, blocks, 0, cells - 1>(in, from, tap + step, sum);
      add_tap<cells, blocks, 0, cells - 1 - edge>(in, from + lanes, tap + 2 * step, sum);
    }
  } else {
    add_tap<cells, blocks, 0, cells - 1>(in, in.at(row, col, 0), weights, sum);
  }
  for (int cell = 0; cell < cells; ++cell) {
    for (int block = 0; block < blocks; ++block) sums[cell][block] = sum[cell][block];
  }
}

using AddUp = void (*)(const Grid&, int, int, const std::int8_t*,
                       Ints (&)[most_cells][most_blocks]);

template <int blocks, bool is_wide, bool is_row, int... cells>
AddUp pick(int wanted, std::integer_sequence<int, cells...>) {
  constexpr AddUp all[] = {add_up<cells + 1, blocks, is_wide, is_row>...};
  return all[wanted - 1];
}

template <bool is_wide>
AddUp pick(int cells, int blocks, bool is_row) {
  constexpr auto all = std::make_integer_sequence<int, most_cells>();
  if (is_wide && is_row) {
    return blocks == 2 ? pick<2, is_wide, is_wide>(cells, all)
                       : pick<1, is_wide, is_wide>(cells, all);
  }
  return blocks == 2 ? pick<2, is_wide, false>(cells, all) : pick<1, is_wide, false>(cells, all);
}

// A layer's outputs `output` to `output + 15`, in floating point.
struct Affine {
  Affine(const PackedResidual::Layer& layer, int output)
      : mul(load<Floats>(&layer.mul[static_cast<std::size_t>(output)])),
        add(load<Floats>(&layer.add[static_cast<std::size_t>(output)])) {}

  Floats operator()(const Ints& sum) const { return as_floats(sum) * mul + add; }

  Floats mul, add;
};

// Goes over the board in runs of cells. `use(row, col, output, cells, sum_of)` gets the sums of a
// run, cell by cell, for 16 outputs.
template <bool is_wide, class Use>
void convolve(const Grid& in, const PackedResidual::Layer& layer, Use use) {
  const int runs = (in.cols + most_cells - 1) / most_cells, most = (in.cols + runs - 1) / runs;
  const int blocks = in.channels / lanes;
  Ints sums[most_cells][most_blocks];
  for (int block = 0; block < blocks; block += most_blocks) {
    const int some = std::min(most_blocks, blocks - block);
    const std::int8_t* weights = layer.weights.data() + block * lanes * group;
    const AddUp add_run = pick<is_wide>(most, some, runs == 1);
    const AddUp add_last = pick<is_wide>((in.cols - 1) % most + 1, some, runs == 1);
    for (int row = 0; row < in.rows; ++row) {
      for (int col = 0; col < in.cols; col += most) {
        const int cells = std::min(most, in.cols - col);
        (cells == most ? add_run : add_last)(in, row, col, weights, sums);
        for (int b = 0; b < some; ++b) {
          use(row, col, (block + b) * lanes, cells, [&](int cell) { return sums[cell][b]; });
        }
      }
    }
  }
}

// Mean and maximum of each channel over all cells.
void pool(const Grid& in, float scale, std::vector<float>& out) {
  const Floats one = Floats{} + scale;
  const Floats share = Floats{} + scale / static_cast<float>(in.rows * in.cols);
  for (int channel = 0; channel < in.channels; channel += lanes) {
    Ints sum{};
    Bytes most{};
    for (int row = 0; row < in.rows; ++row) {
      const std::uint8_t* from = in.at(row, 0, channel);
      for (int col = 0; col < in.cols; ++col, from += lanes) {
        const Bytes each = load<Bytes>(from);
        sum += widen(each);
        most = each > most ? each : most;
      }
    }
    store(&out[static_cast<std::size_t>(channel)], as_floats(sum) * share);
    store(&out[static_cast<std::size_t>(in.channels + channel)], as_floats(most) * one);
  }
}

// The outputs of a layer that knows all of its inputs.
void dense(const PackedResidual::Dense& layer, const std::vector<float>& in,
           std::vector<float>& out) {
  const std::size_t outputs = layer.biases.size();
  for (std::size_t output = 0; output < outputs; output += lanes) {
    Floats sum = load<Floats>(&layer.biases[output]);
    for (std::size_t input = 0; input < layer.weights.size() / outputs; ++input) {
      sum += load<Floats>(&layer.weights[input * outputs + output]) * in[input];
    }
    store(&out[output], sum);
  }
}

// All of a position; what is kept from one to the next are borders and what planes do not change.
class Position {
 public:
  Position(const PackedResidual& net, int rows, int cols)
      : net_(net),
        x_(rows, cols, net.channels),
        hidden_(rows, cols, net.channels),
        start_(x_.bytes.size()),
        inputs_(static_cast<std::size_t>(x_.plane / lanes * net.planes)),
        counts_(static_cast<std::size_t>(x_.plane / lanes)),
        pooled_(2 * static_cast<std::size_t>(net.channels)),
        dense_(static_cast<std::size_t>(ResidualNetwork::max_channels)) {
    for (std::size_t i = 0; i < start_.size(); ++i) {
      const std::size_t block = i / static_cast<std::size_t>(x_.plane);
      start_[i] = net.stem_bias[block * lanes + i % lanes];
    }
    // The plane of ones: it is the same in all positions.
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        *inputs_of(row, col) = {net.planes * ResidualNetwork::taps * net.channels, 1.0f};
        counts_[input_place(row, col)] = 1;
      }
    }
    std::vector<float> with_ones(start_);
    write_stem_sums([&](int row, int col, int channel, const Floats& sum) {
      store(with_ones.data() + x_.place(row, col) + start_place(channel), sum);
    });
    start_ = with_ones;
  }

  void evaluate(const float* planes, float* logits, float* value) {
    write_stem(planes);
    for (const auto& block : net_.blocks) apply(block);
    write_policy(logits);
    pool(x_, net_.last_scale, pooled_);
    dense(net_.value_hidden, pooled_, dense_);
    Floats sum{};
    for (std::size_t i = 0; i < net_.value.size(); i += lanes) {
      sum += relu(load<Floats>(&dense_[i])) * load<Floats>(&net_.value[i]);
    }
    *value = std::tanh(sum_of(sum) + net_.value_bias);
  }

 private:
  // The planes of most positions are nearly all zeros: only other numbers count.
  void write_stem(const float* planes) {
    const int cells = x_.rows * x_.cols;
    for (int row = 0; row < x_.rows; ++row) {
      for (int col = 0; col < x_.cols; ++col, ++planes) {
        Input* const first = inputs_of(row, col);
        Input* next = first;
        for (int plane = 0; plane < net_.planes; ++plane) {
          const float number = planes[plane * cells];
          if (number != 0) *next++ = {plane * ResidualNetwork::taps * net_.channels, number};
        }
        counts_[input_place(row, col)] = static_cast<int>(next - first);
      }
    }
    write_stem_sums([&](int row, int col, int channel, const Floats& sum) {
      store(x_.at(row, col, channel), as_bytes(sum));
    });
  }

  // `use(row, col, channel, sum)` gets what the inputs of a cell and of those around it, the plane
  // of ones and the bias give for 16 outputs.
  template <class Use>
  void write_stem_sums(Use use) {
    for (int row = 0; row < x_.rows; ++row) {
      for (int col = 0; col < x_.cols; ++col) {
        int channel = 0;
        for (; channel + lanes < x_.channels; channel += 2 * lanes) {
          add_stem<2>(row, col, channel, use);
        }
        if (channel < x_.channels) add_stem<1>(row, col, channel, use);
      }
    }
  }

  template <int blocks, class Use>
  void add_stem(int row, int col, int channel, Use use) {
    const float* const start = start_.data() + x_.place(row, col);
    Floats sum[blocks];
    for (int i = 0; i < blocks; ++i)
      sum[i] = load<Floats>(start + start_place(channel + i * lanes));
    const float* weights = net_.stem.data() + channel;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right, weights += net_.channels) {
        const Input* each = inputs_of(row + down, col + right);
        for (int left = counts_[input_place(row + down, col + right)]; left > 0; --left, ++each) {
          for (int i = 0; i < blocks; ++i) {
            sum[i] += load<Floats>(weights + each->place + i * lanes) * each->number;
          }
        }
      }
    }
    for (int i = 0; i < blocks; ++i) use(row, col, channel + i * lanes, sum[i]);
  }

  void apply(const PackedResidual::Block& block) {
    convolve<true>(x_, block.first, [&](int row, int col, int output, int cells, auto sum_of) {
      const Affine affine(block.first, output);
      std::uint8_t* to = hidden_.at(row, col, output);
      for (int i = 0; i < cells; ++i, to += lanes) store(to, as_bytes(affine(sum_of(i))));
    });
    if (block.pool.biases.empty()) {
      std::fill(dense_.begin(), dense_.end(), 0.0f);
    } else {
      pool(hidden_, block.hidden_scale, pooled_);
      dense(block.pool, pooled_, dense_);
    }
    const float keep = block.keep;
    convolve<true>(hidden_, block.second,
                   [&](int row, int col, int output, int cells, auto sum_of) {
                     Affine affine(block.second, output);
                     affine.add += load<Floats>(&dense_[static_cast<std::size_t>(output)]);
                     std::uint8_t* to = x_.at(row, col, output);
                     for (int i = 0; i < cells; ++i, to += lanes) {
                       store(to, as_bytes(affine(sum_of(i)) + as_floats(load<Bytes>(to)) * keep));
                     }
                   });
  }

  void write_policy(float* logits) const {
    std::fill_n(logits, x_.rows * x_.cols, net_.policy_bias);
    const auto& layer = net_.policy_hidden;
    convolve<false>(x_, layer, [&](int row, int col, int output, int cells, auto sum) {
      const Affine affine(layer, output);
      const Floats weights = load<Floats>(&net_.policy[static_cast<std::size_t>(output)]);
      float* to = logits + row * x_.cols + col;
      for (int i = 0; i < cells; ++i) to[i] += sum_of(relu(affine(sum(i))) * weights);
    });
  }

  // A number of a plane that is not 0, and where the weights of that plane begin.
  struct Input {
    int place;
    float number;
  };

  std::size_t input_place(int row, int col) const {
    return static_cast<std::size_t>(x_.place(row, col) / lanes);
  }
  Input* inputs_of(int row, int col) {
    return inputs_.data() + input_place(row, col) * static_cast<std::size_t>(net_.planes);
  }
  int start_place(int channel) const { return x_.plane * (channel / lanes); }

  const PackedResidual& net_;
  Grid x_, hidden_;
  std::vector<float> start_;   // of the stem, at the places of x
  std::vector<Input> inputs_;  // of each cell and of the border, `planes` at most
  std::vector<int> counts_;
  std::vector<float> pooled_, dense_;
};

}  // namespace

void evaluate(const PackedResidual& net, const float* planes, int count, int rows, int cols,
              float* logits, float* values) {
  Position position(net, rows, cols);
  for (int i = 0; i < count; ++i) {
    position.evaluate(planes, logits, values + i);
    planes += net.planes * rows * cols;
    logits += rows * cols;
  }
}

}  // namespace inarow::INAROW_ISA
