// The line network: a learned evaluation of five in a row, in whole numbers, kept move by move.
//
// Each empty cell looks along its four lines. A window (linewindows.h) has a row of numbers for the
// player to move; the four rows of a cell add up, plus a bias, and what is negative or too large is
// cut off:
//   cell(c) = clamp(row(window 1) + … + row(window 4) + bias)
// These are added up over the empty cells, less what a cell far from all stones gives, so that the
// size of the board does not matter. Two small layers and a sum make the evaluation of it. All is
// exact, so every machine gets the same numbers. A move changes windows of at most 32 cells, each
// on one line.
//
// The rows of both sides' points of view stand side by side, so both are kept with one pass.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search/five/field.h"
#include "search/five/linewindows.h"

namespace inarow::INAROW_ISA {

class LineNetwork {
 public:
  static constexpr int channels = 32, hidden = 32;
  static constexpr int one = 128;            // of the numbers in cells and layers
  static constexpr int weight_one = 512;     // of the weights between layers
  static constexpr int most = 4 * one;       // where a cell's numbers are cut off
  static constexpr int cells_shift = 4;      // the sum over cells is divided by 16
  static constexpr int layer_most = 12'800;  // where a layer's are, so that sums fit 32 bits

  using View = std::array<std::int16_t, channels>;
  using Views = std::array<std::int16_t, 2 * channels>;  // of the first player and of the second

  // From a file's contents (see inarow.models.linenet); throws std::invalid_argument.
  explicit LineNetwork(std::string_view file);

  const Views& row(int window) const { return rows_[window]; }
  const Views& bias() const { return bias_; }
  // A move's place among others: larger is better.
  int policy(const std::int16_t* cell) const;
  // For the player whose sums over the cells these are, in units of the engine.
  int evaluate(const std::int32_t* sums) const;

 private:
  std::vector<Views> rows_;
  Views bias_;
  std::array<std::array<std::int16_t, hidden>, channels> first_;  // by input, then output
  std::array<std::int32_t, hidden> first_bias_;
  std::array<std::array<std::int16_t, hidden>, hidden> second_;
  std::array<std::int32_t, hidden> second_bias_;
  std::array<std::int16_t, hidden> last_;
  std::int32_t last_bias_;
  View policy_;
};

// The network on one position, which follows a Field.
class LineView {
 public:
  LineView(const LineNetwork& network, const FieldPlan& plan);

  // Makes and takes back moves until it stands where the field does.
  void follow(const Field& field);

  int evaluate() const { return network_->evaluate(sums_.data() + side() * LineNetwork::channels); }
  // Of an empty cell, for the player to move, in hundredths of a logit.
  int policy(int cell) const {
    return network_->policy(cells_[cell].data() + side() * LineNetwork::channels);
  }

 private:
  using Sums = std::array<std::int32_t, 2 * LineNetwork::channels>;

  int side() const { return ply_ & 1; }
  void play(Move move);
  void undo();
  void change(Move move, int player, bool add);

  const LineNetwork* network_;
  const FieldPlan* plan_;
  const LineWindows& windows_;
  int ply_ = 0;
  std::vector<LineNetwork::Views> cells_;
  std::array<bool, max_cells> taken_ = {};
  Sums sums_ = {};
  std::vector<Sums> before_;  // by ply
  std::array<Move, max_cells> moves_;
  std::array<std::uint64_t, 2 * max_side + 2 * (2 * max_side - 1)> lines_;
};

}  // namespace inarow::INAROW_ISA
