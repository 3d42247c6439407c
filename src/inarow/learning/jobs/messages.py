"""Messages between a backend and its child processes, over pipes.

A message is two lengths, a header in JSON and a body of bytes. Nothing in it can run.

    to a child        network {checksum}, body: its file
                      job {id, job}
    from a child      done {id}, body: the shard
                      failed {id, error, message, trace}
                      slots {count}: how many jobs it wants at once (Ray)

A child keeps the last ``KEPT`` networks that it was sent. Its parent counts along, and sends a
network only if the child does not have it.
"""

from __future__ import annotations

import json
import struct
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from inarow import errors
from inarow.errors import InarowError
from inarow.learning.jobs.job import Job, run_job
from inarow.untrusted_text import one_line

KEPT = 2
"""Networks that a child keeps: the present one, and the last one for jobs that are repeated."""

LONGEST_HEADER = 1 << 20
LONGEST_BODY = 1 << 34
"""Bytes. Only a child that writes something else than messages comes near."""

_LENGTHS = struct.Struct(">IQ")

_ERRORS: dict[str, type[InarowError]] = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, InarowError) and kind is not errors.PlayerFailed
}
"""Those that are made of a sentence alone, by their names."""

Kept = TypeVar("Kept")


class Message(NamedTuple):
    """What is sent: ``header["type"]`` says what it is."""

    header: dict[str, Any]
    body: bytes = b""

    def as_bytes(self) -> bytes:
        """The message as it is sent."""
        header = json.dumps(self.header).encode()
        return _LENGTHS.pack(len(header), len(self.body)) + header + self.body


class MessageReader:
    """Makes messages of bytes that arrive in pieces.

    >>> reader = MessageReader()
    >>> data = Message({"type": "done", "id": 3}, b"shard").as_bytes()
    >>> list(reader.feed(data[:9])), list(reader.feed(data[9:]))
    ([], [Message(header={'type': 'done', 'id': 3}, body=b'shard')])
    """

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        """The messages that are complete with these bytes; ValueError if they are none."""
        self._data += data
        while len(self._data) >= _LENGTHS.size:
            header, body = _LENGTHS.unpack_from(self._data)
            if header > LONGEST_HEADER or body > LONGEST_BODY:
                raise ValueError("not a message")
            start, end = _LENGTHS.size + header, _LENGTHS.size + header + body
            if len(self._data) < end:
                return
            fields = json.loads(self._data[_LENGTHS.size : start])
            message = Message(fields, bytes(self._data[start:end]))
            del self._data[:end]
            yield message


def keep_network(kept: dict[str, Kept], checksum: str, network: Kept) -> None:
    """Add a network to those that a child keeps; child and parent do it in the same order."""
    kept[checksum] = network
    while len(kept) > KEPT:
        del kept[next(iter(kept))]


def answer(job: Job, network: bytes) -> Message:
    """Run a job; returns the answer of a child but for the id."""
    try:
        return Message({"type": "done"}, run_job(job, network))
    except Exception as error:
        return failure(error, str(job))


def failure(error: Exception, what: str) -> Message:
    """The message of an error: of ours its sentence, of others what failed and how."""
    if isinstance(error, InarowError):
        return Message({"type": "failed", "error": type(error).__name__, "message": str(error)})
    reason = f"{type(error).__name__}: {one_line(error):.200}"
    return Message(
        {
            "type": "failed",
            "error": InarowError.__name__,
            "message": f"{what} failed: {reason}.",
            "trace": traceback.format_exc()[-8000:],
        }
    )


def error_of(header: dict[str, Any]) -> InarowError:
    """The error of a failed job, to raise here; the child's traceback is a note of it."""
    error = _ERRORS.get(header["error"], InarowError)(header["message"])
    if trace := header.get("trace"):
        error.add_note(trace)
    return error
