"""The full-width family and the solver against plain minimax, on thousands of small positions."""

import random

import pytest

import inarow
from inarow.solving import solve
from tests.games import late_positions, left_to_play

VALUES = {"win": 1, "draw": 0, "loss": -1}
BOARDS = [
    "3x3x3",
    "4x3x3",
    "3x4x3:rule=standard",
    "4x4x4",
    "4x4x3",
    "5x5x4",
    "5x5x3:rule=standard",
    "5x4x4:rule=standard",
    "6x6x5",
    "7x2x3",
    "10x1x3:rule=standard",
    "12x1x2",
    "3x3x4",
    "2x2x1",
    "8x8x5",
    "ultimate",
    "ultimate:tiebreak=boards",
]


def exact(state):
    """Value and plies to the end by the slowest and plainest player."""
    decision = inarow.load_player("minimax:depth=400", state.game, seed=0).act(
        state, inarow.Limits(time=60)
    )
    return VALUES[decision.stats["proven"]]


@pytest.mark.parametrize("spec", BOARDS)
def test_everyone_agrees_with_minimax(spec):
    names = [
        "alphabeta:depth=400",
        "alphabeta:depth=400,order=false",
        "cached:depth=400",
        "deepening",
    ]
    game = inarow.load_game(spec)
    players = [inarow.load_player(name, game, seed=0) for name in names]
    for state in late_positions(spec, 150, most_cells=8):
        value = exact(state)
        for name, player in zip(names, players, strict=True):
            decision = player.act(state, inarow.Limits(time=60))
            assert decision.stats["proven"] is not None, name
            assert VALUES[decision.stats["proven"]] == value, (name, state.history())
            assert decision.value == value
            child = state.child(decision.action)
            reached = (
                -exact(child)
                if not child.is_terminal()
                else child.returns()[len(state.history()) % 2]
            )
            assert reached == value, (
                name,
                "plays a move that gives the value away",
                state.history(),
            )


def distance_by_brute_force(state, value):
    """Plies to the end if the winner hurries and the loser delays."""
    best = None
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal():
            child_value, plies = child.returns()[state.current_player()], 0
        else:
            child_value = -exact(child)
            plies = distance_by_brute_force(child, -value) if child_value == value else 0
        if child_value == value and (best is None or (plies < best if value > 0 else plies > best)):
            best = plies
    return best + 1


@pytest.mark.parametrize("spec", BOARDS)
def test_solver(spec):
    for state in late_positions(spec, 40, most_cells=7):
        value = exact(state)
        solution = solve(state)
        assert VALUES[solution.value] == value, state.history()
        keeping = []
        for action in state.legal_actions():
            child = state.child(action)
            result = (
                child.returns()[state.current_player()] if child.is_terminal() else -exact(child)
            )
            if result == value:
                keeping.append(action)
        assert set(solution.best) <= set(keeping)
        if value == 0:
            assert list(solution.best) == keeping
            assert solution.distance is None
        elif left_to_play(state) <= 6:
            assert solution.distance == distance_by_brute_force(state, value), state.history()
            assert solution.best


# (game, value for the first player): Uiterwijk's and others' results, as in docs/games.md.
KNOWN = [
    ("3x3x3", "draw"),
    ("4x3x3", "win"),
    ("4x4x3", "win"),
    ("4x4x4", "draw"),
    ("5x5x4", "draw"),
    ("6x5x4", "win"),
    ("5x6x4", "win"),
    ("6x6x4", "win"),
    ("5x4x4", "draw"),
    ("6x4x4", "draw"),
    ("7x4x4", "draw"),
]


@pytest.mark.parametrize(("spec", "value"), KNOWN)
def test_known_values(spec, value):
    assert solve(inarow.load_game(spec).new_initial_state()).value == value


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "value"), [("6x6x5", "draw"), ("8x4x4", "draw")])
def test_known_values_of_larger_boards(spec, value):
    assert solve(inarow.load_game(spec).new_initial_state()).value == value


@pytest.mark.parametrize(
    ("spec", "most"), [("3x3x3", 120), ("4x4x3", 40), ("4x4x4", 25_000), ("5x5x3", 40)]
)
def test_states_visited_for_the_first_move(spec, most):
    """The NxN paper's alpha-beta visited 1675, 25589, 898150 and 696412."""
    game = inarow.load_game(spec)
    decision = inarow.load_player("cached:depth=400", game, seed=0).act(game.new_initial_state())
    assert decision.stats["proven"]
    assert decision.stats["nodes"] <= most


def test_minimax_visits_every_state_once_or_every_history():
    game = inarow.load_game("tictactoe")
    start = game.new_initial_state()
    for spec, nodes in (("minimax:table=false", 549_946), ("minimax", 5_478)):
        decision = inarow.load_player(spec, game, seed=0).act(start, inarow.Limits(time=60))
        assert decision.stats["nodes"] == nodes
        assert decision.stats["proven"] == "draw"


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "cached", "deepening"])
def test_never_loses_to_perfect_play(name):
    """Against every perfect move there is, and a random one where it makes no difference."""
    game = inarow.load_game("tictactoe")
    player = inarow.load_player(name, game, seed=0)
    randomness = random.Random(1)
    for number in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                state.apply_action(player.act(state).action)
            else:
                state.apply_action(randomness.choice(solve(state, mb=1).best))
        assert state.winner() is None


def test_solve_gives_up_in_time():
    assert solve(inarow.load_game("gomoku").new_initial_state(), time=0.2) is None
    assert solve(inarow.load_game("ultimate").new_initial_state(), nodes=1000) is None
    with pytest.raises(inarow.GameOver):
        solve(inarow.load_game("tictactoe").state_from("a1 a2 b1 b2 c1"))
