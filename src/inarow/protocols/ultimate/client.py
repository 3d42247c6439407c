"""The manager's side of both protocols of ultimate: see docs/ultimate-protocol.md."""

from __future__ import annotations

import time

from inarow.errors import BadNotation
from inarow.games import Game, State
from inarow.player import Limits
from inarow.protocols.processes.client import EngineClient
from inarow.protocols.processes.pipes import quoted
from inarow.protocols.record import End
from inarow.protocols.ultimate.codingame import cell_text, parse_cell, turn_lines

VERSION = "1"
HELLO = f"inarow {VERSION}"
"""The first line of our protocol, of both sides."""


class LineClient(EngineClient):
    """Our line protocol."""

    farewell = "quit\n"

    def start(self, game: Game, seconds: float) -> None:
        """Exchange versions, and say which game it is."""
        deadline = time.perf_counter() + seconds
        answer = self._order(HELLO, "inarow", deadline)
        version, _, about = answer.partition(" ")
        if version != VERSION:
            raise self.process.fail(
                End.CRASH, f"speaks version {quoted(version, 20)!r} of the protocol, not {VERSION}"
            )
        self.about = quoted(about, 80)
        self.new_game(game, seconds)

    def new_game(self, game: Game, seconds: float) -> None:
        """Begin a game on the empty board."""
        self.refuse_strays()
        self._order(f"game {game.spec}", "ready", time.perf_counter() + seconds)

    def move(self, state: State, limits: Limits, most: float) -> tuple[int, float]:
        """Request a move within ``most`` seconds; the action, and the seconds that it took."""
        moves = " ".join(map(state.game.action_to_string, state.history()))
        line, sent = self.request([f"position {moves}".rstrip(), go_line(limits)], most)
        word, *rest = line.text.split() or [""]
        if word.lower() != "bestmove" or not rest:
            raise self.illegal(f"answered {quoted(line.text)!r} where bestmove was due")
        try:
            action = state.game.string_to_action(rest[0])
        except BadNotation:
            raise self.illegal(f"played {quoted(rest[0])!r}, which is not a cell") from None
        return checked(self, state, action, rest[0]), max(0.0, line.at - sent)

    def is_remark(self, text: str) -> bool:
        """Lines that start with ``info``."""
        if text.split(maxsplit=1)[:1] != ["info"]:
            return False
        self.messages.append(quoted(text))
        return True

    def _order(self, command: str, due: str, deadline: float) -> str:
        """Send a command; what follows the word of its answer. Skips a banner before it."""
        self.send(command)
        while True:
            text = self.process.read(deadline, f"answer to {quoted(command)}").text
            word, _, rest = text.strip().partition(" ")
            if word == due:
                return rest.strip()
            if word == "error":
                raise self.process.fail(End.CRASH, f"refused {command!r}: {quoted(rest)}")
            self.messages.append(quoted(text))


class CodingameClient(EngineClient):
    """The input of CodinGame's referee: the engine knows nothing but the moves of one game."""

    def move(self, state: State, most: float) -> tuple[int, float]:
        """Request a move within ``most`` seconds; the action, and the seconds that it took."""
        line, sent = self.request(turn_lines(state), most)
        action = parse_cell(line.text)
        if action is None:
            raise self.illegal(f"answered {quoted(line.text)!r}, which is not a row and a column")
        return checked(self, state, action, cell_text(action)), max(0.0, line.at - sent)

    def is_remark(self, text: str) -> bool:
        """Everything but empty lines is an answer."""
        return not text.strip()


def go_line(limits: Limits) -> str:
    """The command that asks for a move, with all limits; times in milliseconds.

    >>> go_line(Limits(time=0.1, nodes=500))
    'go time 100 nodes 500'
    """
    seconds = {"time": limits.time, "left": limits.left}
    if limits.left is not None and limits.increment:
        seconds["increment"] = limits.increment
    counts = {"nodes": limits.nodes or limits.sims, "depth": limits.depth}
    words = [
        f"{key} {max(1, int(1000 * each))}" for key, each in seconds.items() if each is not None
    ]
    words += [f"{key} {each}" for key, each in counts.items() if each is not None]
    return " ".join(["go", *words])


def checked(client: EngineClient, state: State, action: int, text: str) -> int:
    """The action, if it is legal."""
    if not state.is_legal(action):
        why = "is taken" if state.board().flat[action] else "is in a board that is closed to it"
        raise client.illegal(f"played {quoted(text)}, which {why}")
    return action
