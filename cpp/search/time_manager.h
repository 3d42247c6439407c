// The time manager of engines: how long to search a move on a game clock.
//
// After each complete depth it decides whether to start another. The usual share of the clock is
// scaled by how stable the result is:
//
//   enough = begin_share * usual * (unsettled, while the best move changes; settled, when it has
//            been the same for many depths) * (1 + fall_weight * how far the value has fallen)
//
// and no depth is started that would probably not end before `most`. It knows only the depths that
// were searched; it cannot foresee that the result will change.
#pragma once

#include <algorithm>

#include "search/base.h"

namespace inarow::INAROW_ISA {

class TimeManager {
 public:
  // In seconds since the search started. If `most` is not above `usual`, there is a limit for this
  // move only, which is used up.
  TimeManager(double usual, double most) : usual_(usual), most_(most) {}

  // `value` is in [-1, 1].
  bool is_enough(double now, Action best, double value) {
    const double took = now - last_end_;
    last_end_ = now;
    steady_ = depths_ > 0 && best == best_ ? steady_ + 1 : 0;
    best_ = best;
    // Averaged over the last few depths, since odd and even ones differ.
    const double fall = depths_ > 0 ? std::max(0.0, average_ - value) : 0.0;
    average_ = depths_ > 0 ? (2 * average_ + value) / 3 : value;
    ++depths_;
    if (most_ <= usual_) return false;
    const double clear = steady_ < few_depths ? unsettled : steady_ < many_depths ? 1.0 : settled;
    const double wanted = usual_ * clear * std::min(1 + fall_weight * fall, most_for_fall);
    return now >= begin_share * wanted || now + least_growth * took > most_;
  }

 private:
  static constexpr int few_depths = 3, many_depths = 7;
  static constexpr double unsettled = 1.4, settled = 0.5;
  static constexpr double fall_weight = 4;      // a value 0.25 lower: twice the time
  static constexpr double most_for_fall = 2.5;  // times the usual
  static constexpr double begin_share = 0.6;    // the next depth takes about as long as all so far
  static constexpr double least_growth = 1.0;   // of the time of a depth to the next

  double usual_, most_;
  double last_end_ = 0;
  int depths_ = 0, steady_ = 0;
  Action best_ = 0;
  double average_ = 0;
};

}  // namespace inarow::INAROW_ISA
