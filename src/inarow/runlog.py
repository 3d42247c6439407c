"""The folder of a training run.

    settings.toml     what is learned, and how
    events.jsonl      what happened: one object a line with kind, step, games, seconds and figures
    checkpoints/      a folder for each, named by its games
    model.*           what a player loads

Learners write it; commands and the lab read it. A checkpoint is written aside and renamed, with the
checksums of its files and the length that the events had. A run that was killed goes on from its
last checkpoint: what was written after it is cut off, and comes again.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inarow.errors import BadFile
from inarow.files import replacing

SETTINGS_FILE = "settings.toml"
EVENTS_FILE = "events.jsonl"
CHECKPOINTS = "checkpoints"
CHECKPOINT_FILE = "checkpoint.json"
VERSION = 1

Event = dict[str, Any]

COMMON = ("kind", "step", "games", "seconds")
"""What every event has; all else are figures."""


@dataclass(frozen=True)
class Checkpoint:
    """A state of a learner that its run can go on from."""

    path: Path
    games: int
    step: int
    seconds: float
    events_bytes: int
    checksums: Mapping[str, str]

    def files(self) -> dict[str, bytes]:
        """The contents of its files; BadFile if one has changed."""
        found = {}
        for name, checksum in self.checksums.items():
            content = _read(self.path / name)
            if hashlib.sha256(content).hexdigest() != checksum:
                raise BadFile(f"{self.path / name} has changed since it was written.")
            found[name] = content
        return found


class RunFolder:
    """A run's folder, new or existing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._events = path / EVENTS_FILE

    def create(self, settings: str) -> None:
        """Make the folder, with the text of its settings."""
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise BadFile(f"{self.path} exists: go on with --resume, or give another name.")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{self.path} cannot be made: {error.strerror or error}.") from None
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
        folder = os.open(self.path, os.O_RDONLY)  # files in it are replaced, the folder stays
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._remove_parts()
            yield
        except BlockingIOError:
            raise BadFile(f"{self.path} is in use by another training.") from None
        finally:
            os.close(folder)

    def _remove_parts(self) -> None:
        """What a run that was killed had begun to write."""
        for part in [*self.path.glob(".*.part"), *(self.path / CHECKPOINTS).glob(".*.part")]:
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink()

    def add_event(self, event: Event) -> None:
        """Write an event, for readers to see at once."""
        try:
            with self._events.open("ab") as file:
                file.write(json.dumps(event).encode() + b"\n")
        except OSError as error:
            raise BadFile(f"{self._events} cannot be written: {error.strerror or error}.") from None

    def events(self) -> list[Event]:
        """All events so far; a line that is still being written is left out."""
        if not self._events.is_file():
            return []
        *lines, _ = _read(self._events).split(b"\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError as error:
            raise BadFile(f"{self._events} cannot be read: {error}.") from None

    def cut_events(self, size: int) -> None:
        """Forget the events after so many bytes."""
        if size or self._events.exists():
            os.truncate(self._events, size)

    def save_checkpoint(
        self, files: Mapping[str, bytes], *, games: int, step: int, seconds: float
    ) -> None:
        """Write a checkpoint beside its place, and put it there."""
        path = self.path / CHECKPOINTS / f"{games:09d}"
        aside = path.with_name(f".{path.name}.{os.getpid()}.part")
        about = {
            "version": VERSION,
            "games": games,
            "step": step,
            "seconds": seconds,
            "events_bytes": self._events.stat().st_size if self._events.exists() else 0,
            "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        }
        try:
            aside.mkdir(parents=True)
            for name, content in files.items():
                _write(aside / name, content)
            _write(aside / CHECKPOINT_FILE, json.dumps(about, indent=2).encode())
            if path.exists():  # a run that was killed had come here before
                shutil.rmtree(path)
            aside.rename(path)
        except OSError as error:
            raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from None
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, the oldest first."""
        paths = sorted((self.path / CHECKPOINTS).glob(f"[0-9]*/{CHECKPOINT_FILE}"))
        return [_checkpoint(path) for path in paths]

    def write_model(self, name: str, content: bytes) -> None:
        """Write what a player loads."""
        with replacing(self.path / name) as aside:
            aside.write_bytes(content)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file."""
    try:
        return tomllib.loads(_read(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}.") from None


def _checkpoint(path: Path) -> Checkpoint:
    try:
        about = json.loads(_read(path))
        version = about["version"]
        found = Checkpoint(
            path.parent,
            int(about["games"]),
            int(about["step"]),
            float(about["seconds"]),
            int(about["events_bytes"]),
            {str(name): str(checksum) for name, checksum in about["files"].items()},
        )
    except (json.JSONDecodeError, AttributeError, LookupError, TypeError):
        raise BadFile(f"{path} is not the description of a checkpoint.") from None
    if version != VERSION:
        raise BadFile(f"{path} has version {version}; this inarow reads version {VERSION}.")
    if any(Path(name).name != name for name in found.checksums):
        raise BadFile(f"{path} names a file outside of its checkpoint.")
    return found


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
