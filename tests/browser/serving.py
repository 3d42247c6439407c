"""An `inarow serve` of the tests' own: started, stopped, killed and started again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

COMMAND = [sys.executable, "-c", "from inarow.cli.main import main; main()", "serve"]
READY = re.compile(r"Serving inarow at (http://127\.0\.0\.1:(\d+))/")
START_SECONDS = 90  # it takes about two; noisy machines take longer
STOP_SECONDS = 30


class Server:
    """A server on loopback with a data folder of its own; every start is on the same port."""

    def __init__(self, folder: Path, database: str | None = None, *options: str) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'inarow.db'}"
        self.options = options
        self.port = 0  # the first start picks a free one
        self.log: list[str] = []  # every line that it wrote, over all starts
        self._process: subprocess.Popen[str] | None = None
        self._ready = threading.Event()

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; returns when it answers."""
        data = str(self.folder)
        self._ready.clear()
        self._process = subprocess.Popen(
            [*COMMAND, "--port", str(self.port), "--db", self.database, *self.options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            # Where platformdirs looks for the user's data folder.
            env={**os.environ, "HOME": data, "XDG_DATA_HOME": data, "PYTHONUNBUFFERED": "1"},
        )
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        deadline = time.monotonic() + START_SECONDS
        while not (self._ready.wait(0.1) and self._answers()):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError("inarow serve did not start:\n" + "\n".join(self.log))

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.log.append(line.rstrip("\n"))
            if ready := READY.search(line):
                self.port = int(ready[2])
                self._ready.set()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """Ask it to end, as a system that shuts down would, and wait until it has."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"inarow serve did not end in {STOP_SECONDS} s.") from None
        self._process = None

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop it and start it again, on the same port and the same database."""
        self.stop()
        self.start()

    def errors(self) -> list[str]:
        """Lines of its log that tell of a fault in the server."""
        return [line for line in self.log if re.search(r"Traceback|^\s*(ERROR|CRITICAL)\b", line)]
