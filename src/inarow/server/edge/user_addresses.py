"""Where people were last seen: one who changes the cookie at will still has one address."""

from __future__ import annotations

from collections import OrderedDict

MOST_PEOPLE = 10_000  # who are remembered; those seen longest ago are forgotten


class UserAddresses:
    """The address of each user.

    >>> seen = UserAddresses()
    >>> seen.note("ann", "10.0.0.1")
    >>> seen.of("ann"), seen.of("bob")
    ('10.0.0.1', 'bob')
    """

    def __init__(self, most: int = MOST_PEOPLE) -> None:
        self._most = most
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, user: str, address: str) -> None:
        """Somebody was seen at an address."""
        self._addresses[user] = address
        self._addresses.move_to_end(user)
        if len(self._addresses) > self._most:
            self._addresses.popitem(last=False)

    def of(self, user: str) -> str:
        """Where somebody was last seen; who is forgotten counts as a place of its own."""
        return self._addresses.get(user, user)
