"""How we time: two pieces of work in turns, so that a noisy machine slows both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Work = Callable[[int], object]  # does its work n times
Clock = Callable[[], float]  # seconds


@dataclass(frozen=True)
class Row:
    """One line of the report."""

    name: str
    unit: str
    ours: float
    peer_name: str
    peer: float
    ratio: float
    target: float

    @property
    def reached(self) -> bool:
        """Whether the ratio is what we promise."""
        return self.ratio >= self.target


def rate(work: Work, amount: int, units: float = 1.0, clock: Clock = time.perf_counter) -> float:
    """Units per second of one call of ``work(amount)``."""
    start = clock()
    work(amount)
    return amount * units / (clock() - start)


def enough(work: Work, seconds: float) -> int:
    """How many repetitions last about as long as this."""
    work(1)  # the first time may have to set things up
    amount = 1
    while True:
        start = time.perf_counter()
        work(amount)
        taken = time.perf_counter() - start
        if taken >= seconds / 4:
            return max(1, round(amount * seconds / taken))
        amount *= 2


def compare(
    name: str,
    unit: str,
    target: float,
    ours: Work,
    peer_name: str,
    peer: Work,
    *,
    our_units: float = 1.0,
    peer_units: float = 1.0,
    seconds: float = 0.3,
    rounds: int = 7,
    clock: Clock = time.perf_counter,
) -> Row:
    """Time both in turns; rates and ratio are medians over the rounds.

    With ``time.process_time``, what others do on the same core counts less; for work in one thread.
    """
    our_amount, peer_amount = enough(ours, seconds), enough(peer, seconds)
    pairs = [
        (rate(ours, our_amount, our_units, clock), rate(peer, peer_amount, peer_units, clock))
        for _ in range(rounds)
    ]
    return median_row(name, unit, target, peer_name, pairs)


def median_row(
    name: str, unit: str, target: float, peer_name: str, pairs: Sequence[tuple[float, float]]
) -> Row:
    """The row of rates that were measured in turns, ours and the peer's."""
    return Row(
        name,
        unit,
        statistics.median(ours for ours, _ in pairs),
        peer_name,
        statistics.median(peer for _, peer in pairs),
        statistics.median(ours / peer for ours, peer in pairs),
        target,
    )
