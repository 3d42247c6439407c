"""A log that nobody can fill: a line that repeats itself is written once a minute, with a count.

uvicorn logs a line for every connection that is not HTTP and for every socket that is refused, and
anybody can open thousands of those.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

SECONDS = 60.0

REFUSED = "A socket was refused."
_UNFINISHED = "ASGI callable returned without completing handshake."
"""What uvicorn says about every socket that was refused with an answer."""


class RepeatLimit(logging.Filter):
    """Passes each message once in ``SECONDS``; the next one says how many were left out.

    Messages with a traceback are passed on: they are for us to mend.

    >>> limit = RepeatLimit(clock=lambda: moment)
    >>> def log(text):
    ...     record = logging.makeLogRecord({"msg": text})
    ...     return record.getMessage() if limit.filter(record) else None
    >>> moment = 0.0
    >>> [log("Invalid request."), log("Invalid request."), log("Another.")]
    ['Invalid request.', None, 'Another.']
    >>> moment = 60.0
    >>> log("Invalid request.")
    'Invalid request. (and 1 more since the last such line)'
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[str, tuple[float, int]] = {}  # by text: when it was logged, left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; it may be changed."""
        if record.exc_info:
            return True
        text = str(record.msg)  # without its values, of which there may be any number
        if text == _UNFINISHED:
            record.msg, record.levelno, record.levelname = REFUSED, logging.WARNING, "WARNING"
        now = self._clock()
        logged, left_out = self._seen.get(text, (-SECONDS, 0))
        if now - logged < SECONDS:
            self._seen[text] = (logged, left_out + 1)
            return False
        self._seen[text] = (now, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more since the last such line)"
        return True


def limit_repeats(log: logging.Logger) -> None:
    """Add the limit to a log, once."""
    if not any(isinstance(each, RepeatLimit) for each in log.filters):
        log.addFilter(RepeatLimit())
