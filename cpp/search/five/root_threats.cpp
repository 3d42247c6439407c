#include "search/five/root_threats.h"

namespace inarow::INAROW_ISA {

namespace {

// The budget of each step, as a share of what is left and in nodes.
constexpr double attack_share = 0.12, defence_share = 0.05;
constexpr std::uint64_t attack_nodes = 200'000, defence_nodes = 40'000;
constexpr int four_nodes = 100'000;  // of the search for fours only
constexpr int left_nodes = 500;      // to check whether a defence leaves another victory by fours
constexpr int line_nodes = 20'000;   // to prove the moves of the line again

}  // namespace

std::vector<Action> RootThreats::attack(FiveBoard& board, Budget& budget) {
  Budget part = budget.part(attack_share, attack_nodes);
  bool by_fours = false, by_threes = false;
  try {
    by_fours = fours_.solve(board, {four_nodes}, part) > 0;
    Proof proof;
    by_threes = !by_fours && victories_.prove(board, Threats::threes, attack_nodes, part, proof);
  } catch (const OutOfBudget&) {
    // Nothing was found within the limits.
  }
  budget.add(part);
  if (by_fours) return fours_.line();
  if (!by_threes) return {};
  return victories_.line(board, Threats::threes, line_nodes, budget);
}

std::vector<Action> RootThreats::defences(FiveBoard& board, Budget& budget) {
  Budget part = budget.part(defence_share, defence_nodes);
  std::vector<Action> kept;
  const int me = board.to_move();
  // A four must be answered in any case.
  if (!board.fives(0).empty() || !board.fives(1).empty()) return kept;
  bool found = false;
  board.pass();
  try {
    found = fours_.solve(board, {static_cast<int>(defence_nodes)}, part) > 0;
  } catch (const OutOfBudget&) {
  }
  board.pass();
  if (found) {
    const std::vector<Action> line = fours_.line();
    bool in_time = true;
    for (int cell = 0; cell < board.plan().cells; ++cell) {
      if (!board.is_empty(cell)) continue;
      const Action action = static_cast<Action>(cell);
      if (!board.fours(me).has(cell)) {
        const ScopedMove made(board, action);
        if (still_wins(board, line)) continue;
        try {
          if (in_time && fours_.solve(board, {left_nodes}, part) > 0) continue;
        } catch (const OutOfBudget&) {
          in_time = false;
        }
      }
      kept.push_back(action);
    }
  }
  budget.add(part);
  return kept;
}

// Whether a line of fours that was found before the last move still wins.
bool RootThreats::still_wins(FiveBoard& board, const std::vector<Action>& line) const {
  const int attacker = board.to_move();
  std::size_t played = 0;
  bool wins = false;
  for (; played < line.size(); ++played) {
    const Action action = line[played];
    if (!board.is_empty(action)) break;
    if (board.to_move() == attacker) {
      if (board.fives(attacker).has(action)) {
        wins = true;
        break;
      }
      // A four of the defender must be answered by the next four of the line.
      const CellSet& theirs = board.fives(1 - attacker);
      if (!board.fours(attacker).has(action)) break;
      if (theirs.size() > 1 || (theirs.size() == 1 && !theirs.has(action))) break;
    } else if (!board.fives(attacker).has(action)) {
      break;
    }
    board.play(action);
  }
  for (; played > 0; --played) board.undo();
  return wins;
}

}  // namespace inarow::INAROW_ISA
