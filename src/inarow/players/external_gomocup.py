"""Another program's engine of m,n,k games as a player, by the Gomocup protocol.

If a state continues the last one, the engine gets only the opponent's move, else the whole board.

Limits of nodes and depth are sent as ``INFO max_node`` and ``max_depth``. These are extensions that
some engines support, ours included; others use the time limit only.
"""

from __future__ import annotations

from inarow.errors import BadSpec
from inarow.games import Game, State
from inarow.player import Limits
from inarow.players.external import EXTERNAL
from inarow.players.process_player import DEFAULT_TIME, ProcessPlayer, Program
from inarow.protocols.gomocup.client import Client, board_lines, rule_bits
from inarow.protocols.gomocup.notation import is_played, point_text

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
