"""What the manager's side of every protocol has: a connection to an engine that is not trusted."""

from __future__ import annotations

import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence

from inarow.errors import PlayerFailed
from inarow.player import LogLine
from inarow.protocols.processes.pipes import OutputLine
from inarow.protocols.processes.process import EngineProcess
from inarow.protocols.record import End

WRITE_WAIT = 5.0
"""Seconds in which an engine must read what it is sent; normally it fits into the pipe."""

KEPT_MESSAGES = 20


class EngineClient(ABC):
    """A connection to an engine; every failure ends it.

    While a move is due, the next line that is no remark is the answer. A second answer is as
    illegal as a wrong one.
    """

    farewell = ""
    """What asks the engine to exit."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        name: str,
        directory: str | None = None,
        memory: int = 0,
        folder: str = "",
        log: LogLine | None = None,
    ) -> None:
        self.messages: deque[str] = deque(maxlen=KEPT_MESSAGES)
        self.about = ""
        """Name and version, if the engine has sent them."""
        self._asked = False  # whether a move has been requested yet
        self._own_folder = "" if folder else tempfile.mkdtemp(prefix="inarow-engine-")
        self.folder = folder or self._own_folder
        try:
            self.process = EngineProcess(
                words,
                name=name,
                directory=directory,
                memory=memory,
                folder=self._own_folder,
                log=log,
            )
        except BaseException:
            self._remove_folder()
            raise

    @abstractmethod
    def is_remark(self, text: str) -> bool:
        """Whether a line is a message that may come at any time; it is handled there."""

    def close(self) -> None:
        """Ask the engine to exit, then kill the process."""
        if self.process.is_ours:
            self.process.close(self.farewell)
            self._remove_folder()

    def kill(self) -> None:
        """Without asking."""
        if self.process.is_ours:
            self.process.kill()
            self._remove_folder()

    def send(self, *lines: str) -> float:
        """Send lines; returns the time when the last byte was in the pipe."""
        text = "".join(f"{line}\n" for line in lines)
        return self.process.write(text, time.perf_counter() + WRITE_WAIT)

    def request(self, lines: Sequence[str], limit: float) -> tuple[OutputLine, float]:
        """Send lines that ask for a move; the answer, and when the request was sent.

        A failure tells the seconds until it.
        """
        self.refuse_strays()
        self._asked = True
        sent = self.send(*lines)
        try:
            return self.answer(sent + limit), sent
        except PlayerFailed as failure:
            failure.seconds = time.perf_counter() - sent
            raise

    def answer(self, deadline: float) -> OutputLine:
        """The next line that is no remark."""
        while self.is_remark((line := self.process.read(deadline, "move")).text):
            pass
        return line

    def refuse_strays(self) -> None:
        """Handle unexpected lines: a banner before the first move, later a fault."""
        for line in self.process.waiting_lines():
            if self.is_remark(line.text) or not self._asked:
                continue
            raise self.illegal(f"answered twice: after its move it also wrote {line.text!r}")

    def illegal(self, what: str) -> PlayerFailed:
        """The failure of an engine that did what is not allowed; it is killed."""
        return self.process.fail(End.ILLEGAL, what)

    def _remove_folder(self) -> None:
        if self._own_folder:
            shutil.rmtree(self._own_folder, ignore_errors=True)
