#include "search/duel.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "games/rng.h"

namespace inarow::INAROW_ISA {

DuelEnd Duel::play(const DuelGame& game, const std::atomic<bool>& stop) {
  std::unique_ptr<AnySearch> searches[2];
  for (int i = 0; i < 2; ++i) searches[i] = duellists_[i].model->fresh_copy(game.seeds[i]);
  DuelEnd end;
  AnyState any = start_;
  std::visit(
      [&]<class G>(G& state) {
        const auto play = [&](int action) {
          if (!state.is_legal(action)) throw std::invalid_argument("an illegal move");
          state.play(static_cast<Action>(action));
          end.fingerprint = mix64(end.fingerprint + static_cast<std::uint64_t>(action) + 1);
        };
        for (const Action action : game.opening) play(action);
        while (state.outcome() == Outcome::ongoing) {
          const int turn = state.to_move() ^ game.first;
          Budget budget(duellists_[turn].limits, stop, {});
          const Decision decision = searches[turn]->decide(any, budget);
          if (stop) return;
          const double seconds = budget.seconds();
          ThinkingTime& time = times_[turn];
          ++time.plies;
          time.seconds += seconds;
          time.worst = std::max(time.worst, seconds);
          if (seconds > duellists_[turn].limits.seconds + margin_) {
            end.timeout = true;
            end.outcome = win_for(1 - state.to_move());
            return;
          }
          play(decision.action);
        }
        end.outcome = state.outcome();
        end.full = state.winning_cells().size() == 0;
      },
      any);
  return end;
}

}  // namespace inarow::INAROW_ISA
