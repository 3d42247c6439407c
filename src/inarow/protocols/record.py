"""The record of a game: players, moves, thinking times, result and end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from inarow.games import Game


class End(StrEnum):
    """Why a game ended. All but the first two and ``DRAWS`` are losses of the player to move."""

    LINE = "line"  # k in a row, or three boards of ultimate
    FULL = "full board"  # no legal move (in ultimate, most boards may still win)
    DRAW_RULE = "draw rule"  # both sides reported even values for long enough
    AGREEMENT = "agreement"  # the players agreed to a draw
    RESIGN_RULE = "resign rule"  # it reported lost values for long enough
    ILLEGAL = "illegal"  # answered with something that is not a legal move
    TIMEOUT = "timeout"  # answered, but too late
    STALL = "stall"  # did not answer at all
    CRASH = "crash"  # exited, failed or closed its pipe
    FLOOD = "flood"  # wrote without end
    MEMORY = "memory"  # used more memory than it may


DRAWS = (End.DRAW_RULE, End.AGREEMENT)
"""Draws that the board does not show."""

FAULTS = (End.ILLEGAL, End.TIMEOUT, End.STALL, End.CRASH, End.FLOOD, End.MEMORY)
"""Ends that are faults of the loser."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been made after move ``after``, instead of those that were."""

    after: int
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game. ``times``, ``values`` and ``nodes`` have an entry for each move.

    The first ``opening`` moves were given, not chosen: their entries are None, as are unknown ones.
    Values are for the player who made the move.

    With its variations a game is a tree, written as a list. The moves have numbers: 0 is the start,
    those of the game come first, then those of the variations in their order. That is the order in
    which one walks through the tree, so a variation leaves the line that was walked last.
    """

    game: str
    players: tuple[str, str]
    moves: tuple[int, ...]
    opening: int = 0
    result: tuple[float, float] | None = None  # None: not over, or not known
    end: End | None = None
    detail: str = ""  # a sentence on the end, where needed
    times: tuple[float | None, ...] = ()  # seconds
    values: tuple[float | None, ...] = ()
    nodes: tuple[int | None, ...] = ()
    seeds: tuple[int, int] | None = None
    versions: tuple[str, str] = ("", "")
    limits: Mapping[str, float] = field(default_factory=dict)
    started: str = ""  # ISO 8601, with the time zone
    event: Mapping[str, object] = field(default_factory=dict)  # match or tournament, number …
    tags: Mapping[str, str] = field(default_factory=dict)  # further properties of a foreign format
    comments: Mapping[int, str] = field(default_factory=dict)  # by the number of the move
    variations: tuple[Variation, ...] = ()

    def tree(self) -> list[tuple[int, int]]:
        """Every move by its number, from 1: the number of the move before, and the action.

        >>> one = GameRecord(game="tictactoe", players=("?", "?"), moves=(4, 0),
        ...                  variations=(Variation(1, (1, 2)),))
        >>> one.tree()
        [(0, 4), (1, 0), (1, 1), (3, 2)]
        """
        moves: list[tuple[int, int]] = []
        for line in chain((Variation(0, self.moves),), self.variations):
            before = line.after
            for action in line.moves:
                moves.append((before, action))
                before = len(moves)
        return moves


def end_text(end: str, game: Game) -> str:
    """Why a game ended, for readers.

    >>> import inarow
    >>> gomoku = inarow.load_game("gomoku")
    >>> end_text("line", gomoku), end_text("timeout", gomoku)
    ('five in a row', 'timeout')
    """
    return game.line_text if end == End.LINE else end
