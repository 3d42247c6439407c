"""How searches of the core are made: their options by name, and the games they play."""

from __future__ import annotations

import pytest

import inarow
from inarow import _core


def test_options_have_defaults_and_are_given_by_name():
    start = inarow.load_game("tictactoe").new_initial_state()
    assert isinstance(_core.minimax(start, 1), _core.Search)
    assert isinstance(_core.minimax(start, 1, depth=3), _core.Search)
    assert isinstance(_core.shared_mcts(start, 1, c=2), _core.SharedSearch)
    assert isinstance(_core.engine(start, 1, mb=4, network=None), _core.Search)


def test_an_unknown_option_names_those_there_are():
    start = inarow.load_game("tictactoe").new_initial_state()
    with pytest.raises(TypeError, match="minimax has no option width; it has table, depth"):
        _core.minimax(start, 1, width=3)
    with pytest.raises(TypeError, match="greedy has no option depth; it has none"):
        _core.greedy(start, 1, depth=3)


def test_an_option_of_another_type_is_refused():
    start = inarow.load_game("tictactoe").new_initial_state()
    with pytest.raises(TypeError, match="minimax: depth must be int"):
        _core.minimax(start, 1, depth="three")
    with pytest.raises(TypeError, match="engine: network must be LineNetwork"):
        _core.engine(start, 1, network=5)


def test_a_game_that_a_search_does_not_play_is_refused():
    start = inarow.load_game("ultimate").new_initial_state()
    with pytest.raises(ValueError, match="does not play this game"):
        _core.greedy(start, 1)
