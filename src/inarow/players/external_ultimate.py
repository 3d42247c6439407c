"""Another program's engine of ultimate as a player, in one of two dialects.

``inarow`` is our line protocol: every request has the whole game and all limits. ``codingame`` is
the input of CodinGame's referee: the engine gets its opponent's last move and the legal ones, and
remembers the rest itself. So it plays whole games only, each in a new process, and keeps its own
time: 0.1 s a move, 1 s for the first, unless it is compiled otherwise.
"""

from __future__ import annotations

from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Limits, Player
from inarow.players.process_player import DEFAULT_TIME, ProcessPlayer, Program
from inarow.protocols.ultimate.client import CodingameClient, LineClient


def external_ultimate(game: Game, program: Program, dialect: str) -> Player:
    """A player whose engine speaks the dialect."""
    kind = LinePlayer if dialect == "inarow" else CodingamePlayer
    return kind(game, program)


class LinePlayer(ProcessPlayer[LineClient]):
    """An engine that speaks our line protocol."""

    def __init__(self, game: Game, program: Program) -> None:
        super().__init__(game, program, LineClient)

    def _ask(self, state: State, limits: Limits) -> tuple[int, float]:
        if limits.time is None and limits.left is None:
            limits = Limits(
                time=DEFAULT_TIME, nodes=limits.nodes or limits.sims, depth=limits.depth
            )
        client = self._client_for(state)
        return client.move(state, limits, most_seconds(limits) + self._program.patience)

    def _client_for(self, state: State) -> LineClient:
        """The running engine, which is told of a new game; a new one if it must be fresh."""
        client, seconds = self._client, self._program.start
        goes_on = bool(self._known) and state.history()[: len(self._known)] == self._known
        if client is not None and not goes_on:
            if self._program.fresh:
                self.close()
                client = None
            else:
                client.new_game(self._game, seconds)
        return client or self._new_client(lambda new: new.start(self._game, seconds))


class CodingamePlayer(ProcessPlayer[CodingameClient]):
    """An engine that reads the input of CodinGame's referee."""

    def __init__(self, game: Game, program: Program) -> None:
        super().__init__(game, program, CodingameClient)

    def _ask(self, state: State, limits: Limits) -> tuple[int, float]:
        history = state.history()
        goes_on = self._client is not None and history[:-1] == self._known
        if not goes_on:
            if len(history) > 1:
                raise BadSpec(
                    "An engine that reads CodinGame's input plays whole games from the empty "
                    "board: use --openings none."
                )
            self.close()
        client = self._client if goes_on else None
        client = client or self._new_client(lambda new: None)
        # The first answer comes after the program has started, which is not part of its time.
        start = 0.0 if goes_on else self._program.start
        action, seconds = client.move(state, start + most_seconds(limits) + self._program.patience)
        return action, max(0.0, seconds - start)


def most_seconds(limits: Limits) -> float:
    """The seconds that a move may take."""
    given = [each for each in (limits.time, limits.left) if each is not None]
    return min(given, default=DEFAULT_TIME)
