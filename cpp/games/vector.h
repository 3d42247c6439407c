// Many games that are played at once, one action in each per step: the inner loop of a learner.
//
// The arrays have a row for each game and show it to the player to move. They stay where they are:
// a step writes into them. A game that ends starts anew in the same step; the row of its final
// state is kept in `final_observations` until the next game of that row ends.
//
// The planes are written anew at each step, by the same code as those of a single state. To swap
// mine and theirs in place would take half the time, but it would be a second encoder, and networks
// take far longer than either.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "games/base.h"
#include "games/encoding.h"
#include "games/rng.h"

namespace inarow::INAROW_ISA {

template <Game G>
class GameVector {
 public:
  GameVector(const typename G::Rules& rules, std::size_t count, const Encoding<G>& encoding,
             std::uint64_t seed)
      : start_(rules),
        encoding_(encoding),
        rng_(seed),
        cells_(rules.rows * rules.cols),
        states_(count, start_),
        chosen_(count),
        observations_(std::make_unique<float[]>(count * observation_size())),
        final_observations_(std::make_unique<float[]>(count * observation_size())),
        masks_(std::make_unique<bool[]>(count * cells_)),
        players_(std::make_unique<std::int8_t[]>(count)),
        move_numbers_(std::make_unique<std::int32_t[]>(count)) {
    for (std::size_t i = 0; i < count; ++i) show(i);
  }

  // The memory that each game takes.
  static std::size_t bytes_per_game(const typename G::Rules& rules, const Encoding<G>& encoding) {
    const std::size_t cells = rules.rows * rules.cols;
    return sizeof(G) + sizeof(Action) + 2 * encoding.plane_count() * cells * sizeof(float) + cells +
           sizeof(std::int8_t) + sizeof(std::int32_t);
  }

  std::size_t count() const { return states_.size(); }
  std::size_t cells() const { return cells_; }
  const Encoding<G>& encoding() const { return encoding_; }
  const typename G::Rules& rules() const { return start_.rules(); }
  const G& state(std::size_t i) const { return states_[i]; }
  const float* observations() const { return observations_.get(); }
  const float* final_observations() const { return final_observations_.get(); }
  const bool* masks() const { return masks_.get(); }
  const std::int8_t* players() const { return players_.get(); }
  const std::int32_t* move_numbers() const { return move_numbers_.get(); }

  // Plays an action in each game and returns count(). If one of them is illegal, nothing is played,
  // and the number of that game is returned. Rewards are for the players who moved.
  std::size_t step(const std::int64_t* actions, float* rewards, bool* ended) {
    for (std::size_t i = 0; i < count(); ++i) {
      const std::int64_t action = actions[i];  // read once: another thread may write there
      if (action < 0 || action >= max_cells) return i;
      if (!states_[i].is_legal(static_cast<int>(action))) return i;
      chosen_[i] = static_cast<Action>(action);
    }
    for (std::size_t i = 0; i < count(); ++i) {
      G& state = states_[i];
      const int mover = state.to_move();
      state.play(chosen_[i]);
      const Outcome outcome = state.outcome();
      rewards[i] = static_cast<float>(returns(outcome, mover));
      ended[i] = outcome != Outcome::ongoing;
      if (ended[i]) {
        write_planes(state, final_observations_.get() + i * observation_size());
        state = start_;
      }
      show(i);
    }
    return count();
  }

  // A legal action for each game, all of them with the same probability.
  void random_actions(std::int64_t* actions) {
    for (std::size_t i = 0; i < count(); ++i) {
      const bool* mask = masks_.get() + i * cells_;
      int action = rng_.below(static_cast<int>(cells_));
      while (!mask[action]) action = rng_.below(static_cast<int>(cells_));
      actions[i] = action;
    }
  }

  void seed(std::uint64_t seed) { rng_ = Rng(seed); }

  // Starts all games anew.
  void reset() {
    for (std::size_t i = 0; i < count(); ++i) {
      states_[i] = start_;
      show(i);
    }
  }

  // Continues a game from another state of the same rules. Returns false, and changes nothing, if
  // that state is over or its moves are not legal here.
  bool set_state(std::size_t i, const G& other) {
    G state = start_;
    for (int ply = 0; ply < other.ply(); ++ply) {
      if (!state.is_legal(other.move_at(ply))) return false;
      state.play(other.move_at(ply));
    }
    if (state.outcome() != Outcome::ongoing) return false;
    states_[i] = state;
    show(i);
    return true;
  }

 private:
  std::size_t observation_size() const { return encoding_.plane_count() * cells_; }

  void write_planes(const G& state, float* out) const {
    encoding_.write(state, state.to_move(), out);
  }

  // Writes the row of a game into each array.
  void show(std::size_t i) {
    const G& state = states_[i];
    write_planes(state, observations_.get() + i * observation_size());
    write_mask(state.legal_cells(), static_cast<int>(cells_), masks_.get() + i * cells_);
    players_[i] = static_cast<std::int8_t>(state.to_move());
    move_numbers_[i] = state.ply();
  }

  const G start_;
  const Encoding<G>& encoding_;
  Rng rng_;
  std::size_t cells_;
  std::vector<G> states_;
  std::vector<Action> chosen_;                                  // the actions of a step, checked
  std::unique_ptr<float[]> observations_, final_observations_;  // games x planes x rows x columns
  std::unique_ptr<bool[]> masks_;                               // games x cells
  std::unique_ptr<std::int8_t[]> players_;
  std::unique_ptr<std::int32_t[]> move_numbers_;
};

}  // namespace inarow::INAROW_ISA
