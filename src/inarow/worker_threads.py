"""Threads that share work: if the system has no room for all of them, it goes on with fewer.

``cpp/games/helper_threads.h`` does the same for the threads of a search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

CANNOT_START = "can't start new thread"
"""What Python says, as a plain RuntimeError, when the system refuses a thread."""


def start_threads(count: int, work: Callable[[], object], name: str) -> list[threading.Thread]:
    """Start up to ``count`` daemon threads that call ``work``; at least one, or it raises.

    If not all can start, the stacks of those that did fill the memory. Then half of them end again,
    to leave some for the work; so nobody begins before it is known how many there are.

    >>> [thread.join() for thread in start_threads(2, lambda: None, "nothing")]
    [None, None]
    """
    known = threading.Event()
    most = count

    def run(number: int) -> None:
        known.wait()
        if number < most:
            work()

    threads: list[threading.Thread] = []
    try:
        for number in range(count):
            thread = threading.Thread(target=run, args=(number,), name=name, daemon=True)
            thread.start()
            threads.append(thread)
    except (RuntimeError, MemoryError):
        if not threads:
            raise
        most = (len(threads) + 1) // 2
    finally:
        known.set()
    for thread in threads[most:]:
        thread.join()
    return threads[:most]
