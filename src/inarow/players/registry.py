"""The players there are, and the one way to get one."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from inarow import _core
from inarow.errors import BadSpec, UnknownPlayer
from inarow.games import Game, as_game
from inarow.player import Player
from inarow.players.alphazero import ALPHAZERO
from inarow.players.dqn import DQN
from inarow.players.engine import ENGINE
from inarow.players.external import EXTERNAL
from inarow.players.fullwidth import FULL_WIDTH
from inarow.players.heuristic import HEURISTIC
from inarow.players.levels import LEVELS, Level
from inarow.players.monte_carlo import MONTE_CARLO
from inarow.players.native import native
from inarow.players.openspiel import OPENSPIEL
from inarow.players.player_type import PlayerType
from inarow.players.plugins import find_plugin, list_plugins, plugin_entries
from inarow.players.python_class import PYTHON
from inarow.players.tabular import TABULAR
from inarow.players.td import TD
from inarow.spec import MOST_SEED, Value, closest, split_spec, whole_number

PLAYERS = (
    PlayerType("random", "any legal move", (), native(_core.random), instant=True),
    *FULL_WIDTH,
    *MONTE_CARLO,
    *HEURISTIC,
    TABULAR,
    *TD,
    DQN,
    ALPHAZERO,
    ENGINE,
    EXTERNAL,
    OPENSPIEL,
    PYTHON,
)
"""The players of inarow itself."""


def player_type(spec: str) -> PlayerType:
    """The type of the player that a description names; its parameters are not checked.

    >>> player_type("external:cmd=./pbrain-x").runs_program
    True
    """
    return _type_named(split_spec(spec)[0])


def _type_named(name: str) -> PlayerType:
    found = _TYPES.get(name) or find_plugin(name)
    if found is None:
        names = [*_TYPES, *(entry.name for entry in plugin_entries())]
        raise UnknownPlayer(f"There is no player {name!r}: {closest(name, names)}")
    return found


def all_players() -> list[PlayerType]:
    """The players of inarow and of all installed packages."""
    return [*PLAYERS, *list_plugins(_TYPES)]


def check_trusted(spec: str, given: Collection[str], how: str) -> None:
    """Refuse a description from a file if its player runs a program.

    Whoever wrote the file could run anything by it. So such a player needs to be ``given`` by the
    user as well, in the same words; ``how`` tells them.
    """
    if spec not in given and player_type(spec).runs_program:
        raise BadSpec(f"{spec} runs a program, which a file alone may not ask for: {how}.")


def load_player(spec: str, game: str | Game, seed: int | None = None) -> Player:
    """The player that a description names, for one game; equal seeds play alike.

    The names of levels (see levels.py) are descriptions, too.

    >>> import inarow
    >>> game = inarow.load_game("tictactoe")
    >>> player = inarow.load_player("random", game, seed=7)
    >>> player.act(game.new_initial_state()).action in range(9)
    True
    """
    game = as_game(game)
    name, given = split_spec(spec)
    entry = _type_named(name)
    values = entry.read(given)
    if not entry.plays(game) and not entry.names_file(values):  # a file knows its game itself
        raise BadSpec(entry.refusal(game))
    if seed is None:
        seed = secrets.randbits(63)
    return entry.make(game, whole_number("seed", seed, 0, MOST_SEED), values)


def _level_type(level: Level) -> PlayerType:
    def make(game: Game, seed: int, values: dict[str, Value]) -> Player:
        setting = level.setting(game)
        return setting.player(load_player(setting.spec, game, seed), game, seed)

    return PlayerType(level.name, level.summary, (), make)


_TYPES = {each.name: each for each in (*PLAYERS, *map(_level_type, LEVELS))}
