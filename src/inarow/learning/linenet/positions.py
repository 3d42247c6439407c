"""Positions of games, as the line network learns from them.

Positions are used where the search would ask for an evaluation: nobody can make a five, and the
player to move has no open four. Each has the board from that player's side, the move that was made,
the search's value, and the result of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile
from inarow.games import load_game
from inarow.protocols.formats import read_games
from inarow.protocols.record import GameRecord

OWN, OTHER = _core.LineNetwork.own, _core.LineNetwork.other


@dataclass(frozen=True)
class Positions:
    """Positions on boards of one size; equal places in the arrays belong together."""

    boards: NDArray[np.uint8]  # positions x rows x columns: 0, OWN or OTHER
    moves: NDArray[np.int64]
    values: NDArray[np.float32]  # what the search thought, as a chance to win; NaN: unknown
    results: NDArray[np.float32]  # 1 win, 1/2 draw, 0 loss
    games: NDArray[np.int64]  # which game each comes from

    def __len__(self) -> int:
        """How many there are."""
        return len(self.boards)


Size = tuple[int, int]
"""Rows and columns of a board."""


class PositionsBySize:
    """Positions of games, which come one after the other, by the size of their boards."""

    def __init__(self) -> None:
        self.by_size: dict[Size, Positions] = {}
        self.games = 0

    def add(self, records: Iterable[GameRecord]) -> None:
        """Add the positions of games; the games are numbered in the order of coming."""
        parts: dict[Size, list[Positions]] = {size: [some] for size, some in self.by_size.items()}
        for record in records:
            game = load_game(record.game)
            size = (game.rows, game.columns)
            parts.setdefault(size, []).append(_of_game(record, size, self.games))
            self.games += 1
        self.by_size = {size: _join(some) for size, some in parts.items()}


def read_positions(paths: Iterable[Path]) -> PositionsBySize:
    """All positions of files of games."""
    positions = PositionsBySize()
    for path in paths:
        positions.add(read_games(path))
    if not positions.games:
        raise BadFile("There are no games to learn from in these files.")
    return positions


def _of_game(record: GameRecord, size: tuple[int, int], number: int) -> Positions:
    start = load_game(record.game).new_initial_state()
    codes = _core.game_codes(start, list(record.moves))
    chosen = [ply for ply in _asked(codes) if ply >= record.opening]
    boards = np.zeros((len(chosen), size[0] * size[1]), np.uint8)
    for board, ply in zip(boards, chosen, strict=True):
        board[list(record.moves[ply % 2 : ply : 2])] = OWN
        board[list(record.moves[(ply + 1) % 2 : ply : 2])] = OTHER
    values = [record.values[ply] if ply < len(record.values) else None for ply in chosen]
    result = record.result or (0.0, 0.0)
    return Positions(
        boards.reshape(-1, *size),
        np.array([record.moves[ply] for ply in chosen], np.int64),
        np.array([np.nan if v is None else (v + 1) / 2 for v in values], np.float32),
        np.array([(result[ply % 2] + 1) / 2 for ply in chosen], np.float32),
        np.full(len(chosen), number, np.int64),
    )


def _asked(codes: NDArray[np.int16]) -> Iterator[int]:
    """The plies at which the search would ask."""
    forces = np.array([force for _, force in _core.code_table()] + [0])[codes]
    can_win = (forces == _core.Force.makes_five).any(axis=(1, 2))
    settled = can_win | (forces[:, 0] == _core.Force.makes_open_four).any(axis=1)
    return (int(ply) for ply in np.flatnonzero(~settled))


def _join(parts: list[Positions]) -> Positions:
    return Positions(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("boards", "moves", "values", "results", "games")
        )
    )
