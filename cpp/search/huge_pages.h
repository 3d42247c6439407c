// Huge pages for large arrays that are read at random places: with small pages, most of these reads
// would wait for the page table, too. It is a request, which a system without them ignores.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace inarow::INAROW_ISA {

constexpr std::size_t huge_page = std::size_t{2} << 20;

// Best before the memory is first written to.
inline void use_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  const auto first = (reinterpret_cast<std::uintptr_t>(memory) + huge_page - 1) & ~(huge_page - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(huge_page - 1);
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <class Entry>
using FreedArray = std::unique_ptr<Entry[], Free>;

// Zeroed entries, a power of two of them. All pages are written to here: the first touch of a huge
// page takes the system up to a millisecond or two, and would fall into the time of a search.
template <class Entry>
FreedArray<Entry> allocate_zeros(std::size_t entries) {
  const std::size_t bytes = entries * sizeof(Entry);
  void* memory = std::aligned_alloc(std::min(huge_page, std::bit_floor(bytes)), bytes);
  if (memory == nullptr) throw std::bad_alloc();
  use_huge_pages(memory, bytes);
  std::memset(memory, 0, bytes);
  return FreedArray<Entry>(static_cast<Entry*>(memory));
}

}  // namespace inarow::INAROW_ISA
