// When the engine stops on a game clock: times are passed in, no clock runs here.
#include "search/time_manager.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

// Depths that take half as long again each, from a hundredth of a second; when it stopped.
template <class Best, class Value>
double stops_at(double usual, double most, Best best, Value value) {
  TimeManager time_manager(usual, most);
  double now = 0, took = 0.01;
  for (int depth = 1; depth < 40; ++depth) {
    now += took;
    if (now > most) return most;  // the hard limit
    if (time_manager.is_enough(now, static_cast<Action>(best(depth)), value(depth))) return now;
    took *= 1.5;
  }
  return now;
}

int same(int) { return 7; }
int changing(int depth) { return depth; }
double even(int) { return 0.0; }
double falling(int depth) { return -0.06 * depth; }

}  // namespace

TEST(a_limit_of_the_move_alone_is_used_up) {
  CHECK(stops_at(2.0, 2.0, same, even) == 2.0);
  TimeManager time_manager(2.0, 0.0);  // no reserve: the budget watches the limit
  for (int depth = 1; depth < 30; ++depth) CHECK(!time_manager.is_enough(depth, 7, 0.0));
}

TEST(a_clear_move_takes_less_of_the_clock_and_a_doubtful_one_more) {
  const double clear = stops_at(2.0, 6.0, same, even);
  const double open = stops_at(2.0, 6.0, changing, even);
  const double worse = stops_at(2.0, 6.0, changing, falling);
  CHECK(clear < 1.2);
  CHECK(clear < open);
  CHECK(open < worse);
  CHECK(worse <= 6.0);
}

TEST(rising_values_are_no_reason_to_think_longer) {
  const auto rising = [](int depth) { return 0.06 * depth; };
  CHECK(stops_at(2.0, 6.0, changing, rising) == stops_at(2.0, 6.0, changing, even));
}

TEST(no_depth_is_begun_that_cannot_end) {
  TimeManager time_manager(10.0, 12.0);
  CHECK(!time_manager.is_enough(1.0, 1, 0.0));
  CHECK(!time_manager.is_enough(2.0, 2, 0.0));
  // The last one took 5 of 7 seconds, and 5 are left: this is just possible, a second later not.
  CHECK(!time_manager.is_enough(7.0, 3, 0.0));
  TimeManager late(10.0, 12.0);
  CHECK(!late.is_enough(2.0, 2, 0.0));
  CHECK(late.is_enough(8.0, 3, 0.0));
}

}  // namespace inarow::INAROW_ISA
