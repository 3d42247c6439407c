// What a network said of positions, by their keys, so that it is not asked again: about
// transpositions, about what the search of the last move has seen, about openings that many games
// share.
//
// A kept answer is the answer that the network would give, so that a search finds the same with the
// cache and without it, only sooner. Every position has one place; the newest one there is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace inarow::INAROW_ISA {

class EvaluationCache {
 public:
  // For answers of `size` numbers. Most of the memory is taken from the system as it is used.
  EvaluationCache(int megabytes, std::size_t size)
      : keys_((static_cast<std::size_t>(megabytes) << 20) / (sizeof(Key) + size * sizeof(float))),
        size_(size),
        answers_(new float[keys_.size() * size]) {}

  bool is_used() const { return !keys_.empty(); }

  // Null if the answer is not kept; else good until the next `keep`.
  const float* find(std::uint64_t key) const {
    const std::size_t place = place_of(key);
    return keys_[place] == key ? &answers_[place * size_] : nullptr;
  }

  // The place of an answer, to be written.
  float* keep(std::uint64_t key) {
    const std::size_t place = place_of(key);
    keys_[place] = key;
    return &answers_[place * size_];
  }

 private:
  using Key = std::optional<std::uint64_t>;

  std::size_t place_of(std::uint64_t key) const { return key % keys_.size(); }

  std::vector<Key> keys_;
  std::size_t size_;
  std::unique_ptr<float[]> answers_;
};

}  // namespace inarow::INAROW_ISA
