// Threads that help the one that starts them.
//
// Helpers make work faster, but it is done without them too: if the system has no room for all of
// them (memory for their stacks, a limit on threads), the work goes on with fewer.
#pragma once

#include <cxxabi.h>

#include <atomic>
#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "games/base.h"

namespace inarow::INAROW_ISA {

constexpr int most_threads = 256;  // of one task

class HelperThreads {
 public:
  // Starts up to `count` threads, each of which calls work(i) with its own i from 0 on; `work` must
  // not throw.
  template <class Work>
  HelperThreads(int count, const Work& work) {
    const bool is_scarce = !has_room(count * stack_bytes + reserved_bytes);
    try {
      for (int i = 0; i < count; ++i) {
        if (is_scarce && !has_room(stack_bytes + reserved_bytes)) break;
        threads_.emplace_back([this, work, i] {
          // Where an exception is thrown first, its thread-local data is allocated; if that fails,
          // as it may in just those moments, the C library ends the process. So it is done now.
          [[maybe_unused]] void* volatile data = abi::__cxa_get_globals();
          ++ready_;
          ready_.notify_one();
          begin_.wait(false);
          work(i);
        });
        if (is_scarce) wait_until_ready(i + 1);
      }
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    begin_.test_and_set();  // only now, since work takes memory
    begin_.notify_all();
  }

  HelperThreads(const HelperThreads&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }
  void join() { threads_.clear(); }  // the destructor joins as well

 private:
  static constexpr std::size_t stack_bytes = std::size_t{9} << 20;      // Linux: 8 MB, and some
  static constexpr std::size_t reserved_bytes = std::size_t{32} << 20;  // for the work itself

  // Volatile, here and above: a compiler may leave out what has no other use.
  static bool has_room(std::size_t bytes) {
    void* volatile room = ::operator new(bytes, std::nothrow);
    ::operator delete(room);
    return room != nullptr;
  }

  void wait_until_ready(int count) {
    for (int ready = ready_; ready < count; ready = ready_) ready_.wait(ready);
  }

  std::atomic<int> ready_ = 0;
  std::atomic_flag begin_;
  std::vector<std::jthread> threads_;
};

}  // namespace inarow::INAROW_ISA
