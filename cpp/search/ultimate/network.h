// The ultimate network: a learned evaluation of ultimate tic-tac-toe, in integers.
//
// Each local board has a row of 64 numbers for each side that looks at it: by its pattern of stones
// while it is open, else by its result. A shared encoder and a projection for each place on the
// board gave these rows; they are computed once for all patterns (baking.h), so that playing needs
// a look-up only:
//   view(p)  = row(board 0) + … + row(board 8), from the side of player p
//   input(p) = clip(view(p) + forced row)          the forced row: where must be played, and by
//   whom output   = three layers over (input(mover), input(other)), clipped in between value    =
//   tanh(output), for the player to move
// There is an output for each rule of draws. A move changes one row of each view. Integers give the
// same result on every machine.
//
// The rows of all patterns take 13 MB, which all searches with a network share.
// (A pattern network like this is described by the authors of a CodinGame engine of 2026.)
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/ultimate.h"
#include "search/ultimate/baking.h"

namespace inarow::INAROW_ISA {

// The local boards that are not decided, numbered.
class LocalPatterns {
 public:
  LocalPatterns();

  const std::vector<LocalPattern>& all() const { return all_; }
  int count() const { return static_cast<int>(all_.size()); }
  // The number of a pattern, seen by the player whose cells come first.
  int index(unsigned own, unsigned other) const {
    return index_[ternary_[own] + 2 * ternary_[other]];
  }

 private:
  std::vector<LocalPattern> all_;
  std::array<std::uint16_t, 512> ternary_;  // nine bits as the digits of a number to the base 3
  std::array<std::uint16_t, 19'683> index_;
};

const LocalPatterns& local_patterns();

class UltimateNetwork {
 public:
  static constexpr int lanes = BakedUltimate::lanes;
  static constexpr int output_one = BakedUltimate::one * BakedUltimate::weight_one;

  struct alignas(32) Row : std::array<std::int16_t, lanes> {};
  // One for each player's side.
  using Views = std::array<Row, 2>;

  // Throws std::invalid_argument; see bake().
  explicit UltimateNetwork(const FloatArrays& arrays);

  // The row of a local board: by the number of its pattern, or `decided_row` of its result.
  const Row& row(int board, int number) const { return rows_[board * count_ + number]; }
  // Won by the viewer, by the other, drawn: 0, 1, 2.
  int decided_row(int result) const { return count_ - BakedUltimate::decided + result; }

  // The output for the player to move, in units of 1 / output_one.
  int evaluate(const Views& views, int to_move, int forced_board, bool most_boards) const;

 private:
  static constexpr int first = BakedUltimate::first, second = BakedUltimate::second;
  // Weights by group of four inputs, then output, then input of the group: the layout of
  // instructions that add four products at once.
  template <int Inputs, int Outputs>
  struct Layer {
    alignas(32) std::array<std::array<std::array<std::int8_t, 4>, Outputs>, Inputs / 4> weights;
    alignas(32) std::array<std::int32_t, Outputs> bias;

    Layer() = default;
    Layer(const std::array<std::array<std::int8_t, Inputs>, Outputs>& by_output,
          const std::array<std::int32_t, Outputs>& bias);
    void operator()(const std::uint8_t* inputs, std::uint8_t* outputs) const;
  };

  void set_inputs(const Row& view, const Row& forced, std::uint8_t* inputs) const;

  int count_;  // rows for each local board
  std::vector<Row> rows_;
  std::array<std::array<Row, BakedUltimate::targets>, 2> forced_;
  Layer<2 * lanes, first> first_;
  Layer<first, second> second_;
  alignas(32) std::array<std::array<std::int8_t, second>, BakedUltimate::outputs> last_;
  std::array<std::int32_t, BakedUltimate::outputs> last_bias_;
};

}  // namespace inarow::INAROW_ISA
