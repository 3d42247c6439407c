"""What passes the edge, counted for ``/metrics``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")


@dataclass
class Traffic:
    """Counts since the server started; nothing about who it was.

    >>> traffic = Traffic()
    >>> traffic.count_answer(404)
    >>> traffic.answers["4xx"]
    1
    """

    answers: Counter[str] = field(default_factory=Counter)
    """Of requests, by the class of their status."""
    open_sockets: int = 0
    refused_sockets: int = 0

    def count_answer(self, status: int) -> None:
        """Count the answer to a request."""
        self.answers[f"{status // 100}xx"] += 1
