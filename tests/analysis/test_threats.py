"""Victories by threats: lines replay, claims are true, methods agree, nothing short is missed."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inarow
from inarow.analysis.threats import (
    KINDS,
    METHODS,
    THREATS,
    find_victory,
    list_threats,
    list_victories,
)
from tests.reference.threats import AttackCheck, reference_board, slow_threats, slow_victory

SPECS = ["gomoku", "gomoku:size=9,rule=standard", "8x10x5", "9x9x5:rule=standard"]
SMALL = ["8x8x5", "8x9x5:rule=standard", "9x9x5:rule=standard"]


def crowded(game: inarow.Game, seed: int, plies: int) -> inarow.State:
    """Stones near the middle, so that there are threats; nobody has won."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.move_number() < plies:
        row = game.rows // 2 + rng.randint(-3, 3)
        column = game.columns // 2 + rng.randint(-3, 3)
        action = row * game.columns + column
        if not state.is_legal(action):
            continue
        state.apply_action(action)
        if state.is_terminal():
            state.undo_action()
            break
    return state


def replays(state: inarow.State, line: tuple[int, ...], winner: int) -> bool:
    after = state.clone()
    for action in line:
        assert not after.is_terminal()
        after.apply_action(action)
    return after.is_terminal() and after.winner() == winner


def is_true(state: inarow.State, kind: str, method: str, nodes: int = 200_000) -> bool:
    """Whether the attack wins against every move, by the slow check."""

    def oracle(position: inarow.State) -> int | None:
        found = find_victory(position, kind, method=method, nodes=nodes)
        return found.line[0] if found else None

    return AttackCheck(state, oracle).wins()


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SPECS),
    st.integers(0, 2**31),
    st.integers(6, 22),
    st.sampled_from(KINDS),
    st.sampled_from(METHODS),
)
def test_lines_replay_and_end_in_a_five(
    spec: str, seed: int, plies: int, kind: str, method: str
) -> None:
    state = crowded(inarow.load_game(spec), seed, plies)
    before = state.clone()
    found = find_victory(state, kind, method=method, nodes=3000)
    assert state == before
    if found is None:
        return
    assert found.kind == kind
    assert found.player == state.current_player()
    assert found.plies == len(found.line)
    assert found.plies % 2 == 1
    assert replays(state, found.line, found.player)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 2**31), st.integers(6, 16))
def test_methods_and_kinds_agree(spec: str, seed: int, plies: int) -> None:
    state = crowded(inarow.load_game(spec), seed, plies)
    fours = [find_victory(state, "vcf", method=method, nodes=30_000) for method in METHODS]
    assert (fours[0] is None) == (fours[1] is None)
    if fours[0] is not None:
        # Depth first, it is the shortest; and fours are threats.
        assert fours[0].plies <= fours[1].plies
        assert all(find_victory(state, "vct", method=method) for method in METHODS)
        assert is_true(state, "vcf", METHODS[seed % 2])


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 2**31), st.integers(6, 20), st.sampled_from(METHODS))
def test_no_victory_is_claimed_that_is_none(spec: str, seed: int, plies: int, method: str) -> None:
    """Against every move of the defender, its fours included."""
    state = crowded(inarow.load_game(spec), seed, plies)
    found = find_victory(state, "vct", method=method, nodes=2000)
    if found is not None and found.plies <= 9:
        assert is_true(state, "vct", method, nodes=20_000)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 2**31), st.integers(7, 10))
def test_no_short_victory_is_missed(spec: str, seed: int, plies: int) -> None:
    """What a slow search finds with one threat before the open four, every method finds."""
    state = crowded(inarow.load_game(spec), seed, plies)
    expected = slow_victory(reference_board(state), state.current_player(), 1)
    for method in METHODS:
        found = find_victory(state, "vct", method=method, nodes=20_000)
        if expected:
            assert found is not None
        elif found is not None:
            assert found.plies > 5


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 2**31), st.integers(3, 9))
def test_what_the_other_one_threatens_it_has_when_colours_are_changed(
    spec: str, seed: int, pairs: int
) -> None:
    state = crowded(inarow.load_game(spec), seed, 2 * pairs)
    stones = state.history()
    assume(len(stones) % 2 == 0)
    changed = [stones[i ^ 1] for i in range(len(stones))]
    threat = find_victory(state, "vcf", player=1, nodes=30_000)
    own = find_victory(state.game.state_from(changed), "vcf", nodes=30_000)
    assert (threat is None) == (own is None)
    if threat is not None:
        assert threat.plies == own.plies


def test_an_open_three_is_a_threat() -> None:
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 a1 i8 c1 j8")
    own, threat = (find_victory(state, "vcf", player=player) for player in (1, 0))
    assert own is None
    assert threat is not None
    assert threat.text(game).startswith("VCF in 3: ")
    assert [v.player for v in list_victories(state)] == [0]


def test_the_defenders_four_comes_first() -> None:
    """Two open threes at once win, but not if the defender makes an open four meanwhile."""
    game = inarow.load_game("10x10x5")
    win = game.state_from("c5 a1 d5 c1 f6 h1 f7 j1")
    found = find_victory(win)
    assert found is not None
    assert found.plies == 5
    assert find_victory(win, "vcf") is None
    counter = game.state_from("c5 d2 d5 e2 f6 f2 f7 a10")
    assert find_victory(counter) is None


def test_games_without_such_threats() -> None:
    for spec in ("tictactoe", "ultimate", "8x8x6"):
        state = inarow.load_game(spec).new_initial_state()
        assert not state.game.has_threats
        assert list_victories(state) == []
        with pytest.raises(inarow.BadSpec, match="five in a row"):
            find_victory(state)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "vcx"}, "vcf and vct"),
        ({"method": "magic"}, "depth-first and proof-numbers"),
        ({"player": 2}, "0 or 1"),
        ({"nodes": -1}, "nodes must be"),
        ({"time": -1.0}, "seconds"),
        ({"time": float("nan")}, "seconds"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    state = inarow.load_game("gomoku").new_initial_state()
    with pytest.raises(inarow.BadSpec, match=message):
        find_victory(state, **arguments)


def test_a_game_that_is_over_has_none() -> None:
    state = inarow.load_game("gomoku").state_from("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    with pytest.raises(inarow.GameOver):
        find_victory(state)


def test_time_is_kept() -> None:
    state = crowded(inarow.load_game("gomoku:size=20"), 5, 24)
    found = find_victory(state, nodes=2**62, time=0.05)
    assert found is None or found.seconds < 5


BOARDS = [
    "gomoku",
    "gomoku:size=20",
    "gomoku:rule=standard",
    "5x5x5",
    "6x5x5:rule=standard",
    "7x3x5",
    "20x4x5:rule=standard",
    "20x20x5:rule=standard",
]


@st.composite
def marked_states(draw: st.DrawFn) -> inarow.State:
    """Stones in a corner of the board, near each other; nobody has won."""
    game = inarow.load_game(draw(st.sampled_from(BOARDS)))
    rows, columns = min(7, game.rows), min(9, game.columns)
    up = draw(st.sampled_from([0, game.rows - rows]))
    right = draw(st.sampled_from([0, game.columns - columns]))
    cells = [(up + r) * game.columns + right + c for r in range(rows) for c in range(columns)]
    state = game.new_initial_state()
    for action in draw(st.permutations(cells))[: draw(st.integers(0, 40))]:
        state.apply_action(action)
        if state.is_terminal():
            state.undo_action()
            break
    return state


@settings(max_examples=80)
@given(marked_states())
def test_threats_are_those_of_a_slow_look(state: inarow.State) -> None:
    before = state.clone()
    threats = list_threats(state)
    assert state == before
    columns = state.game.columns
    found = {
        (threat.player, divmod(threat.cell, columns)): (
            threat.kind,
            {divmod(stone, columns) for stone in threat.stones},
        )
        for threat in threats
    }
    assert len(found) == len(threats)
    assert found == slow_threats(reference_board(state))
    order = [(THREATS.index(threat.kind), threat.player, threat.cell) for threat in threats]
    assert order == sorted(order)
    assert all(threat.stones == tuple(sorted(threat.stones)) for threat in threats)


def kinds(moves: str, player: int, spec: str = "gomoku") -> dict[str, str]:
    game = inarow.load_game(spec)
    return {
        game.action_to_string(threat.cell): threat.kind
        for threat in list_threats(game.state_from(moves))
        if threat.player == player and threat.kind != "three"
    }


def test_a_row_of_three_and_what_stands_in_its_way() -> None:
    free = kinds("h8 a1 i8 c1 j8 e1", 0)
    assert free == {"g8": "open four", "k8": "open four", "f8": "four", "l8": "four"}
    blocked = kinds("h8 g8 i8 c1 j8 e1", 0)
    assert blocked == {"k8": "four", "l8": "four"}
    five = kinds("h8 g8 i8 c1 j8 e1 k8", 0)
    assert five == {"l8": "five", "m8": "four"}
    assert kinds("a1 g8 b1 c1", 0, "7x10x5") == {}
    # Six in a row is none by the standard rule: only the gap that makes five counts.
    assert kinds("c8 a1 d8 c1 e8 e1 g8 g1 h8 i1", 0)["f8"] == "five"
    assert "f8" not in kinds("c8 a1 d8 c1 e8 e1 g8 g1 h8 i1", 0, "gomoku:rule=standard")


def test_no_threats_where_there_are_none() -> None:
    assert list_threats(inarow.load_game("tictactoe").state_from("a1 b2")) == []
    assert list_threats(inarow.load_game("ultimate").new_initial_state()) == []
    assert list_threats(inarow.load_game("gomoku").new_initial_state()) == []
    over = inarow.load_game("gomoku").state_from("h8 a1 i8 a3 j8 a5 k8 a7 l8")
    assert over.is_terminal()
    assert list_threats(over) == []


def test_a_threat_as_json() -> None:
    game = inarow.load_game("gomoku")
    first = list_threats(game.state_from("h8 a1 i8 c1 j8 e1 k8"))[0]
    assert first.as_dict(game) == {
        "kind": "five",
        "player": 0,
        "cell": "g8",
        "stones": ["h8", "i8", "j8", "k8"],
    }
