"""Host and Origin of requests: only pages of this server may use it.

A page of another site can make a browser send requests and open sockets here; the Origin that the
browser adds is then not the requested host. A name of another site can be made to point to
127.0.0.1 (DNS rebinding), so a server that listens on loopback answers to loopback names only.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from inarow.server.edge.refusals import CrossSite

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?", re.ASCII)
_LOOPBACK_4 = re.compile(r"127(\.\d{1,3}){3}", re.ASCII)


def is_loopback(host: str) -> bool:
    """Whether a server that listens there is reached from its own machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    return host in LOOPBACK or f"[{host}]" in LOOPBACK or bool(_LOOPBACK_4.fullmatch(host))


def check_origin(headers: Headers, listens_on: str) -> None:
    """Raise CrossSite for a wrong host or the origin of another site; programs send no Origin."""
    hosts = headers.getlist("host")
    named = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if named is None:
        raise CrossSite("A request must name one host, as in Host: localhost:8000.")
    if is_loopback(listens_on):
        name = named[1].lower()
        if name not in LOOPBACK and not is_loopback(name):
            raise CrossSite("This server answers on localhost and 127.0.0.1 only.")
    for origin in headers.getlist("origin"):
        if not _same_host(origin, hosts[0]):
            raise CrossSite("Pages of another site cannot use this server.")


def _same_host(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
