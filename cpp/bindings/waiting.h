// Long calls from Python: they run without the GIL, and Ctrl-C ends them.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <utility>

#include "games/helper_threads.h"
#include "search/base.h"

namespace inarow::INAROW_ISA {

// A budget for a search without the GIL. Ctrl-C ends it and sets `interrupted`. `on_wait` is called
// with the GIL at each check for Ctrl-C; an exception there ends the search, too.
inline Budget interruptible_budget(const Limits& limits, const std::atomic<bool>& stop,
                                   bool& interrupted, std::function<void()> on_wait = nullptr) {
  return Budget(limits, stop, [&interrupted, on_wait = std::move(on_wait)] {
    const nanobind::gil_scoped_acquire acquire;
    if (interrupted) return true;
    try {
      if (on_wait) on_wait();
      interrupted = PyErr_CheckSignals() != 0;
    } catch (nanobind::python_error& error) {
      error.restore();
      interrupted = true;
    }
    return interrupted;
  });
}

// Runs `work(stop)` on another thread. Meanwhile this one calls `on_wait()` with the GIL about ten
// times a second. If that or a signal handler raises, the stop flag is set, and the exception is
// passed on after the work has ended. If no thread can start, the work is done on this one, and
// signals wait for its end.
template <class Work, class OnWait>
void run_stoppable(Work work, OnWait on_wait) {
  std::atomic<bool> stop = false;
  std::packaged_task<void()> task([&] { work(stop); });
  std::future<void> done = task.get_future();
  HelperThreads worker(1, [&](int) { task(); });
  if (worker.size() == 0) {
    const nanobind::gil_scoped_release release;
    task();
  }
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
