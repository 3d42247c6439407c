"""The curves of a training run, from the events that its learner wrote.

``curves.jsonl`` has a line for each value: ``{"step": 100, "name": "loss", "value": 0.7}``. Long
files are thinned, so that the page never gets more points than it can draw.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path

from inarow.errors import BadFile
from inarow.server.schema.lab import CurvePoint, TrainingView
from inarow.server.storage import StoredRun

CURVES_FILE = "curves.jsonl"
CURVE_POINTS = 500  # of one curve; screens are not much wider
CURVES = 50  # of one run
NAME_LENGTH = 100  # characters of the name of a curve
FILE_BYTES = 64 << 20  # that are read at most; a line has about 50
LINE_BYTES = 1000
FILES_KEPT = 8  # whose curves are cached, each some megabytes at most

_EXAMPLE = '{"step": 100, "name": "loss", "value": 0.7}'


class ThinnedCurve:
    """A curve of at most ``CURVE_POINTS`` points: when it is full, every second one is dropped."""

    def __init__(self) -> None:
        self._every = 1
        self._seen = 0
        self._kept: list[CurvePoint] = []
        self._last: CurvePoint | None = None

    def add(self, point: CurvePoint) -> None:
        """Add a point at the end."""
        self._last = point
        if self._seen % self._every == 0:
            self._kept.append(point)
            if len(self._kept) >= CURVE_POINTS:
                self._kept = self._kept[::2]
                self._every *= 2
        self._seen += 1

    def points(self) -> list[CurvePoint]:
        """The points that were kept, and always the last."""
        if self._last is None or self._kept[-1] is self._last:
            return self._kept
        return [*self._kept, self._last]


def training_view(run: StoredRun, directory: Path) -> TrainingView:
    """A training run with its curves."""
    path = directory / CURVES_FILE
    try:
        size, moment = path.stat().st_size, path.stat().st_mtime_ns
    except OSError:
        size = moment = 0  # not there yet, or reading it raises what is wrong
    return TrainingView(
        learner=str(run.settings.get("learner", "")),
        game=str(run.settings.get("game", "")),
        curves=_curves(path, size, moment),
    )


@lru_cache(maxsize=FILES_KEPT)
def _curves(path: Path, size: int, moment: int) -> dict[str, list[CurvePoint]]:
    """The curves of a file of this size and time, cached: reading it can take seconds."""
    return {name: curve.points() for name, curve in read_curves(path).items()}


def read_curves(path: Path) -> dict[str, ThinnedCurve]:
    """The curves of a file by name; a last line that is still being written does not count."""
    curves: dict[str, ThinnedCurve] = {}
    read = number = 0
    try:
        with path.open("rb") as stream:
            while (line := stream.readline(LINE_BYTES)).endswith(b"\n") and read < FILE_BYTES:
                read, number = read + len(line), number + 1
                if not line.strip():
                    continue
                name, point = _event(line, number)
                # JSON has no NaN and infinity: a curve has no points there.
                if math.isfinite(point.value) and (name in curves or len(curves) < CURVES):
                    curves.setdefault(name, ThinnedCurve()).add(point)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadFile(f"{CURVES_FILE} cannot be read: {error.strerror}.") from None
    if len(line) == LINE_BYTES:
        raise BadFile(f"{CURVES_FILE}, line {number + 1}: longer than {LINE_BYTES} bytes.")
    return curves


def _event(line: bytes, number: int) -> tuple[str, CurvePoint]:
    try:
        fields = json.loads(line)
        name, value = str(fields["name"])[:NAME_LENGTH], float(fields["value"])
        point = CurvePoint(step=fields["step"], value=value)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadFile(f"{CURVES_FILE}, line {number}: an event is like {_EXAMPLE}.") from None
    return name, point
