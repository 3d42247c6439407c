"""The folder of a training run.

    settings.toml     what is learned, and how
    events.jsonl      what happened: one object a line with kind, step, games, seconds and figures
    checkpoints/      a folder for each, named by its games, with a model.* of its own
    data/             shards of data to learn from; each is written once
    ladder.json       ratings of the checkpoints, if ``inarow ladder`` has played their games
    model.*, best.*   what a player loads: the model of the last checkpoint, and of the best
    plots/            pictures of all this

Learners and the ladder write it; commands and the lab read it. A checkpoint is written aside and
renamed, with the checksums of its files and shards and the length that the events had. A run that
was killed goes on from its last checkpoint: what was written after it is cut off, and comes again.
Only games that were played in the meantime are kept for it (``shards``).
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inarow.errors import BadFile
from inarow.files import AnyPath, replacing, writing
from inarow.shards import Shards, checksum_of, read_checked, read_file
from inarow.spec import value_text

SETTINGS_FILE = "settings.toml"
EVENTS_FILE = "events.jsonl"
CHECKPOINTS = "checkpoints"
CHECKPOINT_FILE = "checkpoint.json"
LADDER_FILE = "ladder.json"
DATA = "data"
PLOTS = "plots"
MODEL, BEST = "model", "best"
PART = ".*.part"
"""Names of what is being written."""
VERSION = 1

TOML_BYTES = 1 << 20
"""Of settings; a file that was meant to be another, or a device, may have no end."""

MODEL_PLACE = "{model}"
"""Stands for the path of the model in the description of a checkpoint's player."""

TRAINING = b'{"kind": "train"'
"""What the line of an event of training begins with."""

Event = dict[str, Any]

COMMON = ("kind", "step", "games", "seconds")
"""What every event has; all else are figures."""
SAMPLE = "sample"
"""Of an evaluation: the moves of the first game in which the learner moves first."""
PER_SECOND = "_per_second"
"""How the names of speeds end: like the seconds, they are others in a repeated run."""


@dataclass(frozen=True)
class Checkpoint:
    """A state of a learner that its run can go on from, and a player."""

    path: Path
    games: int
    step: int
    seconds: float
    events_bytes: int
    checksums: Mapping[str, str]
    """Of its files, by their names."""
    shards: Mapping[str, str]
    """Likewise of the data that it needs."""
    player: str
    """A description with ``MODEL_PLACE`` in it."""
    score: float | None
    """Mean points of the evaluation at this moment, from 0 to 1; None if there was none."""

    @property
    def model(self) -> Path:
        """What a player loads."""
        return self.path / next(name for name in self.checksums if is_model(name))

    def spec(self) -> str:
        """The description of its player."""
        return self.player.replace(MODEL_PLACE, value_text(str(self.model.resolve())))

    def files(self) -> dict[str, bytes]:
        """The contents of its files; BadFile if one has changed."""
        return {
            name: read_checked(self.path / name, checksum)
            for name, checksum in self.checksums.items()
        }


class RunFolder:
    """A run's folder, new or existing."""

    def __init__(self, path: AnyPath) -> None:
        path = Path(path)
        self.path = path
        self.shards = Shards(path / DATA)
        self._events = path / EVENTS_FILE
        self._known: list[Checkpoint] | None = None
        """The checkpoints, read once by whoever publishes them: a long run has very many."""
        self._published: Checkpoint | None = None
        """The best one, if its model is in its place."""

    def check_new(self) -> None:
        """Refuse a folder that has something in it, but for what a kill left half-written."""
        if self.path.is_dir():
            is_used = any(not each.match(PART) for each in self.path.iterdir())
        else:
            is_used = self.path.exists()
        if is_used:
            raise BadFile(f"{self.path} exists: go on with --resume, or give another name.")

    def create(self, settings: str) -> None:
        """Make the folder, with the text of its settings."""
        self.check_new()
        with writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        self.write_settings(settings)

    def write_settings(self, settings: str) -> None:
        """Replace the settings."""
        with replacing(self.path / SETTINGS_FILE) as aside:
            aside.write_text(settings, encoding="utf-8")

    def settings(self) -> dict[str, Any]:
        """The settings, as they were written."""
        path = self.path / SETTINGS_FILE
        if not path.is_file():
            raise BadFile(f"{self.path} is not the folder of a training run: no {SETTINGS_FILE}.")
        return read_toml(path)

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keep other processes from going on with the same run."""
        try:
            folder = os.open(self.path, os.O_RDONLY)  # files in it are replaced, the folder stays
        except OSError as error:
            raise BadFile(f"{self.path} cannot be read: {error.strerror or error}.") from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(folder)
            raise BadFile(f"{self.path} is in use by another training.") from None
        try:
            self._remove_parts()
            yield
        finally:
            os.close(folder)

    def _remove_parts(self) -> None:
        """What a run that was killed had begun to write."""
        for folder in (self.path, self.path / CHECKPOINTS, self.path / DATA):
            for part in folder.glob(PART):
                _remove(part)

    def add_event(self, event: Event) -> None:
        """Write an event, for readers to see at once."""
        with writing(self._events), self._events.open("ab") as file:
            file.write(json.dumps(event).encode() + b"\n")

    def events(self, most: int | None = None) -> list[Event]:
        """All events so far; a line that is still being written is left out.

        A long run has very many of training: ``most`` takes so many of those, evenly spread.
        """
        if not self._events.is_file():
            return []
        *lines, _ = read_file(self._events).split(b"\n")
        if most is not None and len(lines) > most:
            step = math.ceil(len(lines) / most)
            lines = [
                line
                for number, line in enumerate(lines)
                if number % step == 0 or not line.startswith(TRAINING)
            ]
        try:
            return [json.loads(line) for line in lines]
        except (ValueError, RecursionError) as error:
            raise BadFile(f"{self._events} cannot be read: {error}.") from None

    def cut_events(self, size: int) -> None:
        """Forget the events after so many bytes; BadFile if there are fewer."""
        if self._events_size() < size:  # truncating would fill it up
            raise BadFile(f"{self._events} has lost events that it had at a checkpoint.")
        if self._events.exists():
            with writing(self._events):
                os.truncate(self._events, size)

    def _events_size(self) -> int:
        return self._events.stat().st_size if self._events.exists() else 0

    def save_checkpoint(
        self,
        files: Mapping[str, bytes],
        *,
        games: int,
        step: int,
        seconds: float,
        player: str,
        score: float | None = None,
    ) -> None:
        """Write a checkpoint beside its place, and put it there.

        One of the files is the model. ``player`` describes the player, with ``MODEL_PLACE``.
        """
        path = self._checkpoint_path(games)
        aside = path.with_name(f".{path.name}.{os.getpid()}.part")
        about = {
            "version": VERSION,
            "games": games,
            "step": step,
            "seconds": seconds,
            "events_bytes": self._events_size(),
            "player": player,
            "score": score,
            "files": {name: checksum_of(content) for name, content in files.items()},
            "shards": dict(self.shards.checksums),
        }
        try:
            with writing(path):
                aside.mkdir(parents=True)
                for name, content in files.items():
                    _write(aside / name, content)
                _write(aside / CHECKPOINT_FILE, json.dumps(about, indent=2).encode())
                _remove(path)  # a run that was killed had come here before
                aside.rename(path)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
        self.shards.sweep()
        if self._known is not None:
            while self._known and self._known[-1].games >= games:
                self._known.pop()
            self._known.append(self.checkpoint(games))

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, the oldest first."""
        paths = (self.path / CHECKPOINTS).glob(f"[0-9]*/{CHECKPOINT_FILE}")
        return sorted(map(_checkpoint, paths), key=lambda each: each.games)

    def checkpoint(self, games: int) -> Checkpoint:
        """The checkpoint after so many games; BadFile if there is none."""
        return _checkpoint(self._checkpoint_path(games) / CHECKPOINT_FILE)

    def _checkpoint_path(self, games: int) -> Path:
        return self.path / CHECKPOINTS / f"{games:09d}"

    def publish(self, keep: int = 0) -> None:
        """Write what players load, and delete all checkpoints but the last ones and the best.

        0 keeps all. What it does depends on the checkpoints and the ladder alone, so it may be done
        again.
        """
        if self._known is None:
            self._known = self.checkpoints()
        self._write_model(MODEL, self._known[-1])
        best = self.publish_best(self._known)
        for each in self._known[:-keep] if keep else ():
            if each != best:
                _remove(each.path)
                self._known.remove(each)

    def publish_best(self, checkpoints: Sequence[Checkpoint]) -> Checkpoint | None:
        """Write the model of the best checkpoint, if it is not in its place; returns that one.

        The learner and the ladder may do so at the same time: after its own writing, each of them
        looks again which is the best.
        """
        while (best := self.best(checkpoints)) is not None and best != self._published:
            self._write_model(BEST, best)
            self._published = best
        return best

    def best(self, checkpoints: Sequence[Checkpoint]) -> Checkpoint | None:
        """The best checkpoint by the ladder, or by the evaluations if no ladder was played.

        Of equal evaluations the last counts; without any there is no best. The choice of a ladder
        stays until the next one, because later evaluations are not comparable with its ratings.
        """
        games = self._best_of_ladder()
        if chosen := [each for each in checkpoints if each.games == games]:
            return chosen[0]
        scored = [(each.score, each.games, each) for each in checkpoints if each.score is not None]
        return max(scored, key=lambda each: each[:2])[2] if scored else None

    def _best_of_ladder(self) -> int | None:
        """The games of the checkpoint that the ladder rated highest."""
        path = self.path / LADDER_FILE
        if not path.exists():
            return None
        try:
            return int(json.loads(read_file(path))["best"]["games"])
        except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
            raise BadFile(f"{path} has no ratings of checkpoints: delete it.") from None

    def _write_model(self, name: str, source: Checkpoint) -> None:
        with replacing(self.path / source.model.name.replace(MODEL, name, 1)) as aside:
            aside.write_bytes(source.files()[source.model.name])


def files_to_start_from(path: Path) -> dict[str, bytes]:
    """What a learner can start from: of a run its last checkpoint, of a checkpoint its files.

    Any other file is taken as a model.
    """
    if (path / CHECKPOINT_FILE).is_file():
        return _checkpoint(path / CHECKPOINT_FILE).files()
    if (path / SETTINGS_FILE).is_file():
        checkpoints = RunFolder(path).checkpoints()
        if not checkpoints:
            raise BadFile(f"{path} has no checkpoint to start from.")
        return checkpoints[-1].files()
    if path.exists() and not path.is_file():  # a device or a pipe may have no end
        raise BadFile(f"{path} is not a file of weights, a checkpoint or the folder of a run.")
    return {path.name: read_file(path)}


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file, which may be somebody else's."""
    try:
        content = read_file(path, TOML_BYTES + 1)
        if len(content) > TOML_BYTES:
            raise BadFile(f"{path} is larger than {TOML_BYTES >> 20} MB: it has no settings.")
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}.") from None
    except RecursionError:
        raise BadFile(f"{path} cannot be read: it is nested too deeply.") from None


def _checkpoint(path: Path) -> Checkpoint:
    try:
        about = json.loads(read_file(path))
        version = about["version"]
        found = Checkpoint(
            path.parent,
            int(about["games"]),
            int(about["step"]),
            float(about["seconds"]),
            int(about["events_bytes"]),
            {str(name): str(checksum) for name, checksum in about["files"].items()},
            {str(name): str(checksum) for name, checksum in about["shards"].items()},
            str(about["player"]),
            None if about["score"] is None else float(about["score"]),
        )
    except (ValueError, AttributeError, LookupError, TypeError, OverflowError, RecursionError):
        raise BadFile(f"{path} is not the description of a checkpoint.") from None
    if min(found.games, found.step, found.events_bytes) < 0 or not 0 <= found.seconds < math.inf:
        raise BadFile(f"{path} is not the description of a checkpoint.")
    if version != VERSION:
        raise BadFile(f"{path} has version {version}; this inarow reads version {VERSION}.")
    if any(Path(name).name != name for name in (*found.checksums, *found.shards)):
        raise BadFile(f"{path} names a file outside of its checkpoint.")
    if sum(map(is_model, found.checksums)) != 1:
        raise BadFile(f"{path} does not name one model.")
    return found


def is_model(name: str) -> bool:
    """Whether a file of a checkpoint is its model."""
    return name.startswith(f"{MODEL}.")


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    """Delete a file or folder, if it is there; a folder never looks like half of one."""
    with writing(path):
        if path.is_dir():
            aside = path.with_name(f".{path.name.strip('.')}.gone.part")
            path.rename(aside)
            shutil.rmtree(aside)
        else:
            path.unlink(missing_ok=True)
