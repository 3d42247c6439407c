"""The engine's side of both protocols of ultimate: see docs/ultimate-protocol.md.

A session reads lines and writes answers; ``protocols.processes.loop`` connects it with the pipes.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from inarow.errors import InarowError
from inarow.games import Game, State, load_game
from inarow.player import MOST_DEPTH, Decision, Limits, Player
from inarow.protocols.processes.loop import Words
from inarow.protocols.ultimate.client import HELLO
from inarow.protocols.ultimate.codingame import NO_MOVE, cell_text, parse_cell

MakePlayer = Callable[[Game], Player]

LINE_WORDS = Words("QUIT", frozenset({"GO"}), "STOP")
CODINGAME_WORDS = Words("")  # no word ends it, only the end of the input

CODINGAME_GAME = "ultimate:tiebreak=boards"
QUICK = 0.01
"""Seconds for a move when nobody waits any more."""
MARGIN = 0.005
"""Seconds of each move reserved for pipes and other processes."""
LEAST_SHARE = 0.5
"""Part of a limit that is used for the search even if the margin is larger than the rest."""
MOST = 10**12
"""Of numbers in commands."""


class Refused(InarowError):
    """A line that is refused; the message is the answer."""


class Session(ABC):
    """An engine that executes lines; ``write`` sends answers."""

    def __init__(self, make_player: MakePlayer, write: Callable[[str], None]) -> None:
        self.hurry = False
        self.ended = False
        self._make_player, self._write = make_player, write
        self._player: Player | None = None
        self._received = 0.0

    def obey(self, line: str, received: float | None = None) -> None:
        """Execute a line that came at a time of ``time.monotonic``; default: now."""
        self._received = time.monotonic() if received is None else received
        try:
            self._execute(line.strip())
        except InarowError as error:
            self._write(f"error {error}")

    @abstractmethod
    def _execute(self, line: str) -> None:
        """Execute a line without spaces around it."""

    def stop(self) -> None:
        """Make a running search answer now; from any thread."""
        player = self._player
        if player is not None:
            player.stop()

    def close(self) -> None:
        """End the player."""
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _new_player(self, game: Game) -> Player:
        self.close()
        self._player = self._make_player(game)
        return self._player

    def _decide(self, player: Player, state: State, limits: Limits) -> Decision:
        if state.is_terminal():
            raise Refused("The game is over: there is no move to make.")
        if self.hurry:
            quick = QUICK if limits.time is None else min(QUICK, limits.time)
            limits = replace(limits, time=quick, left=None, increment=0.0)
        elif limits.time is not None:
            waited = time.monotonic() - self._received
            left = limits.time - waited - MARGIN
            limits = replace(limits, time=max(left, LEAST_SHARE * limits.time))
        return player.act(state, limits)


class LineSession(Session):
    """Our line protocol."""

    def __init__(
        self, make_player: MakePlayer, write: Callable[[str], None], about: str, game: Game
    ) -> None:
        super().__init__(make_player, write)
        self._about = about
        self._state = game.new_initial_state()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "inarow": self._hello,
            "game": self._game,
            "position": self._position,
            "go": self._go,
            "stop": self._stopped,
            "quit": self._quit,
        }

    def _execute(self, line: str) -> None:
        word, *rest = line.split() or [""]
        if not word:
            return
        if (command := self._commands.get(word.lower())) is None:
            raise Refused(f"There is no command {word!r:.40}: {', '.join(self._commands)}.")
        command(rest)

    def _hello(self, rest: list[str]) -> None:
        self._write(f"{HELLO} {self._about}")

    def _game(self, rest: list[str]) -> None:
        game = load_game(" ".join(rest) or "ultimate")
        if game.kind != "ultimate":
            raise Refused(f"This engine speaks of ultimate only, not of {game.spec}.")
        if game != self._state.game or self._player is None:
            self._new_player(game)
        self._state = game.new_initial_state()
        self._write("ready")

    def _position(self, rest: list[str]) -> None:
        game = self._state.game
        state = game.new_initial_state()
        for word in rest:
            state.apply_action(game.string_to_action(word))
        self._state = state

    def _go(self, rest: list[str]) -> None:
        limits = _limits(rest)
        player = self._player or self._new_player(self._state.game)
        decision = self._decide(player, self._state, limits)
        name = self._state.game.action_to_string
        line = " ".join(map(name, decision.pv[:8]))
        words = [f"nodes {decision.stats['nodes']}", f"depth {decision.stats['depth']}"]
        if decision.value is not None:
            words.append(f"value {decision.value:.4f}")
        self._write(f"info {' '.join(words)}{' line ' if line else ''}{line}")
        self._write(f"bestmove {name(decision.action)}")

    def _stopped(self, rest: list[str]) -> None:
        self.hurry = False  # it was for the commands before

    def _quit(self, rest: list[str]) -> None:
        self.ended = True


class CodingameSession(Session):
    """The input of CodinGame's referee; ``seconds`` for the first move and for each later one."""

    def __init__(
        self,
        make_player: MakePlayer,
        write: Callable[[str], None],
        seconds: tuple[float, float],
        game: Game,
    ) -> None:
        super().__init__(make_player, write)
        self._seconds = seconds
        self._state = game.new_initial_state()
        self._due: int | None = None  # legal moves to come; None: the opponent's move comes first
        self._counted = False

    def _execute(self, line: str) -> None:
        if not line:
            return
        if self._due is None:
            self._opponent(line)
            self._due, self._counted = 0, False
        elif not self._counted:
            self._due, self._counted = _number(line), True
        else:
            self._due -= 1  # the legal moves follow from the rules
        if self._counted and self._due <= 0:
            self._due = None
            self._move()

    def _opponent(self, line: str) -> None:
        if line.split() == NO_MOVE.split():
            return
        action = parse_cell(line)
        if action is None:
            raise Refused(f"{line!r:.40} is not the row and column of a move.")
        self._state.apply_action(action)

    def _move(self) -> None:
        first = self._state.move_number() < 2
        player = self._player or self._new_player(self._state.game)
        limits = Limits(time=self._seconds[0 if first else 1])
        decision = self._decide(player, self._state, limits)
        self._state.apply_action(decision.action)
        self._write(cell_text(decision.action))


def _limits(words: list[str]) -> Limits:
    if len(words) % 2:
        raise Refused("go is followed by pairs of a word and a number.")
    given = dict(zip(words[::2], map(_number, words[1::2]), strict=True))
    known = ("time", "left", "increment", "nodes", "depth")
    if unknown := next((key for key in given if key not in known), ""):
        raise Refused(f"go has no {unknown!r:.40}: it takes {', '.join(known)}.")
    seconds = {key: given[key] / 1000 for key in ("time", "left") if key in given}
    depth = given.get("depth")
    return Limits(
        time=seconds.get("time"),
        left=seconds.get("left"),
        increment=given.get("increment", 0) / 1000,
        nodes=given.get("nodes"),
        depth=None if depth is None else min(depth, MOST_DEPTH),
    )


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise Refused(f"{text!r:.40} is not a whole number.")
    return min(int(text), MOST)
