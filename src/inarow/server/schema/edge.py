"""Answers of every part of the server: errors, and that it is up."""

from __future__ import annotations

from typing import Literal

from inarow.server.schema.base import Message

ErrorWord = Literal[
    "bad-request",
    "not-found",
    "not-yours",
    "not-now",
    "too-large",
    "too-many",
    "cross-site",
    "failed",
]


class ProblemDetails(Message):
    """Why a request was refused: a word for programs and a sentence for people."""

    error: ErrorWord
    message: str


class ErrorEvent(ProblemDetails):
    """Why a command on a socket was refused; nothing has changed."""

    type: Literal["error"] = "error"


class PingEvent(Message):
    """The connection is alive: sent every few seconds on every socket, see edge/connections.py."""

    type: Literal["ping"] = "ping"


class Health(Message):
    """The server is up."""

    status: Literal["ok"] = "ok"
    version: str
