"""The addresses of users: somebody who changes the cookie still has the same address."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.types import Scope

MOST_USERS = 10_000  # remembered at once; the least recently seen is forgotten


class UserAddresses:
    """The last known address of each user.

    >>> seen = UserAddresses()
    >>> seen.note("ann", "10.0.0.1")
    >>> seen.of("ann"), seen.of("bob")
    ('10.0.0.1', 'bob')
    """

    def __init__(self, most: int = MOST_USERS) -> None:
        self._most = most
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, user: str, address: str) -> None:
        """Remember the address of a user."""
        self._addresses[user] = address
        self._addresses.move_to_end(user)
        if len(self._addresses) > self._most:
            self._addresses.popitem(last=False)

    def of(self, user: str) -> str:
        """The address of a user; an unknown user counts as an address of their own."""
        return self._addresses.get(user, user)


def address_of(scope: Scope) -> str:
    """The address that a connection comes from; of IPv6, the /64 network of a household or host.

    >>> address_of({"client": ("2001:db8::1:2", 5000)})
    '2001:db8::/64'
    """
    host: str = (scope.get("client") or ("unknown", 0))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


async def get_address(connection: HTTPConnection) -> str:
    """The address that a request came from."""
    return address_of(connection.scope)


AddressDep = Annotated[str, Depends(get_address)]
