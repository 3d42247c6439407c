"""A turned player: the same opinions, on a board that is turned for it."""

import pytest

import inarow
from inarow.errors import BadSpec, GameOver
from inarow.player import Limits
from inarow.players import load_player
from inarow.players.turned import TurnedPlayer

LIMITS = Limits(nodes=2000, sims=200)


@pytest.mark.parametrize(
    ("spec", "moves", "player"),
    [
        ("gomoku", "h8 i9 h10 c3", "engine"),
        ("7x5x4", "d3 c2", "threat:depth=2"),
        ("ultimate", "e5 d4 a1", "heuristic-mcts"),
        ("gomoku", "h8 i9 h10", "greedy"),
    ],
)
def test_what_a_player_says_is_turned_back(spec, moves, player):
    game = inarow.load_game(spec)
    state = game.state_from(moves)
    for symmetry in game.symmetries():
        heard, told = [], []
        plain, inner = load_player(player, game, seed=1), load_player(player, game, seed=1)
        there = plain.analyse(
            state.transformed(symmetry), LIMITS, lines=2, on_progress=heard.append
        )
        turned = TurnedPlayer(inner, game, symmetry)
        here = turned.analyse(state, LIMITS, lines=2, on_progress=told.append)
        image = symmetry.action
        assert image(here.action) == there.action
        assert {image(a): share for a, share in here.policy.items()} == there.policy
        assert tuple(map(image, here.pv)) == there.pv
        assert [tuple(map(image, line.pv)) for line in here.lines] == [x.pv for x in there.lines]
        assert [(image(m.action), *m[1:]) for m in here.moves] == [tuple(m) for m in there.moves]
        assert here.value == there.value
        if heard and told:
            last = [(image(m.action), *m[1:]) for m in told[-1].moves]
            assert last == [tuple(m) for m in heard[-1].moves]
        line = state.clone()
        for action in here.pv:
            line.apply_action(action)  # raises if it is not legal


def test_finished_and_foreign_games_are_refused():
    game = inarow.load_game("tictactoe")
    player = TurnedPlayer(load_player("greedy", game), game, game.symmetries()[5])
    with pytest.raises(BadSpec, match=r"made for .*, not for 4x3x3"):
        player.act(inarow.load_game("4x3x3").new_initial_state())
    with pytest.raises(GameOver):
        player.act(game.state_from("a1 a2 b1 b2 c1"))
