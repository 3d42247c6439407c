"""The log of a game's protocol: every line that engines were sent and wrote, with the time.

::

    # gomoku: X external:cmd=./pbrain-x, O engine
       0.031 X > START 15          sent to the engine of X
       0.155 X < OK                its answer
       0.156 X ! book not found    what it wrote to standard error
    # O won by timeout: It took 1.350 s and had 1.000 s for a move.

Lines come from two threads, ours and the reader of the engine. Each is written at once, so that a
kill loses none.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inarow.errors import BadFile
from inarow.files import writing
from inarow.games import Game
from inarow.games.text import PLAYERS
from inarow.player import LogLine
from inarow.protocols.record import GameRecord, end_text
from inarow.untrusted_text import replace_controls


class ProtocolLog:
    """The log of one game; an earlier one at the same place is replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._start = time.perf_counter()
        self._lock = threading.Lock()
        self._failure: OSError | None = None
        with writing(path):
            self._file = path.open("w", encoding="utf-8", errors="replace", buffering=1)

    def begin(self, game: Game, names: Sequence[str]) -> None:
        """Write who plays what."""
        players = ", ".join(f"{side} {name}" for side, name in zip(PLAYERS, names, strict=True))
        self._write(f"# {game}: {players}")

    def of_player(self, side: int) -> LogLine:
        """The function that writes the lines of the player in a seat."""
        return partial(self._line, PLAYERS[side])

    def finish(self, record: GameRecord, game: Game) -> None:
        """Write how the game ended."""
        self._write(f"# {result_text(record, game)}")

    def close(self) -> None:
        """Close the file; an error if a line could not be written."""
        with self._lock:
            try:
                self._file.close()
            except OSError as error:
                self._failure = self._failure or error
        if self._failure is not None:
            reason = self._failure.strerror or self._failure
            raise BadFile(f"{self._path} cannot be written: {reason}.") from None

    def _line(self, side: str, direction: str, text: str, at: float) -> None:
        self._write(f"{at - self._start:9.3f} {side} {direction} {text}")

    def _write(self, text: str) -> None:
        with self._lock:
            if self._file.closed or self._failure is not None:
                return
            try:
                self._file.write(f"{replace_controls(text)}\n")
            except OSError as error:  # a full disk must not end the thread that reads an engine
                self._failure = error


def result_text(record: GameRecord, game: Game) -> str:
    """How a game ended, in one line.

    >>> import inarow
    >>> from inarow.protocols.record import End
    >>> game = GameRecord(game="gomoku", players=("a", "b"), moves=(), result=(-1.0, 1.0),
    ...                   end=End.CRASH, detail="a crashed.")
    >>> result_text(game, inarow.load_game("gomoku"))
    'O won by crash: a crashed.'
    """
    if record.result is None or record.end is None:
        return "no result"
    points = record.result[0]
    winner = "draw" if points == 0 else f"{PLAYERS[0 if points > 0 else 1]} won"
    detail = f": {record.detail}" if record.detail else ""
    return f"{winner} by {end_text(record.end, game)}{detail}"
