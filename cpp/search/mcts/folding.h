// Folding: all images of a position under symmetry share a node, which stores the image with the
// smallest key. A node's "frame" is the symmetry that leads from the actual board to that image.
#pragma once

#include <algorithm>

#include "games/base.h"
#include "games/symmetry.h"

namespace inarow::INAROW_ISA {

class Folding {
 public:
  Folding(const GridSymmetries& symmetries, bool fold) : symmetries_(&symmetries), on_(fold) {
    const int count = symmetries.count();
    for (int after = 0; after < count; ++after) {
      for (int before = 0; before < count; ++before) {
        both_[after][before] = static_cast<std::uint8_t>(find_both(after, before));
      }
    }
  }

  bool on() const { return on_; }

  struct Image {
    std::uint64_t key;
    int frame;
    std::uint8_t same;  // the symmetries that lead to the same image, as bits
  };

  template <Game G>
  Image image_of(const G& state) const {
    Image image{state.key(), 0, 1};
    if (!on_) return image;
    for (int s = 1; s < symmetries_->count(); ++s) {
      const std::uint64_t key = state.image_key(s);
      if (key < image.key) image = {key, s, 0};
      if (key == image.key) image.same |= static_cast<std::uint8_t>(1 << s);
    }
    return image;
  }

  // From the actual board to a frame, and back.
  Action into(int frame, Action action) const {
    return on_ ? symmetries_->map(frame, action) : action;
  }
  Action out_of(int frame, Action action) const {
    return on_ ? symmetries_->map(symmetries_->inverse(frame), action) : action;
  }

  // turn: the symmetry that leads from one frame to another. turned: a frame followed by a turn.
  int turn(int from, int to) const { return both_[to][symmetries_->inverse(from)]; }
  int turned(int turn, int frame) const { return both_[turn][frame]; }

  // Keeps one of the actions that a symmetry of the position maps to each other.
  template <Game G>
  void drop_equal_actions(const Image& image, Actions<G>& actions) const {
    if ((image.same & (image.same - 1)) == 0) return;
    Actions<G> kept;
    for (const Action action : actions) {
      const Action here = into(image.frame, action);
      bool first = true;
      for (int s = 0; s < symmetries_->count(); ++s) {
        if (image.same >> s & 1) first = first && here <= into(s, action);
      }
      if (first) kept.push(action);
    }
    actions = kept;
  }

 private:
  int find_both(int after, int before) const {
    for (int s = 0; s < symmetries_->count(); ++s) {
      bool equal = true;
      for (int cell = 0; cell < symmetries_->cells() && equal; ++cell) {
        equal =
            symmetries_->map(s, cell) == symmetries_->map(after, symmetries_->map(before, cell));
      }
      if (equal) return s;
    }
    return 0;  // not reached: symmetries form a group
  }

  const GridSymmetries* symmetries_;
  bool on_;
  std::uint8_t both_[8][8];  // the composition of two symmetries
};

}  // namespace inarow::INAROW_ISA
