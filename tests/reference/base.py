"""What every slow reference shares: perft by trying everything."""

from __future__ import annotations

from typing import Protocol, Self


class Position(Protocol):
    """A position that cannot change: ``after`` makes a new one."""

    def moves(self) -> list[int]: ...
    def after(self, move: int) -> Self: ...
    def result(self) -> int | None: ...


def perft(position: Position, depth: int) -> tuple[int, int]:
    """Leaves at exactly ``depth`` moves, and games finished within them."""
    if depth == 0:
        return 1, 0
    leaves = finished = 0
    for move in position.moves():
        child = position.after(move)
        over = child.result() is not None
        finished += over
        if depth == 1:
            leaves += 1
        elif not over:
            below = perft(child, depth - 1)
            leaves += below[0]
            finished += below[1]
    return leaves, finished


def random_play_odds(position: Position) -> dict[int, float]:
    """How likely each result is if both sides move at random: exact, by trying everything."""
    known: dict[object, dict[int, float]] = {}

    def odds(at: Position) -> dict[int, float]:
        result = at.result()
        if result is not None:
            return {result: 1.0}
        if at not in known:
            moves = at.moves()
            total = {1: 0.0, 0: 0.0, -1: 0.0}
            for move in moves:
                for end, chance in odds(at.after(move)).items():
                    total[end] += chance / len(moves)
            known[at] = total
        return known[at]

    return {1: 0.0, 0: 0.0, -1: 0.0} | odds(position)
