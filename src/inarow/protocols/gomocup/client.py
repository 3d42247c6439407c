"""The manager side of the Gomocup protocol: sends commands to an engine and checks its answers.

The protocol: https://plastovicka.github.io/protocl2en.htm. While a move is due, the next line that
is not MESSAGE or DEBUG is the answer. A second answer is as illegal as a wrong one.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from inarow.errors import BadSpec, PlayerFailed
from inarow.games import Game, State
from inarow.protocols.gomocup.notation import EXACT_FIVE, parse_point, point_text
from inarow.protocols.gomocup.pipes import OutputLine, quoted
from inarow.protocols.gomocup.process import EngineProcess
from inarow.protocols.record import End

ABOUT_WAIT = 1.0
"""Seconds for the answer to ABOUT; old engines do not answer."""

WRITE_WAIT = 5.0
"""Seconds in which an engine must read what it is sent; normally it fits into the pipe."""

KEPT_MESSAGES = 20

_REMARKS = ("MESSAGE", "DEBUG")
_ABOUT_PAIR = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


def split_command(command: str, directory: str = "") -> tuple[list[str], str | None]:
    """The words of a command, with the path of its program, and the directory to run it in.

    A program given by a path runs in its own directory, where many engines look for their files, as
    in c-gomoku-cli; but not if another word of the command is a file in the current directory.
    Other programs run in the current directory. ``directory`` has priority, and then the path of
    the program may be relative to it.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadSpec(f"The command {command!r} cannot be split: {str(error).lower()}.") from None
    if not words or "\0" in command:
        raise BadSpec("An external engine needs a command: external:cmd=./pbrain-name.")
    if directory and not Path(directory).is_dir():
        raise BadSpec(f"There is no directory {directory!r} to run the engine in.")
    by_path = "/" in words[0]
    program = shutil.which(str(Path(directory, words[0]))) if directory and by_path else None
    program = program or shutil.which(words[0])
    if program is None:
        raise BadSpec(f"There is no program {words[0]!r} that could be run.")
    found = Path(program).absolute()
    stays = any(not Path(word).is_absolute() and Path(word).is_file() for word in words[1:])
    home = str(found.parent) if by_path and not stays else None
    return [str(found), *words[1:]], directory or home


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


class Client:
    """A connection to an engine with one board; every failure ends it."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        name: str,
        directory: str | None = None,
        memory: int = 0,
        folder: str = "",
    ) -> None:
        self.messages: deque[str] = deque(maxlen=KEPT_MESSAGES)
        self.about = ""
        self._about_due = False
        self._asked = False  # whether a move has been requested yet
        self._told: dict[str, str] = {}
        self._infos: list[str] = []  # to be sent
        self._own_folder = "" if folder else tempfile.mkdtemp(prefix="inarow-engine-")
        self.folder = folder or self._own_folder
        try:
            self.process = EngineProcess(
                words, name=name, directory=directory, memory=memory, folder=self._own_folder
            )
        except BaseException:
            self._remove_folder()
            raise

    def start(self, width: int, height: int, seconds: float) -> None:
        """Send START or RECTSTART, then ABOUT, which some engines do not know."""
        size = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        answer = self._order(size, seconds)
        if answer != "OK":
            raise self.process.fail(End.CRASH, f"refused {size}: it answered {answer!r}")
        self._ask_about()

    def restart(self, seconds: float) -> bool:
        """Send RESTART, for an empty board; False if the engine does not support it."""
        self._refuse_strays()
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
        """Request a move by BEGIN, TURN or BOARD; returns the action and the seconds it took."""
        self._refuse_strays()
        self._asked = True
        sent = self._send(*self._infos, *lines)
        self._infos.clear()
        deadline = sent + limit
        line = self._answer(deadline)
        while first_word(line.text) == "SUGGEST":  # always accept the suggestion
            suggested = line.text.split(maxsplit=1)[1:]
            self._send(f"PLAY {suggested[0] if suggested else ''}")
            line = self._answer(deadline)
        # An answer may arrive before we have read the clock.
        return self._legal(line.text, state), max(0.0, line.at - sent)

    def close(self) -> None:
        """Send END, then kill the process."""
        if self.process.is_ours:
            self.process.close()
            self._remove_folder()

    def kill(self) -> None:
        """No END."""
        if self.process.is_ours:
            self.process.kill()
            self._remove_folder()

    def _send(self, *lines: str) -> float:
        text = "".join(f"{line}\n" for line in lines)
        return self.process.write(text, time.perf_counter() + WRITE_WAIT)

    def _order(self, command: str, seconds: float) -> str:
        """Send a command that is answered by OK, ERROR or UNKNOWN; skips a banner before it."""
        self._send(command)
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
        self._send("ABOUT")
        self._about_due = True
        deadline = time.perf_counter() + ABOUT_WAIT
        while self._about_due:
            line = self.process.read_if_any(deadline)
            if line is None:
                return
            self._is_remark(line.text)

    def _is_remark(self, text: str) -> bool:
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

    def _answer(self, deadline: float) -> OutputLine:
        while self._is_remark((line := self.process.read(deadline, "move")).text):
            pass
        return line

    def _refuse_strays(self) -> None:
        """Handle unexpected lines: a banner before the first move, later a fault."""
        for line in self.process.waiting_lines():
            if self._is_remark(line.text) or not self._asked:
                continue
            raise self._illegal(f"answered twice: after its move it also wrote {line.text!r}")

    def _legal(self, text: str, state: State) -> int:
        action = parse_point(text, state.game)
        if action is None:
            if first_word(text) in ("ERROR", "UNKNOWN"):
                raise self._illegal(f"gave no move: it answered {quoted(text)!r}")
            width, height = state.game.columns, state.game.rows
            raise self._illegal(
                f"answered {quoted(text)!r}, which is not a point of a board of {width} x {height}"
            )
        if not state.is_legal(action):
            name = state.game.action_to_string(action)
            raise self._illegal(f"played {quoted(text)} ({name}), which is occupied")
        return action

    def _illegal(self, what: str) -> PlayerFailed:
        return self.process.fail(End.ILLEGAL, what)

    def _remove_folder(self) -> None:
        if self._own_folder:
            shutil.rmtree(self._own_folder, ignore_errors=True)


def rule_bits(game: Game) -> int:
    """The value of ``INFO rule`` for a game."""
    return EXACT_FIVE if game.rule == "standard" else 0
