"""Positions of games, as the pattern network learns from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from inarow.errors import BadFile
from inarow.learning.selfplay import SLIPS
from inarow.learning.ultimate_net.features import Patterns, replay, wins_in_one
from inarow.learning.ultimate_net.games import RULES
from inarow.protocols.record import GameRecord


@dataclass(frozen=True)
class Positions:
    """Positions for the player to move; equal places in the arrays belong together."""

    patterns: Patterns  # positions x local boards
    forced: NDArray[np.uint8]
    rules: NDArray[np.int64]  # the number of the game in RULES
    values: NDArray[np.float32]  # what the search found, from -1 to 1
    results: NDArray[np.float32]  # how the game ended: 1, 0 or -1; NaN: a random move came later
    games: NDArray[np.int64]  # which game each comes from

    def __len__(self) -> int:
        """How many there are."""
        return len(self.patterns)


def positions_of(records: Iterable[GameRecord], first: int = 0) -> Positions:
    """The positions that were searched, but for those that are won in one move.

    The engine sees such wins without the network. Games are numbered from ``first``.
    """
    games = list(records)
    for record in games:
        if record.game not in RULES:
            raise BadFile(f"A game of {record.game} cannot be learned from: it is not ultimate.")
    lengths = np.array([len(record.moves) for record in games], np.int32)
    moves = np.array([move for record in games for move in record.moves], np.uint8)
    patterns, forced = replay(moves, lengths)
    number = np.repeat(np.arange(len(games)), lengths)
    ply = np.concatenate([np.arange(length) for length in lengths] or [np.zeros(0, np.int64)])
    values = np.array([value for record in games for value in _values(record)], np.float32)
    results = np.array([(record.result or (np.nan,))[0] for record in games], np.float32)
    settled = np.array([_after_slips(record) for record in games], np.int64)
    seen = np.where(ply % 2 == 0, 1, -1) * results[number]
    rules = np.array([RULES.index(record.game) for record in games], np.int64)
    everything = Positions(
        patterns,
        forced,
        rules[number],
        values,
        np.where(ply >= settled[number], seen, np.nan).astype(np.float32),
        number + first,
    )
    return _pick(everything, ~np.isnan(values) & ~wins_in_one(patterns, forced))


def join(parts: Iterable[Positions]) -> Positions:
    """All positions of several games."""
    some = [positions_of([]), *parts]
    return Positions(
        *(np.concatenate([getattr(part, each.name) for part in some]) for each in fields(Positions))
    )


def _pick(positions: Positions, which: NDArray[np.bool_]) -> Positions:
    return Positions(*(getattr(positions, each.name)[which] for each in fields(Positions)))


def _values(record: GameRecord) -> list[float]:
    """The value of each position, NaN where there is none."""
    known = [np.nan if value is None else value for value in record.values]
    return known + [np.nan] * (len(record.moves) - len(known))


def _after_slips(record: GameRecord) -> int:
    """The first ply from which on both sides played as well as they could."""
    slips = record.event.get(SLIPS)
    if not isinstance(slips, list) or not all(isinstance(slip, int) for slip in slips):
        return 0
    return max(slips, default=-1) + 1
