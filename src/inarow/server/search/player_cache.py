"""A cache of players: to make one costs memory and time, so it is kept for the next search."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path

from inarow.games import Game
from inarow.player import Player
from inarow.players import load_player, player_type
from inarow.players.player_type import MEMORY
from inarow.spec import split_spec

KEPT_MB = 256
"""Memory of all players in the cache; those that search are not in it."""

PLAIN_MB = 1
"""Approximate memory of a player without tables."""

FILE_GROWTH = 3
"""Memory of a player in sizes of the file that it was loaded from, of a table of values."""

SPECS_KEPT = 1024
"""Descriptions whose traits are remembered."""

Key = tuple[str, str]
"""Descriptions of a player and of its game."""


@lru_cache(maxsize=SPECS_KEPT)
def player_megabytes(spec: str) -> int:
    """Approximate memory of a player: its tables, and a little more.

    >>> player_megabytes("engine:mb=16"), player_megabytes("greedy")
    (17, 1)
    """
    kind = player_type(spec)
    values = kind.read(split_spec(spec)[1])
    tables = values.get(MEMORY, 0)
    files = [Path(str(values[each.name])) for each in kind.parameters if each.is_file]
    read = sum(path.stat().st_size for path in files if path.is_file())
    megabytes = PLAIN_MB + (tables if isinstance(tables, int) else 0)
    return megabytes + math.ceil(FILE_GROWTH * read / 2**20)


class PlayerCache:
    """Keeps players for any thread; the least recently used are dropped first.

    >>> import inarow
    >>> cache, game = PlayerCache(), inarow.load_game("tictactoe")
    >>> player = cache.take("greedy", game)
    >>> cache.put_back("greedy", game, player)
    >>> cache.take("greedy", game) is player
    True
    """

    def __init__(self, most_megabytes: int = KEPT_MB) -> None:
        self._most = most_megabytes
        self._lock = threading.Lock()
        self._players: OrderedDict[int, tuple[Key, int, Player]] = OrderedDict()  # oldest first
        self._megabytes = 0

    @property
    def megabytes(self) -> int:
        """Memory of all players in the cache."""
        return self._megabytes

    def take(self, spec: str, game: Game) -> Player:
        """A player from the cache, or a new one; no other thread has it."""
        wanted = (spec, game.spec)
        with self._lock:
            for number in reversed(self._players):
                key, megabytes, player = self._players[number]
                if key == wanted:
                    del self._players[number]
                    self._megabytes -= megabytes
                    return player
        return load_player(spec, game)

    def put_back(self, spec: str, game: Game, player: Player) -> None:
        """Keep a player until it is needed again, or its memory is."""
        megabytes = player_megabytes(spec)
        with self._lock:
            self._players[id(player)] = ((spec, game.spec), megabytes, player)
            self._megabytes += megabytes
            while self._megabytes > self._most:
                _, (_, freed, _) = self._players.popitem(last=False)
                self._megabytes -= freed
