"""The curves of a training run: its figures against games, from the events in its folder.

A run may still be going on, and its figures may have any name and value: what is not finite is a
gap in its curve. Very many events are thinned to what a picture can show.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inarow.runlog import COMMON, Event, RunFolder

MOST_EVENTS = 20_000  # of training; reading more takes seconds, and does not show
POINTS = 400  # of a curve
LARGEST = 1e100  # a figure beyond is none

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """A figure against the games of training."""

    games: Floats
    values: Floats

    def thinned(self, points: int = POINTS) -> Curve:
        """About so many points: the lowest and the highest of each stretch."""
        size = math.ceil(2 * len(self.values) / points)
        if size <= 2:
            return self
        kept = {0, len(self.values) - 1}
        for start in range(0, len(self.values), size):
            part = self.values[start : start + size]
            if np.isnan(part).all():
                kept.add(start)
            else:
                kept |= {start + int(np.nanargmin(part)), start + int(np.nanargmax(part))}
        places = sorted(kept)
        return Curve(self.games[places], self.values[places])

    def averaged(self, window: int) -> Curve:
        """The mean over ``window`` values around each, and over fewer at the ends.

        >>> Curve(np.arange(5.0), np.array([1.0, 3.0, np.nan, 5.0, 6.0])).averaged(3).values
        array([2. , 2. , 4. , 5.5, 5.5])
        """
        known = np.isfinite(self.values)
        sums = np.cumsum(np.append(0.0, np.where(known, self.values, 0.0)))
        counts = np.cumsum(np.append(0, known))
        places = np.arange(len(self.values))
        low = np.maximum(places - window // 2, 0)
        high = np.minimum(places + window // 2 + 1, len(places))
        total, count = sums[high] - sums[low], counts[high] - counts[low]
        return Curve(self.games, np.where(count > 0, total / np.maximum(count, 1), np.nan))


def curves_of(events: Sequence[Event]) -> dict[str, Curve]:
    """The figures of events by their names; what is not a number is left out.

    >>> event = {"kind": "train", "step": 1, "games": 10, "seconds": 0.1, "loss": 2, "note": "a"}
    >>> curves_of([event])
    {'loss': Curve(games=array([10.]), values=array([2.]))}
    """
    found: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for event in events:
        games = float(event["games"])
        for name, value in event.items():
            if name not in COMMON and type(value) in (int, float):
                places, values = found[name]
                places.append(games)
                values.append(_drawable(value))
    return {name: Curve(*map(np.array, both)) for name, both in found.items()}


def _drawable(value: Any) -> float:
    is_number = type(value) in (int, float) and -LARGEST < value < LARGEST
    return float(value) if is_number else math.nan


def drawable_events(folder: RunFolder) -> list[Event]:
    """Those that have a place on the axis."""
    return [
        event
        for event in folder.events(MOST_EVENTS)
        if isinstance(event, dict) and not math.isnan(_drawable(event.get("games")))
    ]


def win_rates_of(events: Sequence[Event]) -> dict[str, dict[str, Curve]]:
    """The figures of the evaluations, by opponent."""
    by_opponent: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.get("kind") == "evaluation":
            by_opponent[str(event.get("opponent"))].append(event)
    return {opponent: curves_of(those) for opponent, those in by_opponent.items()}
