"""Jobs on many machines, by Ray, and the one place that decides where jobs run.

Ray runs in a child process, the driver, which passes jobs on. See ``jobs/ray_driver.py``.
"""

from __future__ import annotations

import importlib.util
import re
import socket
import sys
import time
from collections.abc import Sequence

from inarow.errors import BadSpec, InarowError
from inarow.extras import MissingExtra
from inarow.learning.jobs.backend import Backend, InProcess
from inarow.learning.jobs.child import GRACE, Child, wait_for
from inarow.learning.jobs.messages import Message
from inarow.learning.jobs.processes import LOOK_EVERY, ChildBackend, Processes, Work

DRIVER = (sys.executable, "-P", "-m", "inarow.learning.jobs.ray_driver")

NO_REPORTS = {"RAY_USAGE_STATS_ENABLED": "0"}
"""For the driver's environment: Ray would report to its makers how it is used."""

REACH_WITHIN, CONNECT_WITHIN = 5.0, 60.0
"""Seconds to reach the head, and to connect to its cluster."""

NO_WORK = Work((), {}, None)

AUTO = "auto"
"""The cluster that this machine belongs to."""

_ADDRESS = re.compile(r"([\w.-]+):(\d{1,5})")


class RayBackend(ChildBackend):
    """Runs jobs on a Ray cluster that this machine belongs to: ``auto``, or the head's HOST:PORT.

    Ray restarts processes that die, and jobs of machines that are lost are repeated on others. If
    the cluster itself is lost, ``run`` raises an error, and the next ``run`` connects anew.
    """

    def __init__(self, address: str, command: Sequence[str] = DRIVER) -> None:
        super().__init__()
        self._address, self._command = address, command
        self._slots: int | None = None
        """Jobs that the driver wants at once; None until it is connected."""
        self._connect()

    def _connect(self) -> None:
        """Start a driver, and wait until it is connected."""
        _check(self._address)
        child = Child([*self._command, self._address], NO_REPORTS)
        self._children, self._slots = [child], None
        deadline = time.monotonic() + CONNECT_WITHIN
        try:
            while self._slots is None:
                self._check_stopped()
                if time.monotonic() >= deadline:
                    raise InarowError(f"The cluster {self._address} does not answer.")
                wait_for(self._children, LOOK_EVERY)
                for message in child.exchange():
                    self._take(child, message, NO_WORK)
                if not child.is_open:
                    child.end(GRACE)
                    self._lost(child, NO_WORK)
        except BaseException:
            self._end(self._children)
            raise

    def _hand_out(self, work: Work) -> None:
        """As many jobs as the driver wants."""
        if not self._children:
            self._connect()
        (driver,) = self._children
        while work.pending and len(driver.jobs) < (self._slots or 0):
            work.give_to(driver)

    def _take(self, child: Child, message: Message, work: Work) -> None:
        if message.header["type"] == "slots":
            self._slots = message.header["count"]
        else:
            super()._take(child, message, work)

    def _lost(self, child: Child, work: Work) -> None:
        how = child.how_it_ended()
        error = InarowError(f"The cluster {self._address} was lost: its driver {how}.")
        error.add_note(child.last_error())
        raise error


def backend_for(workers: int, cluster: str = "") -> Backend:
    """Where jobs run: on a cluster, or here in so many processes, or in this one.

    >>> backend_for(1)
    <inarow.learning.jobs.backend.InProcess object at ...>
    """
    if cluster:
        return RayBackend(cluster)
    return Processes(workers) if workers > 1 else InProcess()


def _check(address: str) -> None:
    """Refuse what is wrong at first sight; Ray would try for a minute."""
    if importlib.util.find_spec("ray") is None:  # to import it takes seconds
        raise MissingExtra("A cluster needs ray: pip install 'inarow[cluster]'.")
    if address == AUTO:
        return
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise BadSpec(f"cluster={address!r:.60} is not valid: write auto or the head's HOST:PORT.")
    try:
        socket.create_connection((match[1], int(match[2])), REACH_WITHIN).close()
    except UnicodeError:  # from Python's codec of host names
        raise BadSpec(f"cluster={address!r:.60} is not valid: it has no host name.") from None
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InarowError(f"No Ray cluster can be reached at {address}: {reason}.") from None
