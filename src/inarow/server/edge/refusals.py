"""Refusals: the class decides the HTTP status, the message is a sentence for people."""

from __future__ import annotations

from typing import ClassVar

from inarow.errors import InarowError
from inarow.server.schema.edge import ErrorWord


class Refused(InarowError):
    """A request that is not carried out; nothing has changed."""

    status: ClassVar[int] = 400
    error: ClassVar[ErrorWord] = "bad-request"


class NotFound(Refused):
    """There is no such game, run or address."""

    status = 404
    error = "not-found"


class NotYours(Refused):
    """Somebody else's game, seat or run."""

    status = 403
    error = "not-yours"


class NotNow(Refused):
    """Not possible in this state: out of turn, over, already taken."""

    status = 409
    error = "not-now"


class PayloadTooLarge(Refused):
    """More bytes than the server reads."""

    status = 413
    error = "too-large"


class TooMany(Refused):
    """More than one user, or all users together, may have at once."""

    status = 429
    error = "too-many"


class CrossSite(Refused):
    """Sent by a page of another site."""

    status = 403
    error = "cross-site"
