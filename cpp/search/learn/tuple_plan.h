// n-tuples: small sets of cells whose contents, as one number, choose a weight. The value of a
// position is the sum of the weights of all its tuples. This file says which tuples a board has and
// which of them share their weights; tuple_sums.h follows the contents during a game.
//
// A position is seen by the player who has just moved: a cell is empty, that player's or the
// opponent's. Tuples of one class have the same weights, and contents that are images of each other
// under a symmetry of the class share one. A tuple without stones has no weight.
//
// m,n,k: all straight windows of k to k + 2 cells. A class is a length, straight or diagonal, how
// many cells follow on the line at either end and beside it, up to 2. So what is learned on one
// board can be used on others. On boards of up to 16 cells also blocks of 2 x 3, by their orbit
// under the symmetries of the board. Or, as in the paper, the windows of k cells only, each with a
// weight of its own that counts n/k for n stones of one colour, and nothing when both are there.
//
// Ultimate: the nine cells of each open local board, by its place; those of the board that the
// opponent must play in; the lines of local boards, and all of them together.
// (Ntuples: Lucas 2008; of lines for Connect Four: Thill, Koch, Konen 2012.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "games/mnk.h"
#include "games/ultimate.h"

namespace inarow::INAROW_ISA {

// From the contents of a tuple to a weight of its class, for both players. Contents are the digits
// of a code: 0 empty, 1 the first player's, 2 the second's, 3 (of local boards) nobody's.
struct TupleCodes {
  std::vector<std::uint32_t> place[2];
  std::vector<float> factor[2];  // of the weight; empty: always 1
  std::uint32_t weights = 0;     // including the one at 0, which is never used
};

inline constexpr int longest_tuple = 10;  // 3^10 codes

struct TupleClass {
  std::string name;
  std::uint32_t start, size;  // in the weights of the plan
};

class TuplePlan {
 public:
  const std::vector<TupleClass>& classes() const { return classes_; }
  std::uint32_t weights() const { return weights_; }

 protected:
  // The number of a class; a new one if the name is new.
  int class_of(const std::string& name, std::uint32_t size);
  std::uint32_t start_of(int number) const { return classes_[number].start; }

 private:
  std::vector<TupleClass> classes_;
  std::uint32_t weights_ = 0;
};

class MnkTuples : public TuplePlan {
 public:
  MnkTuples(const MnkRules& rules, bool as_in_the_paper);

  struct Tuple {
    std::uint32_t start;  // of its weights
    const TupleCodes* codes;
  };
  // A tuple that a cell belongs to, and the place value of the cell's digit.
  struct Part {
    std::uint16_t tuple, power;
  };

  std::span<const Tuple> tuples() const { return tuples_; }
  std::span<const Part> parts(int cell) const { return slice(parts_, part_starts_, cell); }
  // The other cells of these tuples.
  std::span<const Action> neighbours(int cell) const {
    return slice(neighbours_, neighbour_starts_, cell);
  }
  int cells() const { return static_cast<int>(part_starts_.size()) - 1; }

 private:
  template <class T>
  static std::span<const T> slice(const std::vector<T>& all, const std::vector<std::uint32_t>& from,
                                  int cell) {
    return std::span(all).subspan(from[cell], from[cell + 1] - from[cell]);
  }
  using Cells = std::vector<Action>;

  void add_lines(const MnkRules& rules, int length);
  void add_paper_lines(const MnkRules& rules);
  void add_blocks(const MnkRules& rules);
  void add(Cells cells, const std::string& name, const TupleCodes* codes);
  const TupleCodes* keep(TupleCodes codes);

  std::vector<Tuple> tuples_;
  std::vector<Cells> cells_of_tuples_;
  std::vector<std::unique_ptr<TupleCodes>> codes_;
  std::vector<Part> parts_;
  std::vector<Action> neighbours_;
  std::vector<std::uint32_t> part_starts_, neighbour_starts_;
};

class UltimateTuples : public TuplePlan {
 public:
  explicit UltimateTuples(const UltimateRules& rules);

  // By local board: its class, and where its nine-digit code lies.
  struct Local {
    std::uint32_t open, forced;  // starts of the weights
    const TupleCodes* codes;
    // By set of cells: the code of one player's stones there, as the class is turned.
    const std::uint16_t* digits;
  };
  struct Line {
    std::uint8_t boards[3];
    std::uint32_t start;
    const TupleCodes* codes;
  };

  const Local& local(int board) const { return locals_[board]; }
  std::span<const Line> lines() const { return lines_; }
  std::uint32_t all_boards() const { return all_boards_; }
  const TupleCodes& all_codes() const { return *all_codes_; }
  std::uint32_t free_choice() const { return free_choice_; }

 private:
  Local locals_[9];
  std::vector<Line> lines_;
  std::vector<std::unique_ptr<TupleCodes>> codes_;
  std::vector<std::unique_ptr<std::uint16_t[]>> digits_;
  std::uint32_t all_boards_, free_choice_;
  const TupleCodes* all_codes_;
};

// The weights of one game, in the order of its plan.
struct TupleWeights {
  bool as_in_the_paper = false;
  std::vector<float> values;
};

// The plan of a game. It takes time to make, so that all players of a game share one.
std::shared_ptr<const MnkTuples> tuples_of(const Mnk& state, bool as_in_the_paper);
std::shared_ptr<const UltimateTuples> tuples_of(const Ultimate& state, bool as_in_the_paper);

template <class G>
using Tuples = std::conditional_t<std::is_same_v<G, Mnk>, MnkTuples, UltimateTuples>;

}  // namespace inarow::INAROW_ISA
