"""Games for tests: strategies that make them, and their slow references."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import inarow
from tests.reference.mnk import Mnk
from tests.reference.ultimate import Ultimate

# One of every kind, small and large, for tests that run over all games.
SAMPLE_SPECS = [
    "tictactoe",
    "gomoku",
    "gomoku:size=20,rule=standard",
    "1x1x1",
    "1x1x2",
    "5x1x2",
    "1x20x3",
    "4x3x3",
    "3x4x9",
    "6x7x4:rule=standard",
    "20x13x5",
    "ultimate",
    "ultimate:tiebreak=boards",
]

sides = st.integers(1, 20)
small_sides = st.integers(1, 6)


@st.composite
def mnk_specs(draw: st.DrawFn, side: st.SearchStrategy[int] = sides) -> str:
    m, n = draw(side), draw(side)
    k = draw(st.integers(1, max(m, n) + 1))
    rule = draw(st.sampled_from(["freestyle", "standard"]))
    return f"{m}x{n}x{k}:rule={rule}"


ultimate_specs = st.sampled_from(["ultimate", "ultimate:tiebreak=boards"])
any_spec = st.one_of(mnk_specs(small_sides), mnk_specs(), ultimate_specs)


def reference(game: inarow.Game) -> Mnk | Ultimate:
    """The start position by the slow rules."""
    if game.name == "ultimate":
        return Ultimate.start(game.parameters["tiebreak"] == "boards")
    exact = game.parameters.get("rule") == "standard"
    return Mnk.start(game.rows, game.columns, game.in_a_row, exact)


@st.composite
def states(draw: st.DrawFn, specs: st.SearchStrategy[str] = any_spec) -> inarow.State:
    """A state after some random moves, finished or not."""
    state = inarow.load_game(draw(specs)).new_initial_state()
    randomness = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, state.game.max_game_length()))):
        if state.is_terminal():
            break
        state.apply_action(randomness.choice(state.legal_actions()))
    return state


def left_to_play(state: inarow.State) -> int:
    """The cells where a stone may still be placed."""
    if state.game.name != "ultimate":
        return len(state.legal_actions())
    boards = state.local_boards()
    cells = (a for a, stone in enumerate(state.board().ravel()) if stone == 0)
    return sum(boards[a // 27 * 3 + a % 9 // 3] == "." for a in cells)


def late_positions(spec: str, count: int, most_cells: int) -> list[inarow.State]:
    """Unfinished positions of random games with few cells left to play."""
    game = inarow.load_game(spec)
    randomness = random.Random(spec)
    found = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if left_to_play(state) <= randomness.randint(1, most_cells):
                found.append(state.clone())
            state.apply_action(randomness.choice(state.legal_actions()))
    return found[:count]


def snapshot(state: inarow.State) -> tuple[object, ...]:
    """Everything that can be seen of a state."""
    return (
        state.board().tobytes(),
        state.key(),
        state.history(),
        state.legal_actions(),
        state.legal_actions_mask().tobytes(),
        state.current_player(),
        state.is_terminal(),
        state.returns(),
        state.winning_line(),
        state.observation_tensor().tobytes(),
        str(state),
    )
