"""Anybody's class as a player: what it gets, and what becomes of its failures."""

import json
import math
import sys
from dataclasses import asdict
from typing import ClassVar, Optional

import numpy as np
import pytest

import inarow
from inarow.arena import play_match, play_tournament
from inarow.errors import BadSpec, PlayerFailed
from inarow.player import Candidate, Decision, Limits, Line, Player
from inarow.players.python_class import class_type

GAME = inarow.load_game("tictactoe")
HERE = "python:class=tests.players.test_python_class"


class First:
    """The least that a player must have."""

    def act(self, state, limits=None):
        return Decision(state.legal_actions()[0])


class Everything(Player):
    made = None

    def __init__(
        self,
        game: inarow.Game,
        n: int,
        *,
        seed: int = 0,
        share: float = 1,
        loud: bool = False,
        depth: int | None = None,
        width: Optional[int] = None,  # noqa: UP045 (of older code)
        untyped=2.5,
        path: "NotImported" = None,  # noqa: F821
        words: str = "",
    ):
        Everything.made = locals()
        self.closed = self.stopped = False

    def act(self, state, limits=None):
        state.apply_action(state.legal_actions()[0])
        return Decision(4)

    def analyse(self, state, limits=None, **options):
        return Decision(3, value=1 / options["lines"])


class Answers:
    def __init__(self, what):
        self.what = what

    def act(self, state, limits=None):
        return Decision(int(self.what)) if self.what.isdigit() else self.what


class Closes(First):
    closed = 0

    def close(self):
        Closes.closed += 1


class NoPlayer:
    pass


def test_the_least_class_plays():
    player = inarow.load_player(f"{HERE}.First", GAME, seed=1)
    with player:
        assert player.act(GAME.state_from("a1")).action == 1
        assert player.analyse(GAME.state_from("a1"), lines=3).action == 1
        player.stop()


def test_a_constructor_gets_the_game_the_seed_and_keys_in_their_types():
    inarow.load_player(f'{HERE}.Everything,n=3,words="a,b",loud=true', GAME, seed=7)
    made = Everything.made
    assert (made["game"], made["seed"]) == (GAME, 7)
    assert (made["n"], made["words"], made["loud"]) == (3, "a,b", True)
    # Its own defaults, to the type.
    assert made["depth"] is made["width"] is made["path"] is None
    assert type(made["share"]) is int
    inarow.load_player(f"{HERE}.Everything,n=3,share=2,depth=4,width=5,untyped=1,path=x", GAME)
    made = Everything.made
    assert type(made["share"]) is float
    assert (made["depth"], made["width"], made["untyped"]) == (4, 5, 1.0)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("Everything", "Everything needs n: a whole number."),
        ("Everything,n=1,seed=3", "has no parameter 'seed': it takes n, share, loud, depth, width"),
        ("Everything,n=1.5", "n must be a whole number"),
        ("Everything,n=1,loud=yes", "loud must be true or false"),
        ("NoPlayer", "NoPlayer is not a player: it has no method act"),
    ],
)
def test_wrong_keys_are_explained(spec, says):
    with pytest.raises(BadSpec, match=says):
        inarow.load_player(f"{HERE}.{spec}", GAME)


def test_a_player_cannot_change_the_state():
    state = GAME.new_initial_state()
    player = inarow.load_player(f"{HERE}.Everything,n=1", GAME)
    assert player.act(state, Limits(time=1)).action == 4
    assert state.history() == []
    assert player.analyse(state, lines=2).value == 0.5


@pytest.mark.parametrize(
    ("what", "says"), [("99", "99, which is not a legal action"), ("b2", "'b2', which is not a De")]
)
def test_wrong_answers_are_failures(what, says):
    player = inarow.load_player(f"{HERE}.Answers,what={what}", GAME)
    with pytest.raises(PlayerFailed, match=says) as failed:
        player.act(GAME.new_initial_state())
    assert failed.value.end == "illegal"


def test_matches_and_tournaments_make_and_close_players(tmp_path):
    spec, before = f"{HERE}.Closes", Closes.closed
    assert play_match(spec, "random", games=10, concurrency=2, seed=1).games == 10
    assert Closes.closed - before >= 10
    cup = play_tournament([spec, "random", f"{HERE}.First"], tmp_path, games=4, concurrency=2)
    assert cup.games == 12


def test_what_python_cannot_inspect_is_refused():
    with pytest.raises(BadSpec, match="does not know its parameters"):
        class_type("odd", type("Odd", (), {"__signature__": 3}))


class Exits:
    def __init__(self, when: str):
        self.when = when
        if when == "made":
            sys.exit()

    def act(self, state, limits=None):
        sys.exit(0)


def test_sys_exit_does_not_end_the_program():
    with pytest.raises(BadSpec, match="Exits cannot be made: SystemExit"):
        inarow.load_player(f"{HERE}.Exits,when=made", GAME)
    result = play_match(f"{HERE}.Exits,when=asked", "random", games=4, seed=1)
    assert result.faults[0] == {"crash": 4}


class FailsAround(Player):
    """Fails in all but ``act``."""

    @property
    def version(self):
        raise RuntimeError("no version")

    @property
    def note(self):
        raise RuntimeError("no note")

    def act(self, state, limits=None):
        return Decision(state.legal_actions()[0])

    def stop(self):
        raise RuntimeError("no stop")

    def close(self):
        raise RuntimeError("no close")


class Numbered(FailsAround):
    version = 3
    note = "Two\nlines."

    def close(self):
        pass


class Flags(First):
    """Its names mean something else."""

    stop = False
    close = 3


def test_failures_around_a_game_do_not_end_the_match(tmp_path):
    with pytest.warns(RuntimeWarning, match="FailsAround could not be closed: RuntimeError: no cl"):
        assert play_match(f"{HERE}.FailsAround", f"{HERE}.Flags", games=2, seed=1).games == 2
    path = tmp_path / "games.jsonl"
    assert play_match(f"{HERE}.Numbered", "random", games=2, seed=1, out=path).games == 2
    assert "3" in json.loads(path.read_text().splitlines()[0])["versions"]
    with pytest.warns(RuntimeWarning, match="could not be stopped"):
        inarow.load_player(f"{HERE}.FailsAround", GAME).stop()
    inarow.load_player(f"{HERE}.Flags", GAME).stop()


@pytest.mark.parametrize(
    ("name", "note"), [("FailsAround", ""), ("Numbered", "Two lines."), ("First", "")]
)
def test_a_note_is_one_line_of_text(name, note):
    assert inarow.load_player(f"{HERE}.{name}", GAME).note == note


class Tells:
    """Answers with whatever the test wants it to tell."""

    told: ClassVar = {}

    def act(self, state, limits=None):
        return Decision(np.int64(4), **self.told)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"value": np.float32(0.5)}, {"value": 0.5}),
        ({"value": float("nan")}, {"value": None}),
        ({"value": "good"}, {"value": None}),
        ({"value": 1e9}, {"value": 1.0}),
        ({"pv": np.array([4, 0])}, {"pv": (4, 0)}),
        ({"pv": [4, 4, 0]}, {"pv": (4,)}),
        ({"pv": (999, "x")}, {"pv": ()}),
        ({"pv": None, "policy": None, "lines": None, "moves": None}, {"pv": (), "moves": ()}),
        ({"policy": {np.int64(4): np.float32(1), 99: 1, 5: "x"}}, {"policy": {4: 1.0}}),
        ({"stats": None}, {"stats": inarow.search_stats()}),
        ({"stats": dict.fromkeys("abcdefg", 1)}, {"stats": inarow.search_stats()}),
        (
            {"stats": {"nodes": np.int64(5), "seconds": float("nan"), "proven": "perhaps"}},
            {"stats": inarow.search_stats(nodes=5)},
        ),
        (
            {"stats": {"nodes": "many", "seconds": -1, "depth": -1}},
            {"stats": inarow.search_stats()},
        ),
        (
            {"lines": [3, Line(np.float32(1), [4], np.int64(2), 3), Line(0.0, (99,), 1, 1)]},
            {"lines": (Line(1.0, (4,), 2, 3),)},
        ),
        (
            {"moves": [3, Candidate(np.int64(4), np.int64(7), 2.0, float("nan")), Candidate(99)]},
            {"moves": (Candidate(4, 7, 1.0, None),)},
        ),
    ],
)
def test_what_a_class_tells_is_in_our_types(told, expected, monkeypatch):
    monkeypatch.setattr(Tells, "told", told)
    decision = inarow.load_player(f"{HERE}.Tells", GAME).act(GAME.new_initial_state())
    assert type(decision.action) is int
    for name, value in expected.items():
        assert getattr(decision, name) == value
    json.dumps(asdict(decision), allow_nan=False)


class OddParameters(First):
    __doc__ = 3

    def __init__(
        self,
        wide: float = math.inf,
        many: int = math.inf,
        few: int = "no number",
        none: "inarow.no.such" = 1,
        broken: "a b" = 2,  # noqa: F722
    ):
        pass


def test_odd_parameters_can_be_listed():
    odd = class_type("odd", OddParameters)
    assert odd.summary == "the class odd"
    assert [each.name for each in odd.parameters] == ["wide", "many", "few", "none", "broken"]
    json.dumps(odd.as_dict(), allow_nan=False)
    inarow.load_player(f"{HERE}.OddParameters,wide=2,few=3", GAME)


def test_the_summary_is_of_the_class_itself():
    assert class_type("first", First).summary == "The least that a player must have"
    assert class_type("all", Everything).summary == "the class all"
