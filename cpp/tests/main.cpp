#include "tests/check.h"

using namespace inarow::INAROW_ISA::testing;

int main() {
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
    std::puts("this machine has no AVX2");
    return 77;
  }
#endif
  int failed = 0;
  for (const Test& test : tests()) {
    const int before = failures();
    test.run();
    const bool passed = failures() == before;
    failed += !passed;
    std::printf("%s %s\n", passed ? "ok  " : "FAIL", test.name);
  }
  std::printf("%d passed, %d failed\n", static_cast<int>(tests().size()) - failed, failed);
  return failed != 0;
}
