#include "search/five/df_pn.h"

#include <algorithm>

#include "games/zobrist.h"

namespace inarow::INAROW_ISA {

bool DfPn::prove(FiveBoard& board, Threats kind, std::int64_t nodes, Budget& budget, Proof& proof) {
  kind_ = kind;
  budget_ = &budget;
  nodes_left_ = nodes;
  salt_ = attack_key(board.to_move(), kind);
  visit(board, {infinite, infinite}, true);
  const Entry* found = find(board.key() ^ salt_);
  if (found == nullptr || found->numbers.proof > 0) return false;
  proof = {found->action, found->plies};
  return true;
}

const DfPn::Entry* DfPn::find(std::uint64_t key) const {
  const Entry* first = &table_[(key >> (64 - bucket_bits)) * bucket];
  for (const Entry* entry = first; entry < first + bucket; ++entry) {
    if (entry->key == key) return entry;
  }
  return nullptr;
}

void DfPn::store(const FiveBoard& board, const Entry& what) {
  const std::uint64_t key = board.key() ^ salt_;
  Entry* first = &table_[(key >> (64 - bucket_bits)) * bucket];
  Entry* place = first;
  for (Entry* entry = first; entry < first + bucket; ++entry) {
    if (entry->key == key) {
      place = entry;
      break;
    }
    if (entry->work < place->work) place = entry;
  }
  *place = what;
  place->key = key;
}

// Searches a position until one of its numbers reaches its limit, or nodes run out.
void DfPn::visit(FiveBoard& board, Numbers limits, bool attacking) {
  if (nodes_left_-- <= 0) return;
  budget_->visit();
  constexpr Numbers won = {0, infinite}, failed = {infinite, 0};
  ThreatActions actions;
  const Attack status =
      attacking ? list_attacks(board, kind_, actions) : list_replies(board, actions);
  const int me = board.to_move(), you = 1 - me;
  if (status == Attack::failed) {
    store(board, {0, failed, 1, 0, 0});
  } else if (status == Attack::won) {
    const int plies = attacking ? plies_to_win(board) : board.fives(you).empty() ? 4 : 2;
    store(board, {0, won, 1, actions[0], static_cast<std::uint16_t>(plies)});
  } else {
    const bool try_fours = attacking && kind_ == Threats::threes && board.fives(you).empty() &&
                           !board.fours(me).empty() && find(board.key() ^ salt_) == nullptr;
    if (try_fours) {
      const std::uint64_t before = budget_->nodes();
      const int most = static_cast<int>(std::min<std::int64_t>(four_nodes, nodes_left_));
      const int plies = fours_.solve(board, {most}, *budget_);
      const auto work = static_cast<std::uint32_t>(budget_->nodes() - before);
      nodes_left_ -= work;
      if (plies > 0) {
        store(board, {0, won, work + 1, fours_.line().front(), static_cast<std::uint16_t>(plies)});
        return;
      }
    }
    expand(board, limits, attacking, actions);
  }
}

// For the defender the two numbers are exchanged, so that one loop serves both sides: `least` is
// the number of the side to move, `sum` that of the other.
void DfPn::expand(FiveBoard& board, Numbers limits, bool attacking, const ThreatActions& actions) {
  const int me = board.to_move();
  const std::int64_t nodes_before = nodes_left_;
  const std::uint32_t least_limit = attacking ? limits.proof : limits.disproof;
  const std::uint32_t sum_limit = attacking ? limits.disproof : limits.proof;
  while (true) {
    std::uint32_t least = infinite, second = infinite, sum = 0, sum_of_best = 0;
    int best = 0, longest = 0;
    for (int i = 0; i < actions.size(); ++i) {
      const Entry* child = find(board.key() ^ stone_key[me][actions[i]] ^ salt_);
      Numbers numbers = {1, 1};
      if (child != nullptr) {
        numbers = child->numbers;
        if (numbers.proof == 0) longest = std::max<int>(longest, child->plies);
      } else if (attacking && board.force(me, actions[i]) < makes_four) {
        numbers = {3, 1};  // about the number of answers to a three
      }
      const std::uint32_t mine = attacking ? numbers.proof : numbers.disproof;
      const std::uint32_t theirs = attacking ? numbers.disproof : numbers.proof;
      sum = std::min(infinite, sum + theirs);
      if (mine < least) {
        second = least;
        least = mine;
        sum_of_best = theirs;
        best = i;
      } else {
        second = std::min(second, mine);
      }
    }
    if (least >= least_limit || sum >= sum_limit || nodes_left_ <= 0) {
      const Numbers numbers = attacking ? Numbers{least, sum} : Numbers{sum, least};
      const std::int64_t work = std::min<std::int64_t>(nodes_before - nodes_left_ + 1, infinite);
      int plies = 0;
      if (numbers.proof == 0) plies = longest + 1;
      store(board, {0, numbers, static_cast<std::uint32_t>(work), actions[best],
                    static_cast<std::uint16_t>(plies)});
      return;
    }
    // A little above the second best, so that the search does not alternate between the two.
    const std::uint32_t least_next = std::min(least_limit, second + 1 + second / 4);
    const std::uint32_t sum_next = std::min(infinite, sum_limit - (sum - sum_of_best));
    const ScopedMove made(board, actions[best]);
    visit(board, attacking ? Numbers{least_next, sum_next} : Numbers{sum_next, least_next},
          !attacking);
  }
}

}  // namespace inarow::INAROW_ISA
