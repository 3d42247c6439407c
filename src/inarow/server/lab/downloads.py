"""The files of a run that anybody may download.

A name from the web is only looked up in the list of the run's files, so it can reach nothing else.
All are sent as attachments of no type: the browser never shows one as a page of this site.
"""

from __future__ import annotations

import asyncio
import csv
import io
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import Response, StreamingResponse

from inarow.arena.records import complete_size
from inarow.errors import BadFile
from inarow.protocols.formats import find_format
from inarow.runlog import BEST, COMMON, EVENTS_FILE, MODEL, SETTINGS_FILE, RunFolder
from inarow.server.edge.refusals import NotNow, TooMany
from inarow.server.lab.export_worker import PLOTS_FILE, REFUSED, REPORT_FILE
from inarow.server.lab.game_index import GameIndex
from inarow.server.schema.lab import RatedPlayer

CHUNK = 1 << 16
MAKING_SECONDS = 120.0
MAKING_AT_ONCE = 2  # files that need a process of their own
SLUG_LENGTH = 60

RATINGS_FILE = "ratings.csv"
GAMES_JSONL = "games.jsonl"
GAMES_SGF = "games.sgf"
EVENTS_CSV = "events.csv"

Rows = Iterable[Sequence[object]]


@dataclass(frozen=True)
class Content:
    """What is sent: the parts, and how many bytes they have if that is known."""

    parts: Iterable[bytes]
    size: int | None = None

    @classmethod
    def of(cls, data: bytes) -> Content:
        """Bytes that are in memory."""
        return cls([data], len(data))


def attachment(content: Content, filename: str) -> Response:
    """The answer that a browser saves under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    if content.size is not None:
        headers["Content-Length"] = str(content.size)
    return StreamingResponse(content.parts, media_type="application/octet-stream", headers=headers)


def filename_of(title: str, key: str, name: str) -> str:
    """The name under which a file is saved: plain letters, whatever the title is.

    >>> filename_of('Gomoku 15 x 15: "greedy" and ../mcts', "q3_Zx", "ratings.csv")
    'gomoku-15-x-15-greedy-and-mcts-q3_Zx-ratings.csv'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower())[:SLUG_LENGTH].strip("-")
    return "-".join(filter(None, (slug, key, name)))


def tournament_files(games: int) -> list[str]:
    """The files of a tournament with so many games."""
    return [RATINGS_FILE, GAMES_JSONL, GAMES_SGF, REPORT_FILE] if games else []


def training_files(directory: Path) -> list[str]:
    """The files that a training run has so far."""
    events = directory / EVENTS_FILE
    found = [EVENTS_CSV, EVENTS_FILE, PLOTS_FILE] if _has_content(events) else []
    for name in (BEST, MODEL):
        found += sorted(path.name for path in directory.glob(f"{name}.*") if path.is_file())
    if (directory / SETTINGS_FILE).is_file():
        found.append(SETTINGS_FILE)
    return found


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def stored_file(path: Path) -> Content:
    """A file as it is; of one that grows by lines, the complete ones."""
    try:
        most = complete_size(path) if path.suffix == ".jsonl" else None
        stream = path.open("rb")
        size = os.fstat(stream.fileno()).st_size if most is None else most
    except OSError as error:
        raise BadFile(f"{path.name} cannot be read: {error.strerror}.") from None

    def parts() -> Iterator[bytes]:
        left = size
        with stream:
            while left and (part := stream.read(min(CHUNK, left))):
                left -= len(part)
                yield part

    return Content(parts(), size)


def games_as_sgf(index: GameIndex) -> Content:
    """All games in one SGF file, which may have several."""
    encode = find_format("sgf").encode

    def parts() -> Iterator[bytes]:
        for number in range(1, len(index) + 1):
            record = index.record(number)
            if record is not None:
                yield encode(record)

    return Content(parts())


def ratings_as_csv(table: Sequence[RatedPlayer]) -> Content:
    """The table of a tournament."""
    columns = [name for name in RatedPlayer.model_fields if name != "note"]
    rows = (
        [place, *(getattr(row, name) for name in columns)] for place, row in enumerate(table, 1)
    )
    return _csv(["place", *columns], rows)


def events_as_csv(directory: Path) -> Content:
    """The events of a training run: a row for each, with a column for each figure of any."""
    events = RunFolder(directory).events()
    columns = list(dict.fromkeys([*COMMON, *(name for event in events for name in event)]))
    return _csv(columns, ([event.get(name) for name in columns] for event in events))


def _csv(head: Sequence[str], rows: Rows) -> Content:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    return Content.of(text.getvalue().encode())


class Exporter:
    """Makes files in processes of their own: few at once, and one at a time for each user."""

    def __init__(self) -> None:
        self._users: set[str] = set()
        self._turns = asyncio.Semaphore(MAKING_AT_ONCE)

    async def make(self, user: str, name: str, directory: Path) -> Content:
        """Make a file of a run; see ``export_worker``."""
        async with self._turn(user):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "inarow.server.lab.export_worker"),
                *(name, str(directory)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=PIPE,
                stderr=PIPE,
                start_new_session=True,  # Ctrl-C in a terminal is for the server only
            )
            try:
                async with asyncio.timeout(MAKING_SECONDS):
                    made, message = await process.communicate()
            except TimeoutError:
                raise NotNow(f"{name} could not be made in time: try again later.") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode == REFUSED:
            raise BadFile(message.decode(errors="replace"))
        if process.returncode:
            raise RuntimeError(f"{name} was not made: {message.decode(errors='replace')}")
        return Content.of(made)

    @asynccontextmanager
    async def _turn(self, user: str) -> AsyncIterator[None]:
        if user in self._users:
            raise TooMany("Another file is being prepared for you: wait until it is there.")
        self._users.add(user)
        try:
            async with self._turns:
                yield
        finally:
            self._users.discard(user)
