"""What all players have whose engine is another program, whatever protocol it speaks.

The engine is a child process that is started at the first move and kept for further games. Its time
is measured from the last byte that we send to the arrival of its answer; starting does not count.
"""

from __future__ import annotations

import weakref
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from inarow.games import Game, State
from inarow.player import Decision, Limits, LogLine, Player, check_turn, search_stats
from inarow.protocols.processes.client import EngineClient
from inarow.protocols.processes.command import split_command
from inarow.protocols.processes.process_memory import used_bytes

DEFAULT_TIME = 1.0
"""Seconds for a move without a time limit."""

C = TypeVar("C", bound=EngineClient)


class Program(NamedTuple):
    """How an engine is run."""

    command: str
    memory: int = 0
    """MB that it may use; 0: any."""
    start: float = 30.0
    """Seconds to start."""
    patience: float = 2.0
    """Seconds after its limit until it is killed."""
    directory: str = ""
    folder: str = ""
    name: str = ""
    """To show; empty: what it says about itself."""
    fresh: bool = False
    """Whether every game has a new process."""


class ProcessPlayer(Player, Generic[C]):
    """An engine in a process of its own.

    Times are measured at the arrival of its answers. ``close()`` ends the engine, and a later
    ``act`` starts a new one.
    """

    is_timed = True

    def __init__(self, game: Game, program: Program, client: Callable[..., C]) -> None:
        self._game, self._program, self._make_client = game, program, client
        self._words, self._directory = split_command(program.command, program.directory)
        self._folder = str(Path(program.folder).absolute()) if program.folder else ""
        self._name = program.name or Path(self._words[0]).name  # until it has sent its own
        self._client: C | None = None
        self._finalizer: weakref.finalize[..., ProcessPlayer[C]] | None = None
        self._known: list[int] = []  # the moves on the engine's board
        self._thinking = False
        self._log: LogLine | None = None
        self.version = program.name
        """Name and version as sent by the engine, after its start."""

    @abstractmethod
    def _ask(self, state: State, limits: Limits) -> tuple[int, float]:
        """Request a move of the engine; the action, and the seconds that it took."""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Request a move; PlayerFailed if there is no legal answer, and the engine is killed."""
        check_turn(state, self._game)
        self._thinking = True
        try:
            action, seconds = self._ask(state, limits or Limits())
        except BaseException:  # also after Ctrl-C its state is not known
            self._drop()
            raise
        finally:
            self._thinking = False
        self._known = [*state.history(), action]
        return Decision(action=action, stats=search_stats(seconds=seconds))

    def log_protocol(self, log: LogLine) -> None:
        """Pass every line that the engine gets and writes to ``log``, from its next start on."""
        self._log = log

    def stop(self) -> None:
        """Make a running ``act`` fail now, by killing the engine; may be called from any thread."""
        client = self._client
        if client is not None and self._thinking:
            client.process.stop()

    def close(self) -> None:
        """End the engine: by asking it to exit, then by a kill."""
        client = self._client
        if client is not None:
            client.close()
            self._drop()

    @property
    def messages(self) -> tuple[str, ...]:
        """The last remarks that the running engine wrote."""
        return () if self._client is None else tuple(self._client.messages)

    @property
    def used_memory(self) -> int:
        """Bytes that the running engine has used at its peak; 0 without one, or if not known."""
        return 0 if self._client is None else used_bytes(self._client.process.pid)

    def _new_client(self, start: Callable[[C], None]) -> C:
        """A new process, after ``start`` has told it what it needs."""
        client = self._client = self._make_client(
            self._words,
            name=self._name,
            directory=self._directory,
            memory=self._program.memory,
            folder=self._folder,
            log=self._log,
        )
        self._finalizer = weakref.finalize(self, client.kill)
        start(client)
        if client.about and not self.version:
            self.version = client.about
        client.process.name = self.version or self._name
        return client

    def _drop(self) -> None:
        """Drop the engine; it is killed if it still runs."""
        self._client, self._known = None, []
        if self._finalizer is not None:
            self._finalizer()
