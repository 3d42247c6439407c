#include "search/five/line_network.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace inarow::INAROW_ISA {

namespace {

constexpr int channels = LineNetwork::channels;
constexpr int most_changes = 4 * 2 * LineWindows::radius;  // of a move
constexpr int evaluation_unit = 200;                       // of a logit

// Reads the little-endian 16-bit and 32-bit integers of a file, in order.
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

std::int16_t clamped(std::int16_t number) {
  return std::clamp<std::int16_t>(number, 0, LineNetwork::most);
}

}  // namespace

LineNetwork::LineNetwork(std::string_view file) {
  if (!file.starts_with(magic)) throw std::invalid_argument("it does not begin like one");
  Reader reader(file.substr(magic.size()));
  const LineWindows& windows = line_windows();
  rows_[0].resize(windows.count());
  for (Row& row : rows_[0]) reader.read(row);
  reader.read(bias_);
  for (Layer* layer : {&first_, &second_}) {
    for (int output = 0; output < hidden; ++output) {
      for (auto& pair : layer->weights) reader.read(pair[output]);
    }
    reader.read(layer->bias);
  }
  reader.read(last_);
  last_bias_ = reader.one<std::int32_t>();
  reader.read(policy_);
  if (!reader.is_done()) throw std::invalid_argument("the file is too long");
  const auto within = [](const auto& numbers, int limit) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [limit](auto n) { return n >= -limit && n <= limit; });
  };
  bool fine = within(bias_, row_limit) && within(last_, weight_limit) &&
              within(policy_, policy_limit) && within(first_.bias, layer_bias_limit) &&
              within(second_.bias, layer_bias_limit) &&
              std::abs(static_cast<double>(last_bias_)) <= layer_bias_limit;
  for (const Row& row : rows_[0]) fine = fine && within(row, row_limit);
  for (const Layer* layer : {&first_, &second_}) {
    for (const auto& pair : layer->weights) {
      for (const auto& weights : pair) fine = fine && within(weights, weight_limit);
    }
  }
  if (!fine) throw std::invalid_argument("a number in it is too large");
  for (int i = 0; i < windows.count(); ++i) rows_[1].push_back(rows_[0][windows.swapped(i)]);
}

int LineNetwork::policy(const Row& cell) const {
  int sum = 0;
  for (int i = 0; i < channels; ++i) sum += clamped(cell[i]) * policy_[i];
  return sum / (one * weight_one / 100);
}

LineNetwork::Row LineNetwork::Layer::operator()(const Row& inputs) const {
  alignas(32) std::array<std::int32_t, hidden> sums = bias;
#if defined(__AVX2__)
  __m256i wide[hidden / 8];
  for (int k = 0; k < hidden / 8; ++k) {
    wide[k] = _mm256_load_si256(reinterpret_cast<const __m256i*>(&bias[8 * k]));
  }
  for (int i = 0; i < channels / 2; ++i) {
    std::int32_t both;
    std::memcpy(&both, &inputs[2 * i], sizeof(both));
    const __m256i pair = _mm256_set1_epi32(both);
    for (int k = 0; k < hidden / 8; ++k) {
      const auto* here = reinterpret_cast<const __m256i*>(&weights[i][8 * k]);
      wide[k] = _mm256_add_epi32(wide[k], _mm256_madd_epi16(pair, _mm256_load_si256(here)));
    }
  }
  for (int k = 0; k < hidden / 8; ++k) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(&sums[8 * k]), wide[k]);
  }
#else
  for (int i = 0; i < channels / 2; ++i) {
    for (int j = 0; j < hidden; ++j) {
      sums[j] += inputs[2 * i] * weights[i][j][0] + inputs[2 * i + 1] * weights[i][j][1];
    }
  }
#endif
  Row out;
  for (int j = 0; j < hidden; ++j) {
    const std::int32_t rounded = (sums[j] + weight_one / 2) >> weight_shift;
    out[j] = static_cast<std::int16_t>(std::clamp(rounded, 0, layer_most));
  }
  return out;
}

int LineNetwork::evaluate(const Sums& sums) const {
  Row inputs;
  for (int i = 0; i < channels; ++i) {
    const std::int32_t share = (sums[i] + (1 << cells_shift) / 2) >> cells_shift;
    inputs[i] = static_cast<std::int16_t>(std::clamp(share, -layer_most, layer_most));
  }
  const Row out = second_(first_(inputs));
  std::int32_t sum = last_bias_;
  for (int i = 0; i < hidden; ++i) sum += out[i] * last_[i];
  return static_cast<int>(std::int64_t{sum} * evaluation_unit / (one * weight_one));
}

LineAccumulator::LineAccumulator(const LineNetwork& network, const FiveBoardPlan& plan, int player)
    : network_(&network),
      plan_(&plan),
      windows_(line_windows()),
      rows_(network.rows(player).data()),
      cells_(plan.cells, network.bias()),
      changes_(most_changes * plan.cells),
      snapshots_(plan.cells) {
  std::copy(plan.empty_lines.begin(), plan.empty_lines.end(), lines_.begin());
}

void LineAccumulator::follow(const FiveBoard& board) {
  while (ply_ > board.ply() || !std::equal(moves_.begin(), moves_.begin() + ply_, board.moves())) {
    undo();
  }
  while (ply_ < board.ply()) play(board.moves()[ply_]);
}

void LineAccumulator::play(Action action) {
  Snapshot& snapshot = snapshots_[ply_];
  snapshot.sums = sums_;
  snapshot.changes = changed_;
  Change* change = &changes_[changed_];
  // The change of the sums; that of 33 cells fits 16 bits.
  LineNetwork::Row moved;
  const LineNetwork::Row& bias = network_->bias();
  for (int j = 0; j < channels; ++j) {
    moved[j] = static_cast<std::int16_t>(clamped(bias[j]) - clamped(cells_[action][j]));
  }
  taken_[action] = true;
  const int player = ply_ & 1;
  for (int direction = 0; direction < directions; ++direction) {
    const FiveBoardPlan::Place& place = plan_->place(action, direction);
    const int step = plan_->steps[direction];
    std::uint64_t& line = lines_[place.line];
    const std::uint64_t before = line;
    line ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
    const int first = -std::min<int>(place.before, LineWindows::radius);
    const int last = std::min<int>(place.after, LineWindows::radius);
    for (int i = first; i <= last; ++i) {
      const int cell = action + i * step;
      if (taken_[cell]) continue;
      const LineNetwork::Row& old_row = rows_[windows_.index(before, place.at + i)];
      const LineNetwork::Row& new_row = rows_[windows_.index(line, place.at + i)];
      LineNetwork::Row& here = cells_[cell];
      change->cell = static_cast<Action>(cell);
      for (int j = 0; j < channels; ++j) {
        const std::int16_t was = here[j];
        const auto now = static_cast<std::int16_t>(was + new_row[j] - old_row[j]);
        change->before[j] = was;
        here[j] = now;
        moved[j] = static_cast<std::int16_t>(moved[j] + clamped(now) - clamped(was));
      }
      ++change;
    }
  }
  for (int j = 0; j < channels; ++j) sums_[j] += moved[j];
  moves_[ply_++] = action;
  changed_ = static_cast<std::uint32_t>(change - changes_.data());
}

void LineAccumulator::undo() {
  const Action move = moves_[--ply_];
  const Snapshot& snapshot = snapshots_[ply_];
  const int player = ply_ & 1;
  for (int direction = 0; direction < directions; ++direction) {
    const FiveBoardPlan::Place& place = plan_->place(move, direction);
    lines_[place.line] ^= std::uint64_t{1} << (2 * (place.at + WindowShapes::line_margin) + player);
  }
  while (changed_ > snapshot.changes) {
    const Change& change = changes_[--changed_];
    cells_[change.cell] = change.before;
  }
  taken_[move] = false;
  sums_ = snapshot.sums;
}

}  // namespace inarow::INAROW_ISA
