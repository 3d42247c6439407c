#include "search/five/linenet.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace inarow::INAROW_ISA {

namespace {

constexpr int views = 2 * LineNetwork::channels;
constexpr std::string_view magic = "inarow line network 1\n";
constexpr int evaluation_unit = 200;  // of a logit

// Takes numbers from the front of a file, which all are little-endian 16-bit or 32-bit.
class Reader {
 public:
  explicit Reader(std::string_view file) : left_(file) {}

  template <class Number, std::size_t N>
  void read(std::array<Number, N>& numbers) {
    for (Number& number : numbers) number = one<Number>();
  }
  template <class Number>
  Number one() {
    if (left_.size() < sizeof(Number)) throw std::invalid_argument("the file is too short");
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(left_[i])) << (8 * i);
    }
    left_.remove_prefix(sizeof(Number));
    return static_cast<Number>(bits);
  }
  bool is_done() const { return left_.empty(); }

 private:
  std::string_view left_;
};

int clamped(int number) { return std::clamp(number, 0, LineNetwork::most); }

}  // namespace

LineNetwork::LineNetwork(std::string_view file) {
  if (!file.starts_with(magic)) throw std::invalid_argument("it does not begin like one");
  Reader reader(file.substr(magic.size()));
  const LineWindows& windows = line_windows();
  std::vector<View> rows(windows.count());
  for (View& row : rows) reader.read(row);
  View bias;
  reader.read(bias);
  for (auto& weights : first_) reader.read(weights);
  reader.read(first_bias_);
  for (auto& weights : second_) reader.read(weights);
  reader.read(second_bias_);
  reader.read(last_);
  last_bias_ = reader.one<std::int32_t>();
  reader.read(policy_);
  if (!reader.is_done()) throw std::invalid_argument("the file is too long");
  // Four rows and a bias must fit 16 bits, and sums of products 32.
  const auto within = [](const auto& numbers, int limit) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [limit](auto n) { return n >= -limit && n <= limit; });
  };
  bool fine = within(bias, 6'000) && within(last_, 4 * weight_one) && within(policy_, 8'000) &&
              within(first_bias_, 1 << 28) && within(second_bias_, 1 << 28) &&
              std::abs(static_cast<double>(last_bias_)) <= 1 << 28;
  for (const View& row : rows) fine = fine && within(row, 6'000);
  for (const auto& weights : first_) fine = fine && within(weights, 4 * weight_one);
  for (const auto& weights : second_) fine = fine && within(weights, 4 * weight_one);
  if (!fine) throw std::invalid_argument("a number in it is too large");

  rows_.resize(rows.size());
  for (int i = 0; i < windows.count(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), rows_[i].begin());
    const View& other = rows[windows.swapped(i)];
    std::copy(other.begin(), other.end(), rows_[i].begin() + channels);
  }
  std::copy(bias.begin(), bias.end(), bias_.begin());
  std::copy(bias.begin(), bias.end(), bias_.begin() + channels);
}

int LineNetwork::policy(const std::int16_t* cell) const {
  int sum = 0;
  for (int i = 0; i < channels; ++i) {
    sum += std::clamp<int>(cell[i], 0, most) * policy_[i];
  }
  return sum / (one * weight_one / 100);
}

int LineNetwork::evaluate(const std::int32_t* sums) const {
  const auto layer = [](const auto& inputs, const auto& weights, const auto& bias) {
    std::array<std::int32_t, hidden> out = bias;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      for (int j = 0; j < hidden; ++j) out[j] += inputs[i] * weights[i][j];
    }
    for (int j = 0; j < hidden; ++j)
      out[j] = std::clamp((out[j] + weight_one / 2) / weight_one, 0, layer_most);
    return out;
  };
  std::array<std::int32_t, channels> inputs;
  for (int i = 0; i < channels; ++i) {
    inputs[i] =
        std::clamp((sums[i] + (1 << cells_shift) / 2) >> cells_shift, -layer_most, layer_most);
  }
  const auto first = layer(inputs, first_, first_bias_);
  const auto second = layer(first, second_, second_bias_);
  std::int32_t sum = last_bias_;
  for (int i = 0; i < hidden; ++i) sum += second[i] * last_[i];
  return static_cast<int>(std::int64_t{sum} * evaluation_unit / (one * weight_one));
}

LineView::LineView(const LineNetwork& network, const FieldPlan& plan)
    : network_(&network),
      plan_(&plan),
      windows_(line_windows()),
      cells_(plan.cells, network.bias()),
      before_(plan.cells) {
  std::copy(plan.empty_lines.begin(), plan.empty_lines.end(), lines_.begin());
}

void LineView::follow(const Field& field) {
  while (ply_ > field.ply() || !std::equal(moves_.begin(), moves_.begin() + ply_, field.moves())) {
    undo();
  }
  while (ply_ < field.ply()) play(field.moves()[ply_]);
}

// Adds what the windows around a stone gain by it to the cells there, or takes it away.
void LineView::change(Move move, int player, bool add) {
  Sums& sums = sums_;
  std::array<std::int16_t, views> moved = {};  // 32 cells' changes fit 16 bits
  for (int direction = 0; direction < directions; ++direction) {
    const FieldPlan::Place& place = plan_->place(move, direction);
    const int step = plan_->steps[direction];
    std::uint64_t& line = lines_[place.line];
    const std::uint64_t before = line;
    line ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
    const int first = -std::min<int>(place.before, LineWindows::radius);
    const int last = std::min<int>(place.after, LineWindows::radius);
    for (int i = first; i <= last; ++i) {
      const int cell = move + i * step;
      if (i == 0 || taken_[cell]) continue;
      const auto& old_row = network_->row(windows_.index(before, place.at + i));
      const auto& new_row = network_->row(windows_.index(line, place.at + i));
      auto& here = cells_[cell];
      if (add) {
        for (int j = 0; j < views; ++j) {
          const auto was = here[j];
          const auto now = static_cast<std::int16_t>(was + new_row[j] - old_row[j]);
          here[j] = now;
          constexpr std::int16_t zero = 0, most = LineNetwork::most;
          moved[j] = static_cast<std::int16_t>(moved[j] + std::clamp(now, zero, most) -
                                               std::clamp(was, zero, most));
        }
      } else {
        for (int j = 0; j < views; ++j) {
          here[j] = static_cast<std::int16_t>(here[j] + new_row[j] - old_row[j]);
        }
      }
    }
  }
  if (add) {
    for (int j = 0; j < views; ++j) sums[j] += moved[j];
  }
}

void LineView::play(Move move) {
  before_[ply_] = sums_;
  const int player = side();
  const auto& here = cells_[move];
  const auto& bias = network_->bias();
  for (int j = 0; j < views; ++j) sums_[j] -= clamped(here[j]) - clamped(bias[j]);
  taken_[move] = true;
  change(move, player, true);
  moves_[ply_++] = move;
}

void LineView::undo() {
  const Move move = moves_[--ply_];
  change(move, side(), false);
  taken_[move] = false;
  sums_ = before_[ply_];
}

}  // namespace inarow::INAROW_ISA
