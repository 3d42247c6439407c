"""Bad input gets an exception of our own that says what is valid, and nothing changes."""

import contextlib
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow import _core
from tests.games import SAMPLE_SPECS, snapshot, states


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("chess", inarow.UnknownGame, "there are: tictactoe, gomoku, mnk, ultimate"),
        ("gomuku", inarow.UnknownGame, "did you mean gomoku"),
        ("", inarow.UnknownGame, "There is no game ''"),
        ("0x3x3", inarow.BadSpec, "m must be a whole number from 1 to 20"),
        ("21x21x5", inarow.BadSpec, "m=21 is out of range"),
        ("3x3x0", inarow.BadSpec, "k must be a whole number of at least 1"),
        ("3x-3x3", inarow.UnknownGame, "3x-3x3"),
        ("gomoku:size=0", inarow.BadSpec, "from 1 to 20"),
        ("gomoku:size=15.5", inarow.BadSpec, "size must be a whole number"),
        ("gomoku:size=" + "9" * 5000, inarow.BadSpec, "size must be a whole number"),
        ("gomoku:rule=renju", inarow.BadSpec, "freestyle or standard"),
        ("gomoku:colour=red", inarow.BadSpec, "it takes size, rule"),
        ("tictactoe:size=3", inarow.BadSpec, "it takes none"),
        ("gomoku:size", inarow.BadSpec, "name:key=value"),
        ("gomoku:", inarow.BadSpec, "name:key=value"),
        ("gomoku:size=15,size=15", inarow.BadSpec, "gives size twice"),
        ("3x3x3:m=4", inarow.BadSpec, "gives m twice"),
        ("ultimate:tiebreak=maybe", inarow.BadSpec, "none or boards"),
        (None, inarow.BadSpec, "not None"),
        (15, inarow.BadSpec, "not 15"),
    ],
)
def test_bad_descriptions(spec, error, says):
    with pytest.raises(error, match=says.replace("(", r"\(")) as caught:
        inarow.load_game(spec)
    assert isinstance(caught.value, inarow.InarowError)


@pytest.mark.parametrize(
    "text", ["z99", "", "h", "8", "h0", "h16", "p1", "8h", "h8 i9", "é8", None]
)
def test_bad_move_strings(text):
    with pytest.raises(inarow.BadNotation, match="columns run from a to o, rows from 1 to 15"):
        inarow.load_game("gomoku").string_to_action(text)


@pytest.mark.parametrize("text", ["h8 z99", "h8--i9", "h8 i", "h8i", "88", "h8 i100"])
def test_bad_move_lists(text):
    with pytest.raises(inarow.BadNotation):
        inarow.load_game("gomoku").parse_moves(text)


@pytest.mark.parametrize("action", [-1, 225, 2**31, 2**70, -(2**70)])
def test_actions_off_the_board(action):
    game = inarow.load_game("gomoku")
    state = game.new_initial_state()
    assert not state.is_legal(action)
    with pytest.raises(inarow.IllegalMove, match="actions run from 0 to 224"):
        state.apply_action(action)
    with pytest.raises(inarow.IllegalMove, match="actions run from 0 to 224"):
        game.action_to_string(action)
    assert state.history() == []


@pytest.mark.parametrize("action", ["h8", None, 1.0, [3], object()])
def test_things_that_are_no_action(action):
    state = inarow.load_game("gomoku").new_initial_state()
    assert not state.is_legal(action)
    with pytest.raises(inarow.IllegalMove, match="actions are whole numbers from 0 to 224"):
        state.apply_action(action)


def test_illegal_moves_say_why():
    state = inarow.load_game("ultimate").state_from("a9")
    with pytest.raises(inarow.IllegalMove, match=r"a9 is taken; legal are a7, b7.* and 3 more"):
        state.apply_action(state.game.string_to_action("a9"))
    with pytest.raises(inarow.IllegalMove, match=r"e5 is not open .*; legal are"):
        state.apply_action(state.game.string_to_action("e5"))
    finished = inarow.load_game("tictactoe").state_from("a1 a2 b1 b2 c1")
    with pytest.raises(inarow.GameOver, match="X wins"):
        finished.apply_action(8)
    assert finished.legal_actions() == []


def test_nothing_to_undo():
    with pytest.raises(inarow.NothingToUndo):
        inarow.load_game("tictactoe").new_initial_state().undo_action()


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ([0, 0], "Move 2 does not fit: a1 is taken"),
        ([0, 99], "Move 2 does not fit: Action 99"),
        ([0, 3, 1, 4, 2, 5], "Move 6 does not fit: The game is over"),
        ([0, "x"], "Move 2 does not fit: 'x' is not an action"),
        ("a1 a1", "Move 2 does not fit"),
    ],
)
def test_corrupted_histories(moves, says):
    with pytest.raises(inarow.BadHistory, match=says):
        inarow.load_game("tictactoe").state_from(moves)


def test_bad_players_and_encodings():
    game = inarow.load_game("ultimate")
    with pytest.raises(inarow.BadSpec, match="paper, rich"):
        game.new_initial_state().observation_tensor("deluxe")
    with pytest.raises(inarow.UnknownPlayer, match="There is no player 'alphago'"):
        inarow.load_player("alphago", game)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda s: s.observation_tensor(player=2), "player=2 is out of range: .* from 0 to 1"),
        (lambda s: s.player_return(5), "player=5 is out of range: .* from 0 to 1"),
        (lambda s: s.player_return(-1), "player=-1 is out of range"),
        (lambda s: s.player_return("X"), "player='X' is not valid"),
        (lambda s: s.perft(-1), "depth=-1 is out of range"),
        (lambda s: s.perft(2.5), "depth=2.5 is not valid: depth must be a whole number"),
        (lambda s: s.perft(2**70), "depth=.* is out of range"),
        (lambda s: s.perft(1, threads=0), "threads=0 is out of range: .* from 1 to 256"),
        (lambda s: s.random_playouts(-1), "count=-1 is out of range"),
        (lambda s: s.random_playouts(1, seed="x"), "seed='x' is not valid"),
        (lambda s: s.census(-1), "max_classes=-1 is out of range"),
        (lambda s: s.census("all"), "max_classes='all' is not valid"),
    ],
)
def test_bad_numbers_of_a_state(call, says):
    with pytest.raises(inarow.BadSpec, match=says):
        call(inarow.load_game("tictactoe").new_initial_state())


def test_whole_numbers_of_numpy_are_whole_numbers():
    state = inarow.load_game("tictactoe").new_initial_state()
    assert state.perft(np.int8(2)).leaves == 72
    assert state.player_return(np.uint64(1)) == 0
    assert inarow.load_player("random", "tictactoe", np.int64(1)).act(state).action in range(9)


class First:
    """A player of somebody else."""

    def act(self, state, limits=None):
        return inarow.Decision(state.legal_actions()[0])


OWN = f"python:class={__name__}.First"


@pytest.mark.parametrize("spec", ["greedy", "beginner", OWN])
def test_a_player_takes_a_game_or_its_description(spec):
    state = inarow.load_game("gomoku:size=9").new_initial_state()
    with inarow.load_player(spec, "gomoku:size=9", 1) as player:
        assert state.is_legal(player.act(state).action)


@pytest.mark.parametrize(
    ("game", "says"),
    [("gomuku", "did you mean gomoku"), (15, "not 15"), (None, "not None")],
)
def test_bad_games_of_a_player(game, says):
    with pytest.raises(inarow.BadSpec, match=says):
        inarow.load_player("greedy", game)


@pytest.mark.parametrize("seed", ["x", 1.5, -1, 2**64])
def test_bad_seeds_of_a_player(seed):
    with pytest.raises(inarow.BadSpec, match=r"seed=.*: seed must be a whole number from 0 to 184"):
        inarow.load_player("random", "tictactoe", seed)


@pytest.mark.parametrize("spec", ["random", "beginner", OWN])
@pytest.mark.parametrize("thing", [None, "b2", 4], ids=repr)
def test_a_player_refuses_what_is_not_a_state(spec, thing):
    with inarow.load_player(spec, "tictactoe", 1) as player:
        for ask in (player.act, player.analyse):
            with pytest.raises(inarow.BadSpec, match=r"needs the state of a game .* not "):
                ask(thing)


junk = st.one_of(
    st.integers(),
    st.integers(-2, 410),
    st.floats(),
    st.text(max_size=5),
    st.none(),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
)

METHODS = [name for name in dir(_core.State) if not name.startswith("__")]
COUNTING = {"_perft_by_move": 3, "_plain_perft": 3, "_random_playouts": 50, "_census": 50}
calls = st.tuples(st.sampled_from(METHODS), st.lists(junk, max_size=3))


@settings(max_examples=300)
@given(state=states(), calls=st.lists(calls))
def test_fuzzed_calls_of_the_bindings_never_crash(state, calls):
    """Whatever is called with whatever, the state stays a state that its own rules allow."""
    for name, arguments in calls:
        attribute = getattr(state, name)
        if not callable(attribute):
            continue
        if name in COUNTING:  # these would rightly take for ever with a large number
            arguments = [abs(a) % COUNTING[name] if type(a) is int else a for a in arguments]  # noqa: PLW2901
        with contextlib.suppress(TypeError, ValueError, IndexError, inarow.InarowError):
            attribute(*arguments)
    assert snapshot(state.game.state_from(state.history())) == snapshot(state)


@settings(max_examples=200)
@given(arguments=st.lists(junk, max_size=4))
def test_fuzzed_rules_never_crash(arguments):
    for make in (_core.mnk_rules, _core.ultimate_rules):
        try:
            rules = make(*arguments)
        except (TypeError, ValueError):
            continue
        with pytest.raises(TypeError):
            rules.new_state(int, None)
        assert rules.symmetries()


def test_a_state_without_rules_cannot_be_made():
    with pytest.raises(TypeError):
        _core.State()
    with pytest.raises(TypeError):
        inarow.State()
    with pytest.raises(TypeError):
        _core.Rules()


@settings(max_examples=100)
@given(text=st.text(max_size=30))
def test_any_text_is_a_description_or_an_error_of_ours(text):
    for load in (inarow.load_game, inarow.load_game("gomoku").state_from):
        with contextlib.suppress(inarow.InarowError):
            load(text)


def test_a_refused_move_changes_nothing():
    randomness = random.Random(1)
    for spec in SAMPLE_SPECS:
        state = inarow.load_game(spec).new_initial_state()
        while not state.is_terminal():
            before = snapshot(state)
            illegal = set(range(-2, state.game.num_distinct_actions() + 2)) - set(
                state.legal_actions()
            )
            for action in randomness.sample(sorted(illegal), min(3, len(illegal))):
                with pytest.raises(inarow.IllegalMove):
                    state.apply_action(action)
            assert snapshot(state) == before
            state.apply_action(randomness.choice(state.legal_actions()))
