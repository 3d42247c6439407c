"""The manager side of the Gomocup protocol: sends commands to an engine and checks its answers.

The protocol: https://plastovicka.github.io/protocl2en.htm. While a move is due, the next line that
is not MESSAGE or DEBUG is the answer. A second answer is as illegal as a wrong one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from inarow.games import Game, State
from inarow.player import LogLine
from inarow.protocols.gomocup.notation import EXACT_FIVE, parse_point, point_text
from inarow.protocols.processes.client import EngineClient
from inarow.protocols.processes.pipes import OutputLine, quoted
from inarow.protocols.record import End

ABOUT_WAIT = 1.0
"""Seconds for the answer to ABOUT; old engines do not answer."""

_REMARKS = ("MESSAGE", "DEBUG")
_ABOUT_PAIR = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


def first_word(text: str) -> str:
    """The first word of a line, in capitals.

    >>> first_word("Ok - everything is good"), first_word("7,7")
    ('OK', '7,7')
    """
    return (text.split(maxsplit=1) or [""])[0].upper()


def read_about(text: str) -> str:
    """Name and version from an answer to ABOUT, or the whole answer if it has the old form.

    >>> read_about('name="Swine", version="1.0", author="N. N."'), read_about("Swine by N. N.")
    ('Swine 1.0', 'Swine by N. N.')
    """
    pairs = {key.lower(): value for key, value in _ABOUT_PAIR.findall(text)}
    if "name" in pairs:
        return quoted(f"{pairs['name']} {pairs.get('version', '')}", 80)
    return quoted(text, 80)


def board_lines(state: State) -> list[str]:
    """The lines of the BOARD command for a state: 1 is the player to move, 2 the other."""
    history, game = state.history(), state.game
    return [
        "BOARD",
        *(
            f"{point_text(action, game)},{2 if (len(history) - ply) % 2 else 1}"
            for ply, action in enumerate(history)
        ),
        "DONE",
    ]


class Client(EngineClient):
    """A connection to an engine with one board; every failure ends it."""

    farewell = "END\n"

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
        super().__init__(
            words, name=name, directory=directory, memory=memory, folder=folder, log=log
        )
        self._about_due = False
        self._told: dict[str, str] = {}
        self._infos: list[str] = []  # to be sent

    def start(self, width: int, height: int, seconds: float) -> None:
        """Send START or RECTSTART, then ABOUT, which some engines do not know."""
        size = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        answer = self._order(size, seconds)
        if answer != "OK":
            raise self.process.fail(End.CRASH, f"refused {size}: it answered {answer!r}")
        self._ask_about()

    def restart(self, seconds: float) -> bool:
        """Send RESTART, for an empty board; False if the engine does not support it."""
        self.refuse_strays()
        self._told.clear()
        self._infos.clear()
        return self._order("RESTART", seconds) == "OK"

    def info(self, key: str, value: object, *, again: bool = False) -> None:
        """Send INFO with the next move if its value has changed, or with ``again`` in any case."""
        text = str(value)
        if again or self._told.get(key) != text:
            self._infos.append(f"INFO {key} {text}")
            self._told[key] = text

    def move(self, lines: Sequence[str], state: State, limit: float) -> tuple[int, float]:
        """Request a move by BEGIN, TURN or BOARD; returns the action and the seconds it took.

        An answer may arrive before we have read the clock.
        """
        line, sent = self.request([*self._infos, *lines], limit)
        self._infos.clear()
        return self._legal(line.text, state), max(0.0, line.at - sent)

    def answer(self, deadline: float) -> OutputLine:
        """The next line that is no remark; suggestions are always accepted."""
        line = super().answer(deadline)
        while first_word(line.text) == "SUGGEST":
            suggested = line.text.split(maxsplit=1)[1:]
            self.send(f"PLAY {suggested[0] if suggested else ''}")
            line = super().answer(deadline)
        return line

    def _order(self, command: str, seconds: float) -> str:
        """Send a command that is answered by OK, ERROR or UNKNOWN; skips a banner before it."""
        self.send(command)
        deadline = time.perf_counter() + seconds
        while True:
            text = self.process.read(deadline, f"answer to {command}").text
            word = first_word(text)
            if word == "OK":
                return word
            if word in ("ERROR", "UNKNOWN"):
                return quoted(text)
            self.messages.append(quoted(text))

    def _ask_about(self) -> None:
        self.send("ABOUT")
        self._about_due = True
        deadline = time.perf_counter() + ABOUT_WAIT
        while self._about_due:
            line = self.process.read_if_any(deadline)
            if line is None:
                return
            self.is_remark(line.text)

    def is_remark(self, text: str) -> bool:
        """Whether a line is a message that may come at any time; it is handled here."""
        word = first_word(text)
        if word in _REMARKS:
            self.messages.append(quoted(text))
            return True
        if self._about_due and not text[:1].isdigit():
            self._about_due = False
            if word not in ("ERROR", "UNKNOWN"):
                self.about = read_about(text)
            return True
        return False

    def _legal(self, text: str, state: State) -> int:
        action = parse_point(text, state.game)
        if action is None:
            if first_word(text) in ("ERROR", "UNKNOWN"):
                raise self.illegal(f"gave no move: it answered {quoted(text)!r}")
            width, height = state.game.columns, state.game.rows
            raise self.illegal(
                f"answered {quoted(text)!r}, which is not a point of a board of {width} x {height}"
            )
        if not state.is_legal(action):
            name = state.game.action_to_string(action)
            raise self.illegal(f"played {quoted(text)} ({name}), which is occupied")
        return action


def rule_bits(game: Game) -> int:
    """The value of ``INFO rule`` for a game."""
    return EXACT_FIVE if game.rule == "standard" else 0
