#include "search/five/threat_actions.h"

#include <algorithm>

namespace inarow::INAROW_ISA {

namespace {

// A few actions, sorted by score.
class Ranked {
 public:
  void push(int score, Action action) { actions_[size_++] = {score, action}; }
  void write(ThreatActions& list) {
    std::sort(actions_.begin(), actions_.begin() + size_, [](const auto& a, const auto& b) {
      return a.score != b.score ? a.score > b.score : a.action < b.action;
    });
    for (int i = 0; i < size_; ++i) list.push(actions_[i].action);
  }

 private:
  struct Entry {
    int score;
    Action action;
  };
  int size_ = 0;
  std::array<Entry, max_cells> actions_;
};

constexpr int by_force = 1 << 16;  // force comes first, then the ordering score

}  // namespace

void meet_open_fours(const FiveBoard& board, int attacker, Answers& answers) {
  bool first = true;
  board.open_fours(attacker).for_each([&](Action cell) {
    if (!first && answers.size() == 0) return;
    ActionList<2 * directions * 5> fives;
    board.fives_after(attacker, cell, fives);
    const auto meets = [&](Action action) {
      return action == cell ||
             (fives.size() <= 2 && std::find(fives.begin(), fives.end(), action) != fives.end());
    };
    if (first) {
      answers.clear();
      answers.push(cell);
      if (fives.size() <= 2) {
        for (const Action five : fives) answers.push(five);
      }
      first = false;
      return;
    }
    Answers both;
    for (const Action action : answers) {
      if (meets(action)) both.push(action);
    }
    answers = both;
  });
}

Attack list_attacks(const FiveBoard& board, Threats kind, ThreatActions& actions) {
  const int me = board.to_move(), you = 1 - me;
  actions.clear();
  if (!board.fives(me).empty()) {
    actions.push(board.fives(me).front());
    return Attack::won;
  }
  if (board.fives(you).size() > 1) return Attack::failed;
  if (!board.fives(you).empty()) {
    // A four of the defender must be answered; the attack continues if the answer makes a threat.
    const Action must = board.fives(you).front();
    const Force force = board.force(me, must);
    const bool threatens = kind == Threats::fours
                               ? force >= makes_four
                               : force >= makes_open_three || !board.open_fours(me).empty();
    if (!threatens) return Attack::failed;
    actions.push(must);
    return force >= makes_open_four ? Attack::won : Attack::open;
  }
  if (!board.open_fours(me).empty()) {
    actions.push(board.open_fours(me).front());
    return Attack::won;
  }
  Ranked ranked;
  board.fours(me).for_each([&](Action action) {
    ranked.push(board.force(me, action) * by_force + board.score(action), action);
  });
  if (kind == Threats::threes) {
    const auto add = [&](Action action) {
      const Force force = board.force(me, action);
      if (force < makes_open_three || force >= makes_four) return;
      ranked.push(force * by_force + board.score(action), action);
    };
    if (!board.open_fours(you).empty()) {
      // The defender threatens an open four: a three is too slow unless it meets that threat.
      Answers answers;
      meet_open_fours(board, you, answers);
      for (const Action action : answers) add(action);
    } else if (board.count(me, makes_open_three) + board.count(me, makes_three_plus) +
                   board.count(me, makes_double_three) >
               0) {
      for (int cell = 0; cell < board.plan().cells; ++cell) {
        if (board.is_empty(cell)) add(static_cast<Action>(cell));
      }
    }
  }
  ranked.write(actions);
  return actions.size() == 0 ? Attack::failed : Attack::open;
}

Attack list_replies(const FiveBoard& board, ThreatActions& actions) {
  const int me = board.to_move(), you = 1 - me;
  actions.clear();
  if (!board.fives(me).empty() || board.is_full()) return Attack::failed;
  if (!board.fives(you).empty()) {
    actions.push(board.fives(you).front());
    return board.fives(you).size() > 1 ? Attack::won : Attack::open;
  }
  if (board.open_fours(you).empty()) return Attack::failed;
  Ranked ranked;
  board.fours(me).for_each([&](Action action) {
    ranked.push(board.force(me, action) * by_force + board.score(action), action);
  });
  Answers answers;
  meet_open_fours(board, you, answers);
  for (const Action action : answers) {
    if (!board.fours(me).has(action)) ranked.push(board.score(action), action);
  }
  ranked.write(actions);
  if (actions.size() > 0) return Attack::open;
  actions.push(board.open_fours(you).front());
  return Attack::won;
}

}  // namespace inarow::INAROW_ISA
