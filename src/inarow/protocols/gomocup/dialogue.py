"""The dialogue with an engine under test: it collects faults instead of ending at the first."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from inarow.games import State
from inarow.protocols.gomocup.client import board_lines, first_word
from inarow.protocols.gomocup.notation import board_game, parse_point, point_text
from inarow.protocols.processes.pipes import quoted
from inarow.protocols.processes.process import EngineProcess

ANSWER_WAIT = 5.0
"""Seconds for an answer that needs no search, and beyond the limit for a move."""

QUIET_WAIT = 0.3
"""Seconds to wait for a line that must not come."""

TURN = 0.1
"""Seconds for a move in checks that are not about time."""

UNLIMITED = 2**31 - 1

_REMARKS = ("MESSAGE", "DEBUG")


class Violation(Exception):
    """The engine violated the protocol."""


class NotOffered(Exception):
    """The engine does not support an optional command."""


@dataclass
class Subject:
    """The engine under test, and the notes of all dialogues with it."""

    words: Sequence[str]
    directory: str | None
    start: float  # seconds
    tolerance: float  # seconds
    memory: int  # MB
    strays: list[str] = field(default_factory=list)
    about: str = ""

    def talk(self, *, line_end: str = "\n", memory: int = 0) -> Dialogue:
        """Start a new process of the engine."""
        return Dialogue(self, line_end, memory)


class Dialogue:
    """One process of the engine, and the game that is played with it."""

    def __init__(self, subject: Subject, line_end: str, memory: int) -> None:
        self._subject = subject
        self._line_end = line_end
        self._random = random.Random(1)
        self.process = EngineProcess(
            subject.words, name="It", directory=subject.directory, memory=memory
        )
        self.state = board_game(15, 15, 0).new_initial_state()
        self.limit = TURN
        self.seconds = 0.0  # of the last move

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.note_strays()
            self.process.close(f"END{self._line_end}")
        else:
            self.process.kill()

    def tell(self, *lines: str) -> float:
        """Send lines that need no answer."""
        self.note_strays()
        text = "".join(line + self._line_end for line in lines)
        return self.process.write(text, time.perf_counter() + ANSWER_WAIT)

    def note_strays(self) -> None:
        """Note unexpected lines."""
        for line in self.process.waiting_lines():
            self._stray(line.text)

    def silence(self, seconds: float = QUIET_WAIT) -> None:
        """For a while, no line may come but messages."""
        deadline = time.perf_counter() + seconds
        while line := self.process.read_if_any(deadline):
            if first_word(line.text) not in _REMARKS:
                raise Violation(f"It answered {quoted(line.text)!r} where no answer is due.")

    def ask(self, *lines: str) -> str:
        """The next line, of any kind."""
        deadline = self.tell(*lines) + ANSWER_WAIT
        while True:
            text = self._read(deadline, lines[0])
            if first_word(text) not in _REMARKS:
                return text

    def order(self, command: str, seconds: float = 0.0) -> str:
        """Send a command that is answered by OK, ERROR or UNKNOWN; notes other lines."""
        deadline = self.tell(command) + max(seconds, ANSWER_WAIT)
        while True:
            text = self._read(deadline, command)
            if first_word(text) in ("OK", "ERROR", "UNKNOWN"):
                return text
            self._stray(text)

    def optional(self, command: str, seconds: float = 0.0) -> None:
        """Send an optional command."""
        answer = self.order(command, seconds)
        if first_word(answer) != "OK":
            raise NotOffered(f"It answers {quoted(answer)!r} to {command}.")

    def start(self, size: int = 15, *, rule: int = 0, turn: float = TURN) -> None:
        """Send START and the INFO that managers send."""
        answer = self.order(f"START {size}", self._subject.start)
        if first_word(answer) != "OK":
            raise Violation(f"It answers {quoted(answer)!r} to START {size}.")
        self.new_game(size, size, rule=rule, turn=turn)

    def new_game(self, width: int, height: int, *, rule: int = 0, turn: float = TURN) -> None:
        """After a command for an empty board: set our own board, and send INFO."""
        self.state = board_game(width, height, rule).new_initial_state()
        self.limit = turn
        self.tell(
            f"INFO rule {rule}",
            "INFO game_type 1",
            "INFO timeout_match 0",
            f"INFO time_left {UNLIMITED}",
            f"INFO max_memory {self._subject.memory << 20}",
            f"INFO timeout_turn {int(turn * 1000)}",
        )

    def begin(self) -> int:
        """Request the first move of the game."""
        return self.move("BEGIN")

    def turn(self, action: int) -> int:
        """Make a move of the opponent; returns the answer."""
        self.state.apply_action(action)
        return self.move(f"TURN {point_text(action, self.state.game)}")

    def random_turn(self) -> None:
        """Make a random move of the opponent; unless that ends the game, the engine must answer."""
        action = self._random.choice(self.state.legal_actions())
        if self.state.child(action).is_terminal():
            self.state.apply_action(action)
        else:
            self.turn(action)

    def board(self, moves: str, *, shuffle: bool = False) -> int:
        """Send a position by BOARD; returns the answer."""
        self.state = self.state.game.state_from(moves)
        first, *stones, last = board_lines(self.state)
        if shuffle:
            self._random.shuffle(stones)
        return self.move(first, *stones, last)

    def move(self, *lines: str) -> int:
        """Request a move, which must be legal; notes other lines."""
        sent = self.tell(*lines)
        deadline = sent + self.limit + ANSWER_WAIT
        stray = ""
        while True:
            line = self.process.read_if_any(deadline)
            if line is None:
                said = f"It answers {stray!r}" if stray else "It does not answer"
                raise Violation(f"{said} to {lines[0]}, where a move is due.")
            word = first_word(line.text)
            if word == "SUGGEST":
                self.tell(f"PLAY {line.text.split(maxsplit=1)[-1]}")
            elif word in ("ERROR", "UNKNOWN"):
                raise Violation(f"It answers {quoted(line.text)!r} to {lines[0]}.")
            elif "," in line.text and line.text[:1] in "-0123456789":
                break
            elif self._stray(line.text):
                stray = stray or quoted(line.text)
                deadline = min(deadline, time.perf_counter() + self.limit + QUIET_WAIT)
        self.seconds = max(0.0, line.at - sent)
        return self._judged(line.text)

    def _read(self, deadline: float, command: str) -> str:
        line = self.process.read_if_any(deadline)
        if line is None:
            raise Violation(f"It does not answer to {command}.")
        return line.text

    def _judged(self, text: str) -> int:
        state: State = self.state
        action = parse_point(text, state.game)
        if action is None:
            raise Violation(f"It answers {quoted(text)!r}, which is not a point of the board.")
        if not state.is_legal(action):
            raise Violation(f"It plays {quoted(text)}, where there is a stone already.")
        state.apply_action(action)
        return action

    def _stray(self, text: str) -> bool:
        if first_word(text) in _REMARKS:
            return False
        self._subject.strays.append(quoted(text, 60))
        return True
