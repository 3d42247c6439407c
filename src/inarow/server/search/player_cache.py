"""A cache of players: to make one costs memory and time, so it is kept for the next search.

A player whose moves depend on its seed serves the game of that seed alone, so that games differ.
"""

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

Key = tuple[str, str, int | None]
"""Descriptions of a player and of its game, and its seed if that matters."""


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
        # With the memory of each; the key that was used last is at the end.
        self._players: OrderedDict[Key, list[tuple[int, Player]]] = OrderedDict()
        self._megabytes = 0

    @property
    def megabytes(self) -> int:
        """Memory of all players in the cache."""
        return self._megabytes

    def take(self, spec: str, game: Game, seed: int | None = None) -> Player:
        """A player from the cache, or a new one; no other thread has it.

        Without a seed it may be any that is kept for searches without one.
        """
        wanted = _key(spec, game, seed)
        with self._lock:
            if wanted in self._players:
                return self._remove(wanted)
        return load_player(spec, game, seed)

    def put_back(self, spec: str, game: Game, player: Player, seed: int | None = None) -> None:
        """Keep a player until it is needed again, or its memory is; the seed as it was taken."""
        megabytes = player_megabytes(spec)
        key = _key(spec, game, seed)
        with self._lock:
            self._players.setdefault(key, []).append((megabytes, player))
            self._players.move_to_end(key)
            self._megabytes += megabytes
            while self._megabytes > self._most:
                self._remove(next(iter(self._players)))

    def _remove(self, key: Key) -> Player:
        kept = self._players[key]
        megabytes, player = kept.pop()
        if not kept:
            del self._players[key]
        self._megabytes -= megabytes
        return player


def _key(spec: str, game: Game, seed: int | None) -> Key:
    return spec, game.spec, seed if _is_seeded(spec) else None


@lru_cache(maxsize=SPECS_KEPT)
def _is_seeded(spec: str) -> bool:
    return player_type(spec).seeded
