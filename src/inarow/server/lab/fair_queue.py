"""A fair queue: users take turns, and the items of one user keep their order."""

from __future__ import annotations

from collections import deque


class FairQueue:
    """Items that wait, by their owner.

    An owner who was served goes behind all others who wait, so an owner with many items delays
    another by one item at most.

    >>> queue = FairQueue()
    >>> for owner, item in (("a", "1"), ("a", "2"), ("a", "3"), ("b", "4")):
    ...     queue.add(owner, item)
    >>> [queue.take() for _ in range(len(queue))]
    [('a', '1'), ('b', '4'), ('a', '2'), ('a', '3')]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[str]] = {}  # owners in the order of their turns

    def add(self, owner: str, item: str) -> None:
        """Put an item behind the others of its owner."""
        self._waiting.setdefault(owner, deque()).append(item)

    def take(self) -> tuple[str, str]:
        """The next item with its owner; IndexError if nothing waits."""
        if not self._waiting:
            raise IndexError("Nothing waits.")
        owner = next(iter(self._waiting))
        mine = self._waiting.pop(owner)
        item = mine.popleft()
        if mine:
            self._waiting[owner] = mine  # now the last
        return owner, item

    def remove(self, item: str) -> bool:
        """Remove an item; whether it was there."""
        for owner, mine in self._waiting.items():
            if item in mine:
                mine.remove(item)
                if not mine:
                    del self._waiting[owner]
                return True
        return False

    def count(self, owner: str) -> int:
        """How many items of one owner wait."""
        return len(self._waiting.get(owner, ()))

    def __contains__(self, item: object) -> bool:
        return any(item in mine for mine in self._waiting.values())

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))
