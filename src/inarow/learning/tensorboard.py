"""The figures of a run for TensorBoard, in ``DIR/tensorboard``: ``tensorboard --logdir DIR``.

The scalars are ``train/NAME`` and ``evaluation/OPPONENT/NAME``, and their step is the number of
games; a game of each evaluation is a text. A run that goes on writes a new file, which says that
what came after its checkpoint does not count; TensorBoard hides those points.

``SummaryWriter`` of tensorboardX writes from a queue, in a thread of its own: a kill loses what is
in it, and if the disk is full, the run waits for ever. So only its records are used here; each is
written at once.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from inarow.extras import needs
from inarow.files import create_folder, writing
from inarow.runlog import COMMON, SAMPLE, Event, RunFolder

FOLDER = "tensorboard"
FILES = "events.out.tfevents"
"""How the names of the files begin, by which TensorBoard finds them."""


def check_installed() -> None:
    """Refuse what cannot be written, before anything is."""
    with needs("tensorboard", "train"):
        import tensorboardX  # noqa: F401, PLC0415


@contextmanager
def writing_scalars(
    folder: RunFolder, games: int, seconds: float, on_event: Callable[[Event], None] | None
) -> Iterator[Callable[[Event], None]]:
    """What to call with each event: it is written for TensorBoard, and told to ``on_event``.

    ``games`` and ``seconds`` are those of the run so far.
    """
    is_new = not (folder.path / FOLDER).exists()
    with ScalarFile(folder, games, time.time() - seconds) as scalars:
        for event in folder.events() if is_new else ():  # of a run that got the setting later
            scalars.add(event)

        def listen(event: Event) -> None:
            scalars.add(event)
            if on_event is not None:
                on_event(event)

        yield listen


class ScalarFile:
    """A file of scalars, from a number of games on; ``begun`` is when the run would have begun."""

    def __init__(self, folder: RunFolder, games: int, begun: float) -> None:
        from tensorboardX.proto.event_pb2 import Event as Record  # noqa: PLC0415
        from tensorboardX.proto.event_pb2 import SessionLog  # noqa: PLC0415
        from tensorboardX.proto.summary_pb2 import Summary  # noqa: PLC0415
        from tensorboardX.record_writer import masked_crc32c  # noqa: PLC0415
        from tensorboardX.summary import text  # noqa: PLC0415

        self._record, self._summary, self._checksum = Record, Summary, masked_crc32c
        self._text = text
        self._begun = begun
        # TensorBoard reads the files in the order of their names.
        self._path = folder.path / FOLDER / f"{FILES}.{time.time():.0f}.{games:09d}"
        create_folder(self._path.parent)
        with writing(self._path):
            self._file = self._path.open("wb", buffering=0)
        self._write(wall_time=begun, file_version="brain.Event:2")
        start = SessionLog(status=SessionLog.START)
        self._write(wall_time=begun, step=games + 1, session_log=start)  # no others from here on

    def __enter__(self) -> ScalarFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, event: Event) -> None:
        """Write the figures of an event."""
        group = "/".join(str(event[key]) for key in ("kind", "opponent") if key in event)
        values = [
            self._summary.Value(tag=f"{group}/{name}", simple_value=value)
            for name, value in event.items()
            if name not in COMMON and isinstance(value, int | float)
        ]
        if SAMPLE in event:
            values += self._text(f"{group}/{SAMPLE}", str(event[SAMPLE])).value
        self._write(
            wall_time=self._begun + event["seconds"],
            step=event["games"],
            summary=self._summary(value=values),
        )

    def _write(self, **fields: Any) -> None:
        """Append a record: its length and its content, each with a checksum."""
        content = self._record(**fields).SerializeToString()
        length = struct.pack("<Q", len(content))
        checksums = (struct.pack("<I", self._checksum(each)) for each in (length, content))
        record = b"".join((length, next(checksums), content, next(checksums)))
        with writing(self._path):
            self._file.write(record)
