"""A fair queue: people take turns, and each one's own things keep their order."""

from __future__ import annotations

from collections import deque


class FairQueue:
    """Things that wait, by whose they are.

    Who was served goes behind all others who wait, so one person with many things delays another
    by one thing at most.

    >>> queue = FairQueue()
    >>> for owner, thing in (("a", "1"), ("a", "2"), ("a", "3"), ("b", "4")):
    ...     queue.add(owner, thing)
    >>> [queue.take() for _ in range(len(queue))]
    [('a', '1'), ('b', '4'), ('a', '2'), ('a', '3')]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[str]] = {}  # owners in the order of their turns

    def add(self, owner: str, thing: str) -> None:
        """Put a thing behind its owner's others."""
        self._waiting.setdefault(owner, deque()).append(thing)

    def take(self) -> tuple[str, str]:
        """The next thing and whose it is; IndexError if nothing waits."""
        if not self._waiting:
            raise IndexError("Nothing waits.")
        owner = next(iter(self._waiting))
        mine = self._waiting.pop(owner)
        thing = mine.popleft()
        if mine:
            self._waiting[owner] = mine  # now the last
        return owner, thing

    def remove(self, thing: str) -> bool:
        """Take a thing out, wherever it is; whether it was there."""
        for owner, mine in self._waiting.items():
            if thing in mine:
                mine.remove(thing)
                if not mine:
                    del self._waiting[owner]
                return True
        return False

    def count(self, owner: str) -> int:
        """How many things of one owner wait."""
        return len(self._waiting.get(owner, ()))

    def __contains__(self, thing: object) -> bool:
        return any(thing in mine for mine in self._waiting.values())

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))
