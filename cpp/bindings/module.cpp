// The extension module inarow._core: picks the build of the core that this machine can run.
#include <nanobind/nanobind.h>

#include <cstdlib>
#include <string>

namespace nb = nanobind;

namespace inarow::baseline {
void bind_all(nb::module_& m);
}  // namespace inarow::baseline
#if INAROW_HAS_AVX2
namespace inarow::avx2 {
void bind_all(nb::module_& m);
}  // namespace inarow::avx2
#endif

namespace {

// INAROW_ISA=baseline selects the portable build on a machine that could run the other, to compare
// the two.
bool use_avx2() {
#if INAROW_HAS_AVX2
  const char* wish = std::getenv("INAROW_ISA");
  if (wish != nullptr && std::string(wish) == "baseline") return false;
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
         __builtin_cpu_supports("lzcnt");
#else
  return false;
#endif
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of inarow. Use the inarow package, which wraps it.";
  m.def("set_leak_warnings", &nb::set_leak_warnings, nb::arg("on"),
        "Whether objects that are still used when Python ends are reported on standard error.");
#if INAROW_HAS_AVX2
  if (use_avx2()) {
    m.attr("isa") = "avx2";
    inarow::avx2::bind_all(m);
    return;
  }
#endif
  m.attr("isa") = "baseline";
  inarow::baseline::bind_all(m);
}
