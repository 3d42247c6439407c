"""``external``: another program's engine as a player; of m,n,k games by the Gomocup protocol.

If a state continues the last one, the engine gets only the opponent's move, else the whole board.
Engines of ultimate are in ``external_ultimate``.

Limits of nodes and depth are sent as ``INFO max_node`` and ``max_depth``. These are extensions that
some engines support, ours included; others use the time limit only.

What it cannot do: make an engine deterministic.
"""

from __future__ import annotations

from typing import cast

from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Limits, Player
from inarow.players.external_ultimate import DIALECTS, external_ultimate
from inarow.players.player_type import PlayerType
from inarow.players.process_player import DEFAULT_TIME, ProcessPlayer, Program
from inarow.protocols.gomocup.client import Client, board_lines, rule_bits
from inarow.protocols.gomocup.notation import LARGEST, SMALLEST, is_played, point_text
from inarow.spec import Parameter, Value

UNLIMITED = 2**31 - 1
"""The protocol's value for a match without a clock, in ms."""

TOURNAMENT = 2
"""``INFO game_type``: the opponent is a program in a tournament."""


class ExternalPlayer(ProcessPlayer[Client]):
    """An engine that speaks the Gomocup protocol."""

    def __init__(self, game: Game, program: Program, info: str = "") -> None:
        if not is_played(game):
            raise BadSpec(f"Gomocup engines do not play {game.name}: {EXTERNAL.summary}.")
        super().__init__(game, program, Client)
        self._extras = [pair.split(None, 1) for pair in info.split(";") if pair.strip()]
        if any(len(pair) != 2 for pair in self._extras):
            raise BadSpec(f"info={info!r} cannot be read: write info=key value;key value.")

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
        return client.move(lines, state, seconds + self._program.patience)

    def _on_empty_board(self) -> Client:
        """The engine with an empty board: restarted if it supports that, else started."""
        client, start = self._client, self._program.start
        if client is not None:
            if not self._program.fresh and client.restart(start):
                return client
            self.close()
        rows, columns = self._game.rows, self._game.columns
        return self._new_client(lambda new: new.start(columns, rows, start))

    def _tell_limits(self, client: Client, limits: Limits, *, new_game: bool) -> float:
        """Send INFO; returns the seconds that this move may take."""
        left = float("inf") if limits.left is None else limits.left
        turn = limits.time
        if turn is None:
            turn = DEFAULT_TIME if limits.left is None else left
        if new_game:
            client.info("timeout_match", 0 if limits.left is None else _ms(left))
            client.info("max_memory", self._program.memory << 20)
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


def _ms(seconds: float) -> int:
    if seconds == 0:
        return 0
    return max(1, int(min(seconds * 1000, UNLIMITED)))  # 0 would mean "as fast as possible"


def _make(game: Game, seed: int, values: dict[str, Value]) -> Player:
    program = Program(
        cast(str, values["cmd"]),
        memory=cast(int, values["memory"]),
        start=cast(float, values["start"]),
        patience=cast(float, values["patience"]),
        directory=cast(str, values["dir"]),
        folder=cast(str, values["folder"]),
        name=cast(str, values["name"]),
        fresh=cast(bool, values["fresh"]),
    )
    if game.kind == "ultimate":
        return external_ultimate(game, program, cast(str, values["dialect"]))
    return ExternalPlayer(game, program, cast(str, values["info"]))


def _plays(game: Game) -> bool:
    return game.kind == "ultimate" or is_played(game)


EXTERNAL = PlayerType(
    "external",
    "somebody else's engine: by the Gomocup protocol five in a row, "
    f"{SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST}; by ours or CodinGame's ultimate",
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
        Parameter(
            "dialect",
            "inarow",
            "what an ultimate engine speaks: our line protocol, or the input of CodinGame's "
            "referee",
            choices=DIALECTS,
        ),
    ),
    _make,
    _plays,
    runs_program=True,
)
