"""The process of a run, on the server's side: see ``worker.py``."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

LINE_BYTES = 1 << 20
"""The longest report; twelve players with their history take about 40 kB."""

PATIENCE_SECONDS = 10.0
"""How long a process may take to stop before it is killed; most take about 50 ms."""

LOG_FILE = "worker.log"
"""The standard error of a worker: empty, unless it has a bug."""


class WorkerProcess:
    """A process that goes on with the run in a directory."""

    def __init__(self, process: Process) -> None:
        """Use ``start``."""
        self._process = process

    @classmethod
    async def start(cls, kind: str, directory: Path) -> WorkerProcess:
        """Start the process of a run of a kind: a tournament or a training."""
        with (directory / LOG_FILE).open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", f"inarow.server.lab.{kind}_worker", str(directory)),
                stdin=PIPE,  # closing it tells the worker to stop
                stdout=PIPE,
                stderr=log,
                limit=LINE_BYTES,
                start_new_session=True,  # Ctrl-C in a terminal is for the server only
            )
        return cls(process)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    async def reports(self) -> AsyncIterator[dict[str, Any]]:
        """Its reports, until it ends."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            # A process that is killed may leave half a line.
            with contextlib.suppress(ValueError):
                report = json.loads(line)
                if isinstance(report, dict):
                    yield report

    def ask_to_stop(self) -> None:
        """Have it stop soon; its last reports still arrive."""
        # Not by a signal: sending one may reap the process before asyncio does.
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def end(self) -> None:
        """End the process, by force if it does not stop."""
        self.ask_to_stop()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
