"""Write vcf.jsonl anew: positions that are won by fours, found and proven by the slow reference.

``python -m tests.golden.make_vcf > tests/golden/vcf.jsonl``; takes a few minutes. Positions come
from the greedy player with a share of random moves near the stones, and are kept when the shortest
win needs at least three fours. Cells are named as in the games: row * columns + column.
"""

from __future__ import annotations

import json
import random
import sys

import inarow
from tests.reference.threats import reference_board
from tests.reference.vcf import shortest

# Not five in a row: of that there are problems in the package (inarow.analysis.problems).
SPECS = [
    ("7x7x4", 6),
    ("8x9x4:rule=standard", 6),
    ("11x12x6", 3),
]
SHARE_OF_RANDOM_MOVES = 0.5
FEWEST_FOURS, MOST_FOURS = 3, 6


def random_position(game: inarow.Game, randomness: random.Random) -> inarow.State:
    """A position that is not over, with stones close together."""
    greedy = inarow.load_player("greedy", game, seed=randomness.randrange(2**32))
    state = game.new_initial_state()
    third = game.num_distinct_actions() // 3
    for _ in range(randomness.randrange(min(4 * game.in_a_row, third), third + 8)):
        action = greedy.act(state).action
        if state.history() and randomness.random() < SHARE_OF_RANDOM_MOVES:
            row, column = divmod(randomness.choice(state.history()), game.columns)
            row, column = row + randomness.randint(-2, 2), column + randomness.randint(-2, 2)
            near = row * game.columns + column
            if (
                0 <= row < game.rows
                and 0 <= column < game.columns
                and near in state.legal_actions()
            ):
                action = near
        state.apply_action(action)
        if state.is_terminal():
            state.undo_action()
            break
    return state


def main() -> None:
    """Print one problem a line."""
    randomness = random.Random(2024)
    for spec, wanted in SPECS:
        game = inarow.load_game(spec)
        found = tried = 0
        while found < wanted:
            state = random_position(game, randomness)
            tried += 1
            line = shortest(reference_board(state), state.current_player(), MOST_FOURS)
            if line is None or len(line) < 2 * FEWEST_FOURS + 1:
                continue
            found += 1
            problem = {
                "game": spec,
                "moves": state.history(),
                "winner": state.current_player(),
                "solution": [row * game.columns + column for row, column in line],
            }
            sys.stdout.write(json.dumps(problem) + "\n")
        sys.stderr.write(f"{spec}: {found} of {tried} positions\n")


if __name__ == "__main__":
    main()
