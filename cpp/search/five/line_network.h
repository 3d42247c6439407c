// The line network: a learned evaluation of five in a row, in integers, updated incrementally.
//
// Each empty cell has a window (line_windows.h) on each of its four lines, and each window a row of
// weights for the player to move. The four rows of a cell and a bias are added and clamped:
//   cell(c) = clamp(row(window 1) + … + row(window 4) + bias)
// The sum of this over the empty cells, less the value of a cell far from all stones (so that the
// size of the board does not matter), is the input of two small layers and a last sum, which is the
// evaluation. Integers give the same result on every machine. A move changes the windows of at most
// 32 cells, each on one line.
//
// The rows depend on who is to move, so that each player has an accumulator, which is updated only
// when that player's evaluation is needed: most positions are leaves.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search/five/five_board.h"
#include "search/five/line_windows.h"

namespace inarow::INAROW_ISA {

class LineNetwork {
 public:
  static constexpr std::string_view magic = "inarow line network 2\n";  // the first line of a file
  static constexpr int channels = 32, hidden = 32;
  static constexpr int one = 128;         // 1.0 in cells and layers
  static constexpr int weight_shift = 9;  // of weights between layers
  static constexpr int weight_one = 1 << weight_shift;
  static constexpr int most = 4 * one;       // clamp of a cell's numbers
  static constexpr int cells_shift = 4;      // the sum over cells is divided by 16
  static constexpr int layer_most = 12'800;  // clamp of a layer's numbers, so that sums fit 32 bits
  // Limits of the numbers in a file: four rows and a bias must fit 16 bits, sums of products 32
  // bits.
  static constexpr int row_limit = 6'000, weight_limit = 4 * weight_one;
  static constexpr int layer_bias_limit = 1 << 28, policy_limit = 8'000;

  struct alignas(32) Row : std::array<std::int16_t, channels> {};

  // From a file's contents without the checksum at its end (see inarow.models.linenet); throws
  // std::invalid_argument.
  explicit LineNetwork(std::string_view file);

  using Sums = std::array<std::int32_t, channels>;

  // The row of each window, from the side of a player.
  const std::vector<Row>& rows(int player) const { return rows_[player]; }
  const Row& bias() const { return bias_; }
  // The policy of a cell with these numbers, in hundredths of a logit.
  int policy(const Row& cell) const;
  // The evaluation for the player with these sums over the cells, in units of the engine.
  int evaluate(const Sums& sums) const;

 private:
  struct Layer {
    // By pair of inputs, then output, then input of the pair: the layout of instructions that add
    // two products at once.
    alignas(32) std::array<std::array<std::array<std::int16_t, 2>, hidden>, channels / 2> weights;
    alignas(32) std::array<std::int32_t, hidden> bias;

    Row operator()(const Row& inputs) const;
  };
  static_assert(channels == hidden);

  std::vector<Row> rows_[2];
  Row bias_;
  Layer first_, second_;
  Row last_;
  std::int32_t last_bias_;
  Row policy_;
};

// The sums of one player's rows for a position, updated incrementally from a FiveBoard.
class LineAccumulator {
 public:
  LineAccumulator(const LineNetwork& network, const FiveBoardPlan& plan, int player);

  // Makes and undoes moves until it has the board's position. The player must be to move.
  void follow(const FiveBoard& board);

  int evaluate() const { return network_->evaluate(sums_); }
  // Of an empty cell.
  int policy(int cell) const { return network_->policy(cells_[cell]); }

 private:
  struct Change {
    LineNetwork::Row before;
    Action cell;
  };
  struct Snapshot {
    LineNetwork::Sums sums;
    std::uint32_t changes;
  };

  void play(Action action);
  void undo();

  const LineNetwork* network_;
  const FiveBoardPlan* plan_;
  const LineWindows& windows_;
  const LineNetwork::Row* rows_;
  int ply_ = 0;
  std::vector<LineNetwork::Row> cells_;
  std::array<bool, max_cells> taken_ = {};
  LineNetwork::Sums sums_ = {};
  std::vector<Change> changes_;
  std::uint32_t changed_ = 0;        // how many of them are used
  std::vector<Snapshot> snapshots_;  // by ply
  std::array<Action, max_cells> moves_;
  std::array<std::uint64_t, 2 * max_side + 2 * (2 * max_side - 1)> lines_;
};

}  // namespace inarow::INAROW_ISA
