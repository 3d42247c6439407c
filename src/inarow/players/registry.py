"""The players there are, and the one way to get one."""

from __future__ import annotations

import secrets

from inarow import _core
from inarow.errors import BadSpec, UnknownPlayer
from inarow.games import Game
from inarow.player import Player
from inarow.players.engine import ENGINE
from inarow.players.external import EXTERNAL
from inarow.players.fullwidth import FULL_WIDTH
from inarow.players.heuristic import HEURISTIC
from inarow.players.levels import LEVELS, LevelPlayer, find_level
from inarow.players.monte_carlo import MONTE_CARLO
from inarow.players.native import NativePlayer, native
from inarow.players.player_type import PlayerType
from inarow.spec import closest, read_parameters, split_spec

PLAYERS = (
    PlayerType("random", "any legal move", (), native(_core.random)),
    *FULL_WIDTH,
    *MONTE_CARLO,
    *HEURISTIC,
    ENGINE,
    EXTERNAL,
)

SEEDS = 1 << 64
"""Seeds there are."""


def load_player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a description names, for one game; equal seeds play alike.

    The names of levels (see levels.py) are descriptions, too.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> player = inarow.load_player("random", game, seed=7)
    >>> player.act(game.new_initial_state()).action in range(9)
    True
    """
    name, given = split_spec(spec)
    for entry in PLAYERS:
        if entry.name == name:
            values = read_parameters(name, entry.parameters, given)
            if not entry.plays(game):
                raise BadSpec(f"{name} does not play {game.name}: {entry.summary}.")
            if seed is None:
                seed = secrets.randbits(63)
            if not 0 <= seed < SEEDS:
                raise BadSpec(f"{seed} is no seed of a player: it must be from 0 to 2^64 - 1.")
            return entry.make(game, seed, values)
    levels = [level.name for level in LEVELS]
    if name in levels:
        read_parameters(name, (), given)  # it takes none
        setting = find_level(name).setting(game)
        player = load_player(setting.spec, game, seed)
        assert isinstance(player, NativePlayer)
        return LevelPlayer(game, player, setting.limits)
    names = [*(player.name for player in PLAYERS), *levels]
    raise UnknownPlayer(f"There is no player {name!r}: {closest(name, names)}")
