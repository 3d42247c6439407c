// The line network: a learned evaluation of five in a row, in whole numbers, kept move by move.
//
// Each empty cell looks along its four lines. A window (line_windows.h) has a row of numbers for
// the player to move; the four rows of a cell add up, plus a bias, and what is negative or too
// large is cut off:
//   cell(c) = clamp(row(window 1) + … + row(window 4) + bias)
// These are added up over the empty cells, less what a cell far from all stones gives, so that the
// size of the board does not matter. Two small layers and a sum make the evaluation of it. All is
// exact, so every machine gets the same numbers. A move changes windows of at most 32 cells, each
// on one line.
//
// Who moves sees other numbers than who waits, so each player has a view of its own, which is
// brought up to date only where that player is asked: most positions are the last of their line.
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
  static constexpr std::string_view magic = "inarow line network 1\n";  // how a file begins
  static constexpr int channels = 32, hidden = 32;
  static constexpr int one = 128;         // of the numbers in cells and layers
  static constexpr int weight_shift = 9;  // of the weights between layers
  static constexpr int weight_one = 1 << weight_shift;
  static constexpr int most = 4 * one;       // where a cell's numbers are cut off
  static constexpr int cells_shift = 4;      // the sum over cells is divided by 16
  static constexpr int layer_most = 12'800;  // where a layer's are, so that sums fit 32 bits
  // What the numbers of a file may be: four rows and a bias must fit 16 bits, and sums of products
  // 32 bits.
  static constexpr int row_limit = 6'000, weight_limit = 4 * weight_one;
  static constexpr int layer_bias_limit = 1 << 28, policy_limit = 8'000;

  struct alignas(32) Row : std::array<std::int16_t, channels> {};

  // From a file's contents (see inarow.models.linenet); throws std::invalid_argument.
  explicit LineNetwork(std::string_view file);

  using Sums = std::array<std::int32_t, channels>;

  // Of each window, as a player sees it.
  const std::vector<Row>& rows(int player) const { return rows_[player]; }
  const Row& bias() const { return bias_; }
  // How good a move on a cell with these numbers looks, in hundredths of a logit.
  int policy(const Row& cell) const;
  // For the player whose sums over the cells these are, in units of the engine.
  int evaluate(const Sums& sums) const;

 private:
  struct Layer {
    // By pair of inputs, then output, then which of the two, so that a processor that adds two
    // products at once can.
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

// What one player sees of a position, which follows a FiveBoard.
class LineAccumulator {
 public:
  LineAccumulator(const LineNetwork& network, const FiveBoardPlan& plan, int player);

  // Makes and takes back moves until it stands where the board does. The player must be to move.
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
  std::uint32_t changed_ = 0;        // how many of them count
  std::vector<Snapshot> snapshots_;  // by ply
  std::array<Action, max_cells> moves_;
  std::array<std::uint64_t, 2 * max_side + 2 * (2 * max_side - 1)> lines_;
};

}  // namespace inarow::INAROW_ISA
