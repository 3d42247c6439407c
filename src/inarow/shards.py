"""The data of a training run, in files that never change; see ``runlog``.

A checkpoint names the shards that it needs. A shard that is newer than the last checkpoint belongs
to a *job*: a text that says all that it was made from. It is kept with a hash of the job beside it,
so that a run that was killed, and comes to the same job again, need not do it a second time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from inarow.errors import BadFile
from inarow.files import replacing, writing

JOB_SUFFIX = ".job"
"""Of the file with the hashes of a job and its shard, beside the shard."""


class Shards:
    """The data of a run.

    What a checkpoint needs is on disk as long as it is the last one: a file is deleted only when a
    checkpoint without it is in its place.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._checksums: dict[str, str] = {}
        self._waiting: set[str] = set()
        """Shards of jobs that were done but do not count yet, perhaps by a run that was killed."""

    @property
    def checksums(self) -> Mapping[str, str]:
        """The shards that count now, the oldest first."""
        return self._checksums

    def add(self, name: str, content: bytes) -> None:
        """Write a shard."""
        self._write(name, content)
        self._checksums[name] = checksum_of(content)

    def keep(self, name: str, content: bytes, job: str) -> None:
        """Write a shard that does not count yet, with what it was made from."""
        self._write(name, content)
        about = {"job": checksum_of(job.encode()), "shard": checksum_of(content)}
        self._write(name + JOB_SUFFIX, json.dumps(about).encode())
        self._waiting.add(name)

    def kept(self, name: str, job: str) -> bytes | None:
        """The content of a shard that was made from the same job; None if there is none."""
        if name not in self._waiting:
            return None
        try:
            content = (self._path / name).read_bytes()
            about = json.loads((self._path / (name + JOB_SUFFIX)).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        same = {"job": checksum_of(job.encode()), "shard": checksum_of(content)}
        return content if about == same else None

    def count(self, name: str, content: bytes) -> None:
        """Let a shard that was kept count from now on."""
        self._waiting.remove(name)
        self._checksums[name] = checksum_of(content)

    def read(self, name: str) -> bytes:
        """The content of a shard; BadFile if it has changed."""
        return read_checked(self._path / name, self._checksums[name])

    def drop(self, name: str) -> None:
        """Do without a shard from the next checkpoint on."""
        del self._checksums[name]

    def restore(self, checksums: Mapping[str, str]) -> None:
        """Have the shards of a checkpoint; others may wait for their jobs to come again."""
        self._checksums = dict(checksums)
        jobs = self._path.glob(f"*{JOB_SUFFIX}")
        names = {path.name.removesuffix(JOB_SUFFIX) for path in jobs}
        self._waiting = {name for name in names - set(checksums) if (self._path / name).is_file()}
        self.sweep()

    def forget_kept(self) -> None:
        """Delete the shards whose jobs will not come again, as the run has ended."""
        self._waiting.clear()
        self.sweep()

    def sweep(self) -> None:
        """Delete the files of shards that neither count nor wait."""
        waiting = {name + JOB_SUFFIX for name in self._waiting} | self._waiting
        for path in self._path.glob("*"):
            if path.name not in self._checksums and path.name not in waiting:
                with writing(path):
                    path.unlink()

    def _write(self, name: str, content: bytes) -> None:
        with writing(self._path / name):
            self._path.mkdir(exist_ok=True)
        with replacing(self._path / name) as aside:
            aside.write_bytes(content)


def checksum_of(content: bytes) -> str:
    """The SHA-256 of a content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def read_file(path: Path, most: int = -1) -> bytes:
    """The content of a file; with ``most``, so many bytes of it."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:  # no file can have such a name
        raise BadFile(f"{str(path)!r} cannot be read: {error}.") from None


def read_checked(path: Path, checksum: str) -> bytes:
    """The content of a file; BadFile if it has changed."""
    content = read_file(path)
    if checksum_of(content) != checksum:
        raise BadFile(f"{path} has changed since it was written.")
    return content
