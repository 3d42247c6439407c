"""What must hold of every registered game. Add one to the registry and it is tested here."""

import ast
import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import inarow
from inarow.games import GAMES, Game, State, Symmetry
from inarow.games.arrange import arrange
from inarow.players.levels import LEVELS
from tests.games import SAMPLE_SPECS, snapshot

EVERY_SPEC = sorted({*SAMPLE_SPECS, *(game.name for game in GAMES)})


@pytest.fixture(params=EVERY_SPEC)
def game(request):
    return inarow.load_game(request.param)


def test_samples_cover_the_registry():
    assert {inarow.load_game(spec).name for spec in SAMPLE_SPECS} == {g.name for g in GAMES}


def test_description_leads_back_to_the_game(game):
    again = inarow.load_game(str(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.parameters == game.parameters
    assert repr(game) == f"load_game({str(game)!r})"


def test_facts(game):
    """All that the rest of inarow asks a game for, besides its rules."""
    assert game.kind
    assert game.title[0].isupper() or game.title[0].isdigit()
    assert game.line_text.endswith("in a row")
    assert game.opening_set == Path(game.opening_set).name
    assert game.in_a_row is None or game.in_a_row >= 1
    assert game.rule in (None, "freestyle", "standard")
    assert game.is_five_in_a_row <= game.has_threats
    assert all(level.setting(game).spec for level in LEVELS)
    state = game.new_initial_state()
    assert state.forced_board() is None
    if game.block_size is None:
        assert state.local_boards() == []
    else:
        boards = game.num_distinct_actions() // game.block_size**2
        assert state.local_boards() == ["."] * boards


def test_stones_lead_to_moves(game):
    """At least those of a game that was played, with the order of the stones known."""
    state = game.new_initial_state()
    while state.move_number() < 5 and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    moves = state.history()
    assert game.state_from(arrange(game, moves[::2], moves[1::2], moves[-1])) == state


def test_no_code_outside_the_games_names_the_class_of_one():
    """What differs between games is a fact of the game, so that a new one needs no change there."""
    package = Path(inarow.__file__).parent
    special = {each.__name__ for base in (Game, State) for each in base.__subclasses__()}
    assert special  # or nothing is tested
    for file in sorted(package.rglob("*.py")):
        if package / "games" in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = {
                ast.Name: lambda n: [n.id],
                ast.Attribute: lambda n: [n.attr],
                ast.ImportFrom: lambda n: [alias.name for alias in n.names],
            }.get(type(node), lambda n: [])(node)
            assert not special & set(names), f"{file}, line {node.lineno}: {names}"


def test_start(game):
    state = game.new_initial_state()
    assert state.game is game
    assert state.current_player() == 0
    assert state.legal_actions() == list(range(game.num_distinct_actions()))
    assert not state.is_terminal()
    assert state.history() == []
    assert game.num_players() == 2
    assert not state.board().any()


def test_action_names_lead_back_to_the_actions(game):
    names = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
    assert names[0] == "a1"
    assert len(set(names)) == len(names)
    assert [game.string_to_action(name) for name in names] == list(range(len(names)))
    assert [game.string_to_action(f" {name.upper()}\n") for name in names] == list(
        range(len(names))
    )
    assert game.parse_moves("".join(names)) == game.parse_moves(" ".join(names))
    assert game.format_moves(game.parse_moves(",".join(names))) == " ".join(names)


def test_a_whole_game(game):
    state = game.new_initial_state()
    rng = np.random.default_rng(7)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())  # a NumPy integer will do
        child = state.child(action)
        state.apply_action(action)
        assert child == state
    assert state.move_number() <= game.max_game_length()
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    assert state.winner() in (None, 0, 1)
    assert [state.player_return(0), state.player_return(1)] == state.returns()
    assert bool(state.winning_line()) <= (state.winner() is not None)
    assert game.state_from(state.history()) == state
    assert game.state_from(game.format_moves(state.history())) == state


def test_copies_and_pickles_are_equal_and_independent(game):
    state = game.new_initial_state()
    state.apply_action(0)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert snapshot(twin) == snapshot(state)
        twin.undo_action()
        assert twin != state
    assert pickle.loads(pickle.dumps(game)) == game


def test_observations(game):
    state = game.new_initial_state()
    state.apply_action(game.num_distinct_actions() // 2)
    for encoding, planes in game.encodings().items():
        for player in (None, 0, 1):
            tensor = state.observation_tensor(encoding, player)
            assert tensor.shape == game.observation_tensor_shape(encoding)
            assert tensor.shape[0] == len(planes)
            assert tensor.dtype == np.float32
    assert game.observation_tensor_shape() == state.observation_tensor().shape


def test_symmetries(game):
    symmetries = game.symmetries()
    assert all(isinstance(symmetry, Symmetry) for symmetry in symmetries)
    assert symmetries[0].name == "identity"
    assert [symmetry.index for symmetry in symmetries] == list(range(len(symmetries)))


def test_text_shows_every_stone(game):
    state = game.new_initial_state()
    state.apply_action(0)
    text = str(state)
    assert text.count("X") >= 1
    assert "a" in text
    assert text == str(state.clone())
    assert "a1" in repr(state)


def test_states_of_other_games_are_never_equal(game):
    other = inarow.load_game("gomoku:size=7,rule=standard").new_initial_state()
    assert game.new_initial_state() != other
    assert game.new_initial_state() != "text"
    assert game.new_initial_state() is not None
    with pytest.raises(TypeError):
        hash(game.new_initial_state())
