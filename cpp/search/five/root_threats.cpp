#include "search/five/root_threats.h"

namespace inarow::INAROW_ISA {

namespace {

// What may be spent, as a share of what is left and in nodes.
constexpr double attack_share = 0.12, defence_share = 0.05;
constexpr std::uint64_t attack_nodes = 200'000, defence_nodes = 40'000;
constexpr int four_nodes = 100'000;  // of the search for fours alone
constexpr int left_nodes = 500;      // to see whether a defence leaves another victory by fours
constexpr int line_nodes = 20'000;   // to prove again what is shown

}  // namespace

std::vector<Move> RootThreats::attack(Field& field, Budget& budget) {
  Budget part = budget.part(attack_share, attack_nodes);
  bool by_fours = false, by_threes = false;
  try {
    by_fours = fours_.solve(field, four_nodes, part) > 0;
    Proof proof;
    by_threes = !by_fours && victories_.prove(field, Threats::threes, attack_nodes, part, proof);
  } catch (const OutOfBudget&) {
    // Nothing in time.
  }
  budget.add(part);
  if (by_fours) return fours_.line();
  if (!by_threes) return {};
  return victories_.line(field, Threats::threes, line_nodes, budget);
}

std::vector<Move> RootThreats::defences(Field& field, Budget& budget) {
  Budget part = budget.part(defence_share, defence_nodes);
  std::vector<Move> kept;
  const int me = field.to_move();
  // A four must be answered anyway.
  if (!field.fives(0).empty() || !field.fives(1).empty()) return kept;
  bool found = false;
  field.pass();
  try {
    found = fours_.solve(field, static_cast<int>(defence_nodes), part) > 0;
  } catch (const OutOfBudget&) {
  }
  field.pass();
  if (found) {
    const std::vector<Move> line = fours_.line();
    bool in_time = true;
    for (int cell = 0; cell < field.plan().cells; ++cell) {
      if (!field.is_empty(cell)) continue;
      const Move move = static_cast<Move>(cell);
      if (!field.fours(me).has(cell)) {
        const ScopedMove made(field, move);
        if (still_wins(field, line)) continue;
        try {
          if (in_time && fours_.solve(field, left_nodes, part) > 0) continue;
        } catch (const OutOfBudget&) {
          in_time = false;
        }
      }
      kept.push_back(move);
    }
  }
  budget.add(part);
  return kept;
}

// Whether a line of fours, found before the last move, wins all the same.
bool RootThreats::still_wins(Field& field, const std::vector<Move>& line) const {
  const int attacker = field.to_move();
  std::size_t played = 0;
  bool wins = false;
  for (; played < line.size(); ++played) {
    const Move move = line[played];
    if (!field.is_empty(move)) break;
    if (field.to_move() == attacker) {
      if (field.fives(attacker).has(move)) {
        wins = true;
        break;
      }
      // A four of the defender must be met with the four that comes next.
      const CellSet& theirs = field.fives(1 - attacker);
      if (!field.fours(attacker).has(move)) break;
      if (theirs.size() > 1 || (theirs.size() == 1 && !theirs.has(move))) break;
    } else if (!field.fives(attacker).has(move)) {
      break;
    }
    field.play(move);
  }
  for (; played > 0; --played) field.undo();
  return wins;
}

}  // namespace inarow::INAROW_ISA
