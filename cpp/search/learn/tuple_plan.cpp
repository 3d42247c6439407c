#include "search/learn/tuple_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <tuple>

namespace inarow::INAROW_ISA {

namespace {

constexpr int far = 2;           // cells beyond the end of a tuple are counted up to here
constexpr int block_cells = 16;  // the largest board with blocks
constexpr int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

constexpr std::size_t most_plans = 16;  // that are kept for the next player

using Order = std::vector<int>;  // digit i of an image is digit order[i] of the code

std::uint32_t power(int base, int exponent) {
  std::uint32_t result = 1;
  while (exponent-- > 0) result *= static_cast<std::uint32_t>(base);
  return result;
}

// As the second player sees it.
int swapped(int digit) { return digit == 1 ? 2 : digit == 2 ? 1 : digit; }

// Codes of so many digits; those that are images of each other share a weight.
TupleCodes make_codes(int length, int base, const std::vector<Order>& images) {
  const std::uint32_t count = power(base, length);
  std::vector<std::uint32_t> least(count);
  std::vector<int> digits(length);
  TupleCodes codes;
  codes.weights = 1;
  for (auto& place : codes.place) place.resize(count);
  for (std::uint32_t code = 1; code < count; ++code) {
    std::uint32_t rest = code, other = 0, first = code;
    for (int i = 0; i < length; ++i, rest /= static_cast<std::uint32_t>(base)) {
      digits[i] = static_cast<int>(rest % static_cast<std::uint32_t>(base));
    }
    for (const Order& order : images) {
      std::uint32_t image = 0;
      for (int i = length; i-- > 0;)
        image = image * static_cast<std::uint32_t>(base) + digits[order[i]];
      first = std::min(first, image);
    }
    for (int i = length; i-- > 0;)
      other = other * static_cast<std::uint32_t>(base) + swapped(digits[i]);
    codes.place[0][code] = first == code ? codes.weights++ : codes.place[0][first];
    least[code] = other;
  }
  for (std::uint32_t code = 1; code < count; ++code) {
    codes.place[1][code] = codes.place[0][least[code]];
  }
  return codes;
}

// One weight, which counts n/k for n stones of one colour.
TupleCodes make_paper_codes(int k) {
  TupleCodes codes;
  codes.weights = 2;
  const std::uint32_t count = power(3, k);
  for (int player = 0; player < 2; ++player) {
    codes.place[player].assign(count, 0);
    codes.factor[player].assign(count, 0.0f);
    for (std::uint32_t code = 1; code < count; ++code) {
      int stones[2] = {0, 0};
      for (std::uint32_t rest = code; rest > 0; rest /= 3) {
        if (rest % 3 > 0) ++stones[rest % 3 - 1];
      }
      if (stones[0] > 0 && stones[1] > 0) continue;
      codes.place[player][code] = 1;
      codes.factor[player][code] =
          static_cast<float>(stones[player] - stones[1 - player]) / static_cast<float>(k);
    }
  }
  return codes;
}

// Straight rows of cells on a board: their cells, and how many follow at either end and beside.
struct Window {
  std::vector<Action> cells;
  int before, after, side;
  bool is_straight;
};

std::vector<Window> windows(const MnkRules& rules, int length) {
  std::vector<Window> found;
  for (const auto& [down, right] : steps) {
    for (int row = 0; row < rules.rows; ++row) {
      for (int col = 0; col < rules.cols; ++col) {
        const auto is_on = [&](int step) {
          const int r = row + step * down, c = col + step * right;
          return r >= 0 && r < rules.rows && c >= 0 && c < rules.cols;
        };
        if (!is_on(length - 1)) continue;
        Window window{{}, 0, 0, 0, down == 0 || right == 0};
        for (int i = 0; i < length; ++i) {
          window.cells.push_back(
              static_cast<Action>((row + i * down) * rules.cols + col + i * right));
        }
        while (window.before < far && is_on(-1 - window.before)) ++window.before;
        while (window.after < far && is_on(length + window.after)) ++window.after;
        if (down == 0) window.side = std::min({row, rules.rows - 1 - row, far});
        if (right == 0) window.side = std::min({col, rules.cols - 1 - col, far});
        found.push_back(std::move(window));
      }
    }
  }
  return found;
}

Order reversed(int length) {
  Order order;
  for (int i = length; i-- > 0;) order.push_back(i);
  return order;
}

}  // namespace

int TuplePlan::class_of(const std::string& name, std::uint32_t size) {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if (classes_[i].name == name) return static_cast<int>(i);
  }
  classes_.push_back({name, weights_, size});
  weights_ += size;
  return static_cast<int>(classes_.size()) - 1;
}

MnkTuples::MnkTuples(const MnkRules& rules, bool as_in_the_paper) {
  if (as_in_the_paper) {
    if (rules.k > longest_tuple) throw std::invalid_argument("the rows are too long");
    add_paper_lines(rules);
  } else {
    const int longest = std::min({rules.k + 2, std::max(rules.rows, rules.cols), longest_tuple});
    for (int length = rules.k; length <= longest; ++length) add_lines(rules, length);
    if (rules.cells <= block_cells) add_blocks(rules);
  }
  std::vector<std::vector<Part>> parts(rules.cells);
  std::vector<std::set<Action>> neighbours(rules.cells);
  for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) {
    std::uint16_t power = 1;
    for (const Action cell : cells_of_tuples_[tuple]) {
      parts[cell].push_back({static_cast<std::uint16_t>(tuple), power});
      for (const Action other : cells_of_tuples_[tuple]) neighbours[cell].insert(other);
      power = static_cast<std::uint16_t>(3 * power);
    }
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    part_starts_.push_back(static_cast<std::uint32_t>(parts_.size()));
    neighbour_starts_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    parts_.insert(parts_.end(), parts[cell].begin(), parts[cell].end());
    for (const Action other : neighbours[cell]) {
      if (other != cell) neighbours_.push_back(other);
    }
  }
  part_starts_.push_back(static_cast<std::uint32_t>(parts_.size()));
  neighbour_starts_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
}

void MnkTuples::add_lines(const MnkRules& rules, int length) {
  const TupleCodes* directed = keep(make_codes(length, 3, {}));
  const TupleCodes* even = keep(make_codes(length, 3, {reversed(length)}));
  for (Window& window : windows(rules, length)) {
    if (window.before > window.after) {
      std::swap(window.before, window.after);
      std::reverse(window.cells.begin(), window.cells.end());
    }
    const bool is_even = window.before == window.after;
    const std::string name = "line " + std::to_string(length) +
                             (window.is_straight ? " straight " : " diagonal ") +
                             std::to_string(window.before) + " " + std::to_string(window.after) +
                             " " + std::to_string(window.side);
    add(std::move(window.cells), name, is_even ? even : directed);
  }
}

void MnkTuples::add_paper_lines(const MnkRules& rules) {
  const TupleCodes* codes = keep(make_paper_codes(rules.k));
  int number = 0;
  for (Window& window : windows(rules, rules.k)) {
    add(std::move(window.cells), "row " + std::to_string(number++), codes);
  }
}

void MnkTuples::add_blocks(const MnkRules& rules) {
  const GridSymmetries& symmetries = rules.symmetries;
  std::map<Cells, const TupleCodes*> orbits;  // by the block that stands for an orbit
  for (const auto& [height, width] : {std::pair(2, 3), std::pair(3, 2)}) {
    for (int row = 0; row + height <= rules.rows; ++row) {
      for (int col = 0; col + width <= rules.cols; ++col) {
        Cells block;
        for (int i = 0; i < height * width; ++i) {
          block.push_back(static_cast<Action>((row + i / width) * rules.cols + col + i % width));
        }
        const auto image = [&](const Cells& cells, int symmetry) {
          Cells turned;
          for (const Action cell : cells) turned.push_back(symmetries.map(symmetry, cell));
          std::sort(turned.begin(), turned.end());
          return turned;
        };
        Cells first = image(block, 0);
        int turn = 0;
        for (int s = 1; s < symmetries.count(); ++s) {
          if (image(block, s) < first) first = image(block, turn = s);
        }
        auto [orbit, is_new] = orbits.try_emplace(first, nullptr);
        if (is_new) {
          std::vector<Order> images;
          for (int s = 0; s < symmetries.count(); ++s) {
            if (image(first, s) != first) continue;
            Order order;
            for (const Action cell : first) {
              const auto at = std::find(first.begin(), first.end(), symmetries.map(s, cell));
              order.push_back(static_cast<int>(at - first.begin()));
            }
            images.push_back(order);
          }
          orbit->second = keep(make_codes(static_cast<int>(first.size()), 3, images));
        }
        Cells ordered;
        for (const Action cell : first) {
          ordered.push_back(symmetries.map(symmetries.inverse(turn), cell));
        }
        std::string name = "block " + std::to_string(rules.cols) + "x" + std::to_string(rules.rows);
        for (const Action cell : first) name += " " + std::to_string(cell);
        add(std::move(ordered), name, orbit->second);
      }
    }
  }
}

void MnkTuples::add(Cells cells, const std::string& name, const TupleCodes* codes) {
  tuples_.push_back({start_of(class_of(name, codes->weights)), codes});
  cells_of_tuples_.push_back(std::move(cells));
}

const TupleCodes* MnkTuples::keep(TupleCodes codes) {
  codes_.push_back(std::make_unique<TupleCodes>(std::move(codes)));
  return codes_.back().get();
}

UltimateTuples::UltimateTuples(const UltimateRules& rules) {
  const GridSymmetries& turns = rules.board_symmetries;
  const auto keep = [&](TupleCodes codes) {
    codes_.push_back(std::make_unique<TupleCodes>(std::move(codes)));
    return codes_.back().get();
  };
  const auto order_of = [&](int symmetry) {
    Order order;
    for (int i = 0; i < 9; ++i) order.push_back(turns.map(symmetry, i));
    return order;
  };
  // A corner, a side and the middle stand for their orbits.
  const std::pair<int, const char*> places[] = {{0, "corner"}, {1, "side"}, {4, "middle"}};
  for (const auto& [place, name] : places) {
    std::vector<Order> images;
    for (int s = 0; s < turns.count(); ++s) {
      if (turns.map(s, place) == place) images.push_back(order_of(s));
    }
    const TupleCodes* codes = keep(make_codes(9, 3, images));
    const std::string open = std::string("board ") + name, forced = std::string("next ") + name;
    for (int board = 0; board < 9; ++board) {
      int turn = 0;
      while (turn < turns.count() && turns.map(turn, board) != place) ++turn;
      if (turn == turns.count()) continue;
      auto digits = std::make_unique<std::uint16_t[]>(512);
      for (unsigned set = 0; set < 512; ++set) {
        std::uint32_t code = 0;
        for (int cell = 0; cell < 9; ++cell) {
          if (set >> cell & 1) code += power(3, turns.map(turn, cell));
        }
        digits[set] = static_cast<std::uint16_t>(code);
      }
      locals_[board] = {start_of(class_of(open, codes->weights)),
                        start_of(class_of(forced, codes->weights)), codes, digits.get()};
      digits_.push_back(std::move(digits));
    }
  }
  const TupleCodes* line_codes = keep(make_codes(3, 4, {reversed(3)}));
  constexpr std::uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (const auto& line : lines) {
    const bool has_middle = line[1] == 4, is_diagonal = has_middle && line[0] % 2 == 0;
    const char* name = is_diagonal  ? "boards diagonal"
                       : has_middle ? "boards middle"
                                    : "boards side";
    lines_.push_back(
        {{line[0], line[1], line[2]}, start_of(class_of(name, line_codes->weights)), line_codes});
  }
  std::vector<Order> all;
  for (int s = 0; s < turns.count(); ++s) all.push_back(order_of(s));
  all_codes_ = keep(make_codes(9, 4, all));
  all_boards_ = start_of(class_of("all boards", all_codes_->weights));
  free_choice_ = start_of(class_of("free choice", 2)) + 1;
}

std::shared_ptr<const MnkTuples> tuples_of(const Mnk& state, bool as_in_the_paper) {
  using Key = std::tuple<int, int, int, bool>;
  static std::mutex busy;
  static std::map<Key, std::shared_ptr<const MnkTuples>> known;
  const MnkRules& rules = state.rules();
  const Key key(rules.rows, rules.cols, rules.k, as_in_the_paper);
  const std::lock_guard lock(busy);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (known.size() == most_plans) known.clear();  // players keep those that they use
  return known[key] = std::make_shared<const MnkTuples>(rules, as_in_the_paper);
}

std::shared_ptr<const UltimateTuples> tuples_of(const Ultimate& state, bool) {
  static const auto plan = std::make_shared<const UltimateTuples>(state.rules());
  return plan;
}

}  // namespace inarow::INAROW_ISA
