// The vocabulary of every game and the interface every search is written against.
//
// Players are 0 (moves first) and 1. Values and outcomes are always told "for the player to move"
// unless a name says otherwise; `returns(outcome, player)` is the one place that turns an outcome
// into +1, 0 or -1 for a given player.
//
// A move is a cell number, row * columns + column, with row 0 at the bottom of the board as people
// read it. A state plays and undoes moves in place and never allocates.
#pragma once

#include <concepts>
#include <cstdint>

// Everything in the core is compiled once for each instruction set, in a namespace of its own, so
// that the linker can never mix them; the extension picks one when it is imported.
#ifndef INAROW_ISA
#define INAROW_ISA baseline
#endif

namespace inarow::INAROW_ISA {

class Rng;
class GridSymmetries;

using Move = std::uint16_t;

inline constexpr int max_side = 20;
inline constexpr int max_cells = max_side * max_side;

enum class Outcome : std::uint8_t { ongoing, first_wins, second_wins, draw };

constexpr Outcome win_for(int player) {
  return player == 0 ? Outcome::first_wins : Outcome::second_wins;
}

constexpr int returns(Outcome outcome, int player) {
  if (outcome == win_for(player)) return 1;
  if (outcome == win_for(1 - player)) return -1;
  return 0;
}

// What stands on a cell, as a number that orders images of a board (see canonical.h).
enum Cell : std::uint8_t { empty = 0, first = 1, second = 2 };

// The legal moves of one state, in ascending order, on the stack of whoever asks.
template <int Capacity>
class MoveList {
 public:
  void clear() { size_ = 0; }
  void push(int move) { moves_[size_++] = static_cast<Move>(move); }
  // Removes a move, and the last one takes its place.
  Move take(int index) {
    const Move taken = moves_[index];
    moves_[index] = moves_[--size_];
    return taken;
  }
  int size() const { return size_; }
  Move operator[](int index) const { return moves_[index]; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }

 private:
  int size_ = 0;
  Move moves_[Capacity];
};

template <class G>
using Moves = MoveList<G::max_moves>;

template <class G>
concept Game = std::copyable<G> &&
               requires(G state, const G& fixed, Move move, int index, Moves<G>& list, Rng& rng) {
                 // The rules outlive every state made from them.
                 typename G::Rules;
                 requires std::same_as<typename G::Rules::State, G>;
                 { fixed.rules().rows + fixed.rules().cols } -> std::same_as<int>;
                 G(static_cast<const typename G::Rules&>(fixed.rules()));
                 { G::max_moves } -> std::convertible_to<int>;
                 { fixed.symmetries() } -> std::same_as<const GridSymmetries&>;

                 // Where the game stands.
                 { fixed.ply() } -> std::same_as<int>;
                 { fixed.to_move() } -> std::same_as<int>;
                 { fixed.outcome() } -> std::same_as<Outcome>;
                 { fixed.cell(index) } -> std::same_as<Cell>;
                 { fixed.move_at(index) } -> std::same_as<Move>;
                 {
                   fixed == fixed
                 } -> std::same_as<bool>;  // same position, whatever the order of moves

                 // Moves. `play` wants a legal move and `undo` wants ply() > 0: neither checks.
                 { fixed.is_legal(index) } -> std::same_as<bool>;
                 fixed.legal_moves(list);                      // ascending; empty when over
                 { fixed.move_count() } -> std::same_as<int>;  // how many, without listing them
                 {
                   fixed.ending_move_count()
                 } -> std::same_as<int>;  // how many of them end the game
                 state.play(move);
                 state.undo();
                 {
                   fixed.random_playout(rng)
                 } -> std::same_as<Outcome>;  // the state stays as it was

                 // Identity. Equal positions have equal keys; `image_key(s)` is the key of the
                 // state turned by symmetry s, and `image_rest(s)` orders what of that image is not
                 // seen on its cells.
                 { fixed.key() } -> std::same_as<std::uint64_t>;
                 { fixed.image_key(index) } -> std::same_as<std::uint64_t>;
                 { fixed.image_rest(index) } -> std::same_as<int>;
               };

// Plays a move for the length of a scope, so that no early return forgets the undo.
template <class G>
class ScopedMove {
 public:
  ScopedMove(G& state, Move move) : state_(state) { state_.play(move); }
  ~ScopedMove() { state_.undo(); }
  ScopedMove(const ScopedMove&) = delete;
  ScopedMove& operator=(const ScopedMove&) = delete;

 private:
  G& state_;
};

}  // namespace inarow::INAROW_ISA
