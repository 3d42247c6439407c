"""A training run as the page shows it, from the folder that its learner writes.

The events are thinned, so that the page never gets more points than it can draw.
"""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from inarow.arena.ladder import read_ladder
from inarow.errors import BadFile
from inarow.runlog import CHECKPOINTS, COMMON, EVENTS_FILE, LADDER_FILE, SAMPLE, RunFolder
from inarow.server.lab.worker import public_message
from inarow.server.schema.lab import (
    CheckpointView,
    EvaluationPoint,
    Figures,
    LadderRung,
    LadderView,
    SampleGame,
    TrainingView,
)
from inarow.server.search.trained import trained_spec
from inarow.server.storage import StoredRun

POINTS = 500  # of one curve; screens are not much wider
CURVES = 50  # of one run
OPPONENTS = 10
SAMPLES = 12  # games that are shown, the last ones
NAME_LENGTH = 100  # characters of the name of a curve or an opponent
FILE_BYTES = 64 << 20  # that are read at most; a line has about 200
LINE_BYTES = 10_000
VIEWS_KEPT = 8  # that are cached, each some megabytes at most

T = TypeVar("T")


class Thinned(Generic[T]):
    """At most ``POINTS`` items in their order: when it is full, every second one is dropped."""

    def __init__(self) -> None:
        self._every = 1
        self._seen = 0
        self._kept: list[T] = []
        self._last: T | None = None

    def add(self, item: T) -> None:
        """Add an item at the end."""
        self._last = item
        if self._seen % self._every == 0:
            self._kept.append(item)
            if len(self._kept) >= POINTS:
                self._kept = self._kept[::2]
                self._every *= 2
        self._seen += 1

    def items(self) -> list[T]:
        """The items that were kept, and always the last."""
        if self._last is None or self._kept[-1] is self._last:
            return self._kept
        return [*self._kept, self._last]


def training_view(run: StoredRun, directory: Path) -> TrainingView:
    """A training run; errors do not name the folder of the server."""
    try:
        view = _cached_view(directory, _version(directory))
        return view.model_copy(update={"settings": run.settings.get("settings", {})})
    except BadFile as error:
        raise BadFile(public_message(error, directory)) from None


def _version(directory: Path) -> tuple[int, ...]:
    """What changes whenever events, checkpoints or the ladder do."""
    version = []
    for path in (directory / EVENTS_FILE, directory / CHECKPOINTS, directory / LADDER_FILE):
        try:
            about = path.stat()
            version += [about.st_size, about.st_mtime_ns]
        except OSError:
            version += [0, 0]  # not there yet, or reading it raises what is wrong
    return tuple(version)


@lru_cache(maxsize=VIEWS_KEPT)
def _cached_view(directory: Path, version: tuple[int, ...]) -> TrainingView:
    return read_training_view(directory)


def read_training_view(directory: Path) -> TrainingView:
    """The training run in a directory."""
    folder = RunFolder(directory)
    settings, events = folder.settings(), EventReader(directory / EVENTS_FILE)
    events.read()
    try:
        return TrainingView(
            learner=settings["learner"],
            game=settings["game"],
            seed=settings["seed"],
            settings={},
            seconds=events.seconds,
            longest_seconds=settings["time"],
            figures=events.figures(),
            samples=list(events.samples),
            evaluations={name: points.items() for name, points in events.evaluations.items()},
            checkpoints=_checkpoints(folder),
            ladder=_ladder(directory),
        )
    except (KeyError, ValidationError):
        raise BadFile("settings.toml is not that of a training run.") from None


def _checkpoints(folder: RunFolder) -> list[CheckpointView]:
    checkpoints = folder.checkpoints()
    best = folder.best(checkpoints)
    return [
        CheckpointView(
            player=trained_spec(folder.path.name, each.games),
            games=each.games,
            seconds=each.seconds,
            score=each.score,
            best=each == best,
        )
        for each in checkpoints
    ]


def _ladder(directory: Path) -> LadderView | None:
    found = read_ladder(directory)
    if found is None:
        return None
    fields = LadderRung.model_fields
    return LadderView(
        checkpoints=[
            LadderRung.model_validate({name: getattr(point, name) for name in fields})
            for point in sorted(found.points, key=lambda point: point.games)
        ],
        anchors=dict(found.anchors),
    )


class EventReader:
    """Reads the events of a run; a last line that is still being written does not count."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._trained: Thinned[Mapping[str, Any]] = Thinned()
        self._names: dict[str, None] = {}  # of figures, in their order
        self.evaluations: dict[str, Thinned[EvaluationPoint]] = {}
        self.samples: deque[SampleGame] = deque(maxlen=SAMPLES)
        self.seconds = 0.0

    def read(self) -> None:
        """Read the file, if it is there."""
        read = number = 0
        try:
            with self._path.open("rb") as stream:
                while (line := stream.readline(LINE_BYTES)).endswith(b"\n") and read < FILE_BYTES:
                    read, number = read + len(line), number + 1
                    self._add(line, number)
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadFile(f"{EVENTS_FILE} cannot be read: {error.strerror}.") from None
        if len(line) == LINE_BYTES:
            raise BadFile(f"{EVENTS_FILE}, line {number + 1}: longer than {LINE_BYTES} bytes.")

    def figures(self) -> Figures:
        """The learner's own figures."""
        events = self._trained.items()
        return Figures(
            steps=[event["step"] for event in events],
            games=[event["games"] for event in events],
            seconds=[event["seconds"] for event in events],
            values={name: [_number(event.get(name)) for event in events] for name in self._names},
        )

    def _add(self, line: bytes, number: int) -> None:
        try:
            event = json.loads(line)
            self.seconds = _finite(event["seconds"])
            if event["kind"] == "train":
                self._add_figures(event)
            elif event["kind"] == "evaluation":
                self._add_evaluation(event)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise BadFile(f"{EVENTS_FILE}, line {number}: this is not an event.") from None

    def _add_figures(self, event: Mapping[str, Any]) -> None:
        for name in event:
            if name not in COMMON and len(name) <= NAME_LENGTH and len(self._names) < CURVES:
                self._names[name] = None
        self._trained.add({**event, "games": int(event["games"]), "step": int(event["step"])})

    def _add_evaluation(self, event: Mapping[str, Any]) -> None:
        opponent = str(event["opponent"])[:NAME_LENGTH]
        point = EvaluationPoint.model_validate(
            {
                name: _finite(event[name])
                for name, field in EvaluationPoint.model_fields.items()
                if field.is_required() or name in event
            }
        )
        if opponent in self.evaluations or len(self.evaluations) < OPPONENTS:
            self.evaluations.setdefault(opponent, Thinned()).add(point)
            if SAMPLE in event:
                moves = str(event[SAMPLE])
                self.samples.appendleft(
                    SampleGame(opponent=opponent, games=point.games, moves=moves)
                )


def _finite(value: Any) -> float:
    if not math.isfinite(value):
        raise ValueError("Neither time nor points can be infinite.")
    return float(value)


def _number(value: object) -> float | None:
    """JSON has no NaN and infinity: a curve has a gap there."""
    try:
        return float(value) if isinstance(value, int | float) and math.isfinite(value) else None
    except OverflowError:  # a whole number of hundreds of digits
        return None
