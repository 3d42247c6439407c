// How long calls treat Python: they run without the GIL, and Ctrl-C ends them.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>

#include "games/base.h"

namespace inarow::INAROW_ISA {

// Runs `work(stop)` on a thread of its own while this one serves Python: it calls `on_wait()` with
// the GIL held about ten times a second. If that raises, or a signal handler does, the work is told
// to stop and the exception goes on once it has.
template <class Work, class OnWait>
void run_stoppable(Work work, OnWait on_wait) {
  std::atomic<bool> stop = false;
  std::future<void> done = std::async(std::launch::async, [&] { work(stop); });
  const auto wait = [&](std::chrono::milliseconds time) {
    const nanobind::gil_scoped_release release;
    return done.wait_for(time) == std::future_status::ready;
  };
  try {
    while (!wait(std::chrono::milliseconds(100))) {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      on_wait();
    }
  } catch (...) {
    stop = true;
    const nanobind::gil_scoped_release release;
    done.wait();
    throw;
  }
  done.get();
}

}  // namespace inarow::INAROW_ISA
