"""Rate limits: token buckets for many users, in bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 10_000  # keys remembered at once; the least recently used is forgotten

Rate = tuple[float, int]
"""Tokens a second, and the size of the bucket."""


class TokenBucket:
    """A token bucket: it refills at a rate, up to its size.

    >>> now = [0.0]
    >>> bucket = TokenBucket((2.0, 3), lambda: now[0])
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    >>> bucket.wait()
    0.5
    >>> now[0] = 0.5
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_clock", "_rate", "_size", "_time", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size = rate
        self._clock = clock
        self._tokens = float(self._size)
        self._time = clock()

    def take(self) -> bool:
        """Take a token, if there is one."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is a token."""
        self._refill()
        return max(0.0, 1 - self._tokens) / self._rate

    @property
    def half_full(self) -> bool:
        """Whether the bucket is at least half full."""
        self._refill()
        return self._tokens >= self._size / 2

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._time) * self._rate)
        self._time = now


class RateLimiter:
    """A token bucket for each key, such as a user or an address.

    >>> limiter = RateLimiter((1.0, 1))
    >>> limiter.take("ann"), limiter.take("ann"), limiter.take("bob")
    (True, False, True)
    """

    def __init__(self, rate: Rate, most_keys: int = MOST_KEYS) -> None:
        self._rate = rate
        self._most_keys = most_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of this key, if there is one."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate)
            if len(self._buckets) > self._most_keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()

    def __len__(self) -> int:
        return len(self._buckets)
