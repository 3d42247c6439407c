"""Files of trained weights: where they are, whether they are whole, and each loaded only once.

Shipped weights are named, and ``manifest.json`` beside them has the SHA-256 of each and the games
that they are for. Files of users are given by a path; they end with the CRC-32 of all bytes before.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import struct
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from inarow.errors import BadFile
from inarow.files import expand_home
from inarow.games import Game

MANIFEST_FILE = "manifest.json"

MODEL_FILES = "model.*"
"""The file in the folder of a training run that a player loads."""

KEPT_BYTES = 256 << 20
"""The size of all files that are kept loaded."""

MOST_BYTES = 4 << 30
"""The largest file that is read: damaged or hostile ones may be of any size."""

SETTLED_NS = 100_000_000
"""A file that was written less than this ago is not kept: the next write may have the same time."""

_PACKAGE = Path(__file__).parents[1]
_CHECKSUM = struct.Struct("<I")

Version = tuple[int, int, int, int]
"""Device, inode, size and time of a file: another version of it has others."""
SIZE = 2

T = TypeVar("T")


def weights_file(name: str) -> Path:
    """A file of the shipped weights: in the package when installed, else in the repository.

    >>> weights_file("gomoku.linenet").suffix
    '.linenet'
    """
    for folder in (_PACKAGE / "weights", _PACKAGE.parents[1] / "weights"):
        if (folder / name).is_file():
            return folder / name
    raise BadFile(f"The weights {name} are missing: install inarow again.")


@lru_cache(maxsize=1)
def shipped_weights() -> Mapping[str, Mapping[str, Any]]:
    """The manifest of the shipped weights, by the names of their files."""
    manifest: dict[str, dict[str, Any]] = json.loads(weights_file(MANIFEST_FILE).read_bytes())
    return manifest


def weights_fit(name: str, game: Game) -> bool:
    """Whether shipped weights are for a game.

    The manifest lists facts of the games: each is a value, or the lowest and the highest one.

    >>> import inarow
    >>> [weights_fit("gomoku.linenet", inarow.load_game(spec)) for spec in ("gomoku", "7x7x5")]
    [True, False]
    """

    def fits(fact: str, wanted: Any) -> bool:
        here = getattr(game, fact)
        if isinstance(wanted, list):
            return bool(wanted[0] <= here <= wanted[1])
        return bool(here == wanted)

    games: list[dict[str, Any]] = shipped_weights()[name]["games"]
    return any(all(fits(*fact) for fact in facts.items()) for facts in games)


def find_weights(text: str) -> Path:
    """The file of weights that a user names: shipped weights, a file, or the folder of a run."""
    if text in shipped_weights():
        return weights_file(text)
    path = expand_home(text)
    if not path.is_dir():
        return path
    models = sorted(path.glob(MODEL_FILES))
    if len(models) != 1:
        found = "no" if not models else "more than one"
        raise BadFile(f"{path} has {found} {MODEL_FILES}: give the file of the weights.")
    return models[0]


def load_weights(path: Path, parse: Callable[[Path, bytes], T]) -> T:
    """What ``parse`` makes of the content of a file, from the cache if the file has not changed.

    All callers share the result, so it must not change. A shipped file must be the one of the
    manifest; ``parse`` checks others, by ``without_checksum``.
    """
    return _CACHE.load(path, parse)


def with_checksum(content: bytes) -> bytes:
    """The content of a file, with its checksum at the end.

    >>> without_checksum(Path("some.file"), with_checksum(b"weights"))
    b'weights'
    """
    return content + _CHECKSUM.pack(zlib.crc32(content))


def without_checksum(path: Path, content: bytes) -> bytes:
    """The content that ``with_checksum`` got; BadFile if a bit of it has changed."""
    end = len(content) - _CHECKSUM.size
    if end < 0 or _CHECKSUM.unpack_from(content, end)[0] != zlib.crc32(memoryview(content)[:end]):
        raise BadFile(f"{path} is damaged: its length or checksum is wrong.")
    return content[:end]


class _Cache:
    """Loaded files, the most recently used last, for any thread."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._most = most_bytes
        self._lock = threading.Lock()  # also while a file is loaded: nobody loads it a second time
        self._loaded: OrderedDict[object, tuple[Version, object]] = OrderedDict()

    def load(self, path: Path, parse: Callable[[Path, bytes], T]) -> T:
        try:
            _check_kind(path)
            with path.open("rb") as file, self._lock:
                about = os.fstat(file.fileno())
                # Our own files are renamed into their place, so a new one has another inode.
                version = about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns
                key = path.absolute(), parse
                known, loaded = self._loaded.get(key, (None, None))
                if known != version:
                    content = file.read()
                    _check_shipped(path, content)
                    loaded = parse(path, content)
                    if time.time_ns() - about.st_mtime_ns < SETTLED_NS:
                        return loaded
                    self._loaded[key] = version, loaded
                self._loaded.move_to_end(key)
                while sum(version[SIZE] for version, _ in self._loaded.values()) > self._most:
                    self._loaded.popitem(last=False)
                return cast("T", loaded)
        except OSError as error:
            raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None


def _check_kind(path: Path) -> None:
    """Refuse what has no end, or may never begin: devices and pipes."""
    try:
        about = path.stat()
    except ValueError as error:  # no file can have such a name
        raise BadFile(f"{str(path)!r} cannot be read: {error}.") from None
    if not stat.S_ISREG(about.st_mode):
        raise BadFile(f"{path} is not a file of weights: it is a folder, a device or a pipe.")
    if about.st_size > MOST_BYTES:
        raise BadFile(f"{path} is not a file of weights: it is larger than {MOST_BYTES >> 30} GB.")


def _check_shipped(path: Path, content: bytes) -> None:
    entry = shipped_weights().get(path.name)
    if entry is None or path.absolute().parent != weights_file(MANIFEST_FILE).parent:
        return
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise BadFile(
            f"{path} is damaged: its checksum is not that of {MANIFEST_FILE}; install inarow again."
        )


_CACHE = _Cache()
