// A test is a function that registers itself; CHECK reports and counts what does not hold.
#pragma once

#include <cstdio>
#include <vector>

#include "games/base.h"

namespace inarow::INAROW_ISA::testing {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Registration {
  Registration(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

}  // namespace inarow::INAROW_ISA::testing

#define TEST(name)                                                                       \
  static void name();                                                                    \
  static const ::inarow::INAROW_ISA::testing::Registration register_##name(#name, name); \
  static void name()

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      ++::inarow::INAROW_ISA::testing::failures();                          \
    }                                                                       \
  } while (false)
