"""An index of the games in a tournament's file, extended as the file grows.

The file is written by another process, one line per game. A game is checked when it is read; the
index holds only what a list of games shows.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Literal

from inarow.errors import BadFile
from inarow.protocols.jsonl import from_json
from inarow.protocols.line_reader import MAX_LINE
from inarow.protocols.record import GameRecord

Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """One game of the file."""

    offset: int
    length: int
    players: tuple[str, str]
    result: tuple[float, float]
    end: str
    plies: int

    def is_of(self, player: str | None, opponent: str | None, outcome: Outcome | None) -> bool:
        """Whether a player (by default X) met an opponent, with that outcome."""
        sides = [side for side in (0, 1) if player in (None, self.players[side])]
        return any(
            opponent in (None, self.players[1 - side])
            and (outcome is None or self._outcome(0 if player is None else side) == outcome)
            for side in sides
        )

    def _outcome(self, side: int) -> Outcome:
        mine = self.result[side]
        return "draw" if mine == 0 else "win" if mine > 0 else "loss"


class GameIndex:
    """The games of a file, in the order in which they ended and counted from 1.

    It may be used from several threads.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: list[IndexedGame] = []
        self._size = 0  # bytes that are indexed
        self._names: dict[str, str] = {}  # so that each name is stored once
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def extend(self) -> list[IndexedGame]:
        """Read the games that were added since; returns these."""
        with self._lock:
            known = len(self._entries)
            try:
                with self.path.open("rb") as stream:
                    stream.seek(self._size)
                    while raw := stream.readline(MAX_LINE):
                        if not raw.endswith(b"\n"):
                            if len(raw) == MAX_LINE:
                                raise self._damaged()
                            break  # a game that is being written
                        self._add(raw)
            except FileNotFoundError:
                pass  # no game has ended yet
            except OSError as error:
                raise BadFile(f"{self.path.name} cannot be read: {error.strerror}.") from None
            return self._entries[known:]

    def page(
        self,
        offset: int,
        limit: int,
        player: str | None = None,
        opponent: str | None = None,
        outcome: Outcome | None = None,
    ) -> tuple[list[tuple[int, IndexedGame]], int]:
        """A page of the games that match, with their numbers, and how many match."""
        numbered = list(enumerate(self._entries, 1))
        if (player, opponent, outcome) != (None, None, None):
            numbered = [(n, e) for n, e in numbered if e.is_of(player, opponent, outcome)]
        return list(islice(numbered, offset, offset + limit)), len(numbered)

    def record(self, number: int) -> GameRecord | None:
        """One game, counted from 1 and checked; None if there is no such number."""
        if not 1 <= number <= len(self._entries):
            return None
        entry = self._entries[number - 1]
        try:
            with self.path.open("rb") as stream:
                stream.seek(entry.offset)
                raw = stream.read(entry.length)
            return from_json(raw.decode())
        except OSError as error:
            raise BadFile(f"{self.path.name} cannot be read: {error.strerror}.") from None
        except (BadFile, UnicodeDecodeError) as error:
            raise BadFile(f"{self.path.name}, game {number}, is damaged: {error}") from None

    def _add(self, raw: bytes) -> None:
        if raw.strip():
            try:
                fields = json.loads(raw)
                first, second = (self._names.setdefault(str(n), str(n)) for n in fields["players"])
                mine, theirs = map(float, fields["result"])
                plies, end = fields["moves"].count(" ") + bool(fields["moves"]), str(fields["end"])
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise self._damaged() from None
            self._entries.append(
                IndexedGame(self._size, len(raw), (first, second), (mine, theirs), end, plies)
            )
        self._size += len(raw)

    def _damaged(self) -> BadFile:
        return BadFile(
            f"{self.path.name} is damaged: its game {len(self._entries) + 1} cannot be read."
        )
