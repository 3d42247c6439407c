"""``external``: another Gomocup engine as a player.

The engine is a child process that is started at the first move and kept for further games. If a
state continues the last one, the engine gets only the opponent's move, else the whole board. Its
time is measured from the last byte that we send to the arrival of its answer; starting does not
count.

Limits of nodes and depth are sent as ``INFO max_node`` and ``max_depth``. These are extensions that
some engines support, ours included; others use the time limit only.

What it cannot do: make an engine deterministic.
"""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import cast

from inarow.errors import BadSpec, GameOver
from inarow.games import Game, State
from inarow.player import Decision, Limits, Player, search_stats
from inarow.players.player_type import PlayerType
from inarow.protocols.gomocup.client import Client, board_lines, rule_bits, split_command
from inarow.protocols.gomocup.notation import LARGEST, SMALLEST, is_played, point_text
from inarow.spec import Parameter, Value

DEFAULT_TIME = 1.0
"""Seconds for a move without a time limit."""

UNLIMITED = 2**31 - 1
"""The protocol's value for a match without a clock, in ms."""

TOURNAMENT = 2
"""``INFO game_type``: the opponent is a program in a tournament."""


class ExternalPlayer(Player):
    """An engine that speaks the Gomocup protocol.

    Times are measured at the arrival of its answers. ``close()`` ends the engine, and a later
    ``act`` starts a new one.
    """

    is_timed = True

    def __init__(
        self,
        game: Game,
        command: str,
        *,
        memory: int = 0,
        start: float = 30.0,
        patience: float = 2.0,
        directory: str = "",
        folder: str = "",
        info: str = "",
        name: str = "",
        fresh: bool = False,
    ) -> None:
        if not is_played(game):
            raise BadSpec(f"Gomocup engines do not play {game.name}: {EXTERNAL.summary}.")
        self._game = game
        self._words, self._directory = split_command(command, directory)
        self._memory, self._start, self._patience = memory, start, patience
        self._folder = str(Path(folder).absolute()) if folder else ""
        self._extras = [pair.split(None, 1) for pair in info.split(";") if pair.strip()]
        if any(len(pair) != 2 for pair in self._extras):
            raise BadSpec(f"info={info!r} cannot be read: write info=key value;key value.")
        self._name = name or Path(self._words[0]).name  # until the engine has sent its own
        self._fresh = fresh
        self._client: Client | None = None
        self._finalizer: weakref.finalize[..., ExternalPlayer] | None = None
        self._known: list[int] = []  # the moves on the engine's board
        self._thinking = False
        self.version = name
        """Name and version as sent by the engine, after its start."""

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Request a move; PlayerFailed if there is no legal answer, and the engine is killed."""
        if state.game != self._game:
            raise BadSpec(f"This player was made for {self._game}, not for {state.game}.")
        if state.is_terminal():
            raise GameOver(f"The game is over ({state.status()}): there is no move to choose.")
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

    def stop(self) -> None:
        """Make a running ``act`` fail now, by killing the engine; may be called from any thread."""
        client = self._client
        if client is not None and self._thinking:
            client.process.stop()

    def close(self) -> None:
        """End the engine: by END, then by a kill."""
        client = self._client
        if client is not None:
            client.close()
            self._drop()

    @property
    def messages(self) -> tuple[str, ...]:
        """The last lines of MESSAGE and DEBUG that the running engine wrote."""
        return () if self._client is None else tuple(self._client.messages)

    def _ask(self, state: State, limits: Limits) -> tuple[int, float]:
        history = state.history()
        going_on = bool(self._known) and history[:-1] == self._known
        client = self._client if going_on else self._on_empty_board()
        assert client is not None
        seconds = self._tell_limits(client, limits, new_game=not going_on)
        if not history:
            lines = ["BEGIN"]
        elif going_on or len(history) == 1:
            lines = [f"TURN {point_text(history[-1], state.game)}"]
        else:
            lines = board_lines(state)
        return client.move(lines, state, seconds + self._patience)

    def _on_empty_board(self) -> Client:
        """The engine with an empty board: restarted if it supports that, else started."""
        client = self._client
        if client is not None:
            if not self._fresh and client.restart(self._start):
                return client
            self.close()
        client = self._client = Client(
            self._words,
            name=self._name,
            directory=self._directory,
            memory=self._memory,
            folder=self._folder,
        )
        self._finalizer = weakref.finalize(self, client.kill)
        client.start(self._game.columns, self._game.rows, self._start)
        if client.about and not self.version:
            self.version = client.about
        client.process.name = self.version or self._name
        return client

    def _tell_limits(self, client: Client, limits: Limits, *, new_game: bool) -> float:
        """Send INFO; returns the seconds that this move may take."""
        left = float("inf") if limits.left is None else limits.left
        turn = limits.time
        if turn is None:
            turn = DEFAULT_TIME if limits.left is None else left
        if new_game:
            client.info("timeout_match", 0 if limits.left is None else _ms(left))
            client.info("max_memory", self._memory << 20)
            client.info("game_type", TOURNAMENT)
            client.info("rule", rule_bits(self._game))
            client.info("folder", client.folder)
            for key, value in self._extras:
                client.info(key, value)
        if new_game or limits.time is not None:
            client.info("timeout_turn", _ms(turn))
        for key, limit in (("max_node", limits.nodes or limits.sims), ("max_depth", limits.depth)):
            if limit is not None:
                client.info(key, limit)
        if limits.left is not None and limits.increment:
            client.info("time_increment", _ms(limits.increment))  # of Yixin's extended protocol
        client.info("time_left", UNLIMITED if limits.left is None else _ms(left), again=True)
        return min(turn, left, UNLIMITED / 1000)

    def _drop(self) -> None:
        """Drop the engine; it is killed if it still runs."""
        self._client, self._known = None, []
        if self._finalizer is not None:
            self._finalizer()


def _ms(seconds: float) -> int:
    if seconds == 0:
        return 0
    return max(1, int(min(seconds * 1000, UNLIMITED)))  # 0 would mean "as fast as possible"


def _make(game: Game, seed: int, values: dict[str, Value]) -> ExternalPlayer:
    return ExternalPlayer(
        game,
        cast(str, values["cmd"]),
        memory=cast(int, values["memory"]),
        start=cast(float, values["start"]),
        patience=cast(float, values["patience"]),
        directory=cast(str, values["dir"]),
        folder=cast(str, values["folder"]),
        info=cast(str, values["info"]),
        name=cast(str, values["name"]),
        fresh=cast(bool, values["fresh"]),
    )


EXTERNAL = PlayerType(
    "external",
    "somebody else's Gomocup engine; five in a row, "
    f"{SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST}",
    (
        Parameter(
            "cmd",
            "",
            "the command to run; in double quotes if it has commas",
            required=True,
        ),
        Parameter("memory", 0, "MB that it may use with all it starts; 0: any", 0, 1 << 20),
        Parameter("start", 30.0, "seconds to start and to answer START", 0.01, 3600.0),
        Parameter("patience", 2.0, "seconds after its limit until it is killed", 0.0, 3600.0),
        Parameter("dir", "", "directory to run in; default: its own if it is given by a path"),
        Parameter("folder", "", "directory for what it wants to keep; default: a temporary one"),
        Parameter("info", "", "more INFO to send at the start of a game: key value;key value"),
        Parameter("name", "", "name to show; default: what it says about itself"),
        Parameter("fresh", False, "a new process for every game"),
    ),
    _make,
    is_played,
    runs_program=True,
)
