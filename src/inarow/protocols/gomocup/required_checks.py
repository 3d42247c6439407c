"""Required checks: what an engine must do, one function each. See also optional_checks.py.

A check returns a sentence about the result. It raises ``Violation`` (or ``PlayerFailed``, from the
process) with a sentence about the fault, or ``NotOffered`` for an unknown optional command.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from inarow.games import Game
from inarow.protocols.gomocup.client import first_word, read_about
from inarow.protocols.gomocup.dialogue import Subject, Violation
from inarow.protocols.gomocup.notation import point_text
from inarow.protocols.processes.pipes import quoted
from inarow.protocols.processes.process import END_GRACE

SHORT_TURNS = (0.1, 0.3, 1.0)
"""Seconds for a move that are checked."""

AT_ONCE = 0.5
"""Seconds that ``timeout_turn 0``, "as fast as possible", may take."""

MATCH, MATCH_MOVES = 2.0, 10
"""Seconds of a game clock, and the number of moves that it must suffice for."""

MEMORY_TURN, MEMORY_MOVES = 1.0, 3
"""Seconds and number of the moves during which memory is checked."""

DULL = "e5 m13 m5 e13 i9 a1 o15 a15 o1 i1 i15 a9 o9 e9 m9 i5 i13 e1 m1 e15"
"""Stones that are far apart: nothing is decided, so that a search takes long."""

CROWDED = "f6 h6 g6 i6 j6 f7 h7 g7 i7 j7 f8 h8 g8 i8 j8 f9 h9 g9 i9 j9 f10 h10 g10 i10 j10"
"""All of the middle is occupied: an engine that misses a stone will play on one."""


SIDE = 15
"""The board of the game to a full board: 90 stones lie on it, and the engine makes 68 moves."""

FULL_TURN = 0.03
"""Seconds for each of these moves, of which there are many."""


class Kind(StrEnum):
    """The importance of a check."""

    MANDATORY = "mandatory"  # decides whether the engine is compliant
    OPTIONAL = "optional"  # the protocol leaves it to the engine
    ADVICE = "advice"  # not part of the protocol, but useful


class Check(NamedTuple):
    """One check."""

    name: str
    kind: Kind
    run: Callable[[Subject], str]
    vital: bool = False  # if it fails, the others are skipped


def starts(subject: Subject) -> str:
    """It starts and takes a board of 20, the size that every engine must play on."""
    begun = time.perf_counter()
    with subject.talk() as it:
        it.start(20)
        return f"START 20 is answered by OK after {time.perf_counter() - begun:.2f} s."


def about(subject: Subject) -> str:
    """It gives its name in the form that managers read."""
    with subject.talk() as it:
        it.start()
        answer = it.ask("ABOUT")
        subject.about = read_about(answer)
        if first_word(answer) in ("UNKNOWN", "ERROR") or 'name="' not in answer.lower():
            raise Violation(f'{quoted(answer)!r} is not of the form name="…", version="…".')
        return f"It is {subject.about}."


def board_15(subject: Subject) -> str:
    """It plays on a board of 15."""
    with subject.talk() as it:
        it.start(15)
        it.begin()
        return "START 15 is answered by OK, and it plays."


def odd_sizes(subject: Subject) -> str:
    """It takes or refuses other sizes, and stays alive either way."""
    answers = []
    with subject.talk() as it:
        it.start(20)
        for size in (4, 5, 19):
            answer = it.order(f"START {size}")
            if first_word(answer) == "UNKNOWN":
                raise Violation(f"It answers UNKNOWN to START {size}: OK or ERROR is due.")
            answers.append(f"{size}: {first_word(answer)}")
        it.start(20)
        it.begin()
    return f"Other sizes get an answer ({', '.join(answers)}), and 20 still works."


def begins(subject: Subject) -> str:
    """It opens a game."""
    with subject.talk() as it:
        it.start(20)
        action = it.begin()
        return f"It opens with {point_text(action, it.state.game)}."


def turns(subject: Subject) -> str:
    """It answers the moves of an opponent."""
    with subject.talk() as it:
        it.start(20)
        for moves in range(3):
            it.random_turn()
            if it.state.is_terminal():
                return f"It won after {moves + 1} turns."
        return "Three turns are answered by legal moves."


def whole_games(subject: Subject) -> str:
    """It plays games to the end, one as the first and one as the second player."""
    results = [_play_to_the_end(subject, first=first) for first in (True, False)]
    return f"Two games against random moves: {' and '.join(results)}."


def _play_to_the_end(subject: Subject, *, first: bool, rule: int = 0) -> str:
    with subject.talk() as it:
        it.start(15, rule=rule)
        if first:
            it.begin()
        while not it.state.is_terminal():
            it.random_turn()
        return f"over after {it.state.move_number()} moves"


def full_board(subject: Subject) -> str:
    """It plays on until no cell is free, from a position in which nobody can make five."""
    with subject.talk() as it:
        it.start(SIDE, turn=FULL_TURN)
        it.board(dead_position(it.state.game))
        answers = 1
        while not it.state.is_terminal():
            it.random_turn()
            answers += 1
    return f"A game to a full board: {answers} moves of its own, and every cell was taken."


def dead_position(game: Game) -> str:
    """Moves after which no line of five can be made, with three cells of five still free.

    Stones of each colour lie on every fifth cell of all rows, columns and diagonals: where x + 2 y
    modulo 5 is 0 for one colour and 1 for the other. A step in any of the four directions changes
    that number by 1, 2, 3 or 4, so five cells in a row have all five of them.
    """
    cells: list[list[str]] = [[], []]
    for row in range(game.rows):
        for column in range(game.columns):
            if (colour := (column + 2 * row) % 5) < len(cells):
                cells[colour].append(game.action_to_string(row * game.columns + column))
    return " ".join(f"{own} {theirs}" for own, theirs in zip(*cells, strict=True))


def board(subject: Subject) -> str:
    """It takes a position, with its stones in any order."""
    with subject.talk() as it:
        it.start(15)
        it.board(CROWDED, shuffle=True)
        it.random_turn()
    return "It plays on from a position with stones in any order."


def unknown_info(subject: Subject) -> str:
    """It ignores INFO that it does not know."""
    with subject.talk() as it:
        it.start(15)
        it.tell("INFO favourite_colour blue", "INFO evaluate 3,3")
        it.silence()
        it.begin()
    return "INFO of other kinds is ignored."


def unknown_command(subject: Subject) -> str:
    """It says that it does not know a command, and continues."""
    with subject.talk() as it:
        it.start(15)
        answer = it.order("DANCE 3,3")
        if first_word(answer) == "OK":
            raise Violation("It answers OK to the command DANCE: UNKNOWN is due.")
        it.begin()
        return f"{first_word(answer)} is the answer to an unknown command, and it continues."


def turn_time(subject: Subject) -> str:
    """It keeps several short times for a move."""
    seen = []
    for limit in (0.0, *SHORT_TURNS):
        with subject.talk() as it:
            it.start(15, turn=limit)
            it.board(DULL)
            _hold(it.seconds, limit or AT_ONCE, f"timeout_turn {int(limit * 1000)}", subject)
            seen.append(f"{it.seconds:.2f} s of {limit:g}")
    return f"It keeps timeout_turn: {', '.join(seen)}."


def match_time(subject: Subject) -> str:
    """It keeps the clock of a whole game."""
    used = 0.0
    stones = DULL.split()
    with subject.talk() as it:
        for move in range(MATCH_MOVES):
            # The moves of the engine are not known in advance, so each position is sent by BOARD.
            it.start(15, turn=MATCH)
            it.tell(
                f"INFO timeout_match {int(MATCH * 1000)}",
                f"INFO time_left {int((MATCH - used) * 1000)}",
            )
            it.board(" ".join(stones[: 2 * move + 1]))
            used += it.seconds
            _hold(used, MATCH, f"timeout_match {int(MATCH * 1000)}", subject)
    return f"{MATCH_MOVES} moves took {used:.2f} s of a match of {MATCH:g} s."


def _hold(seconds: float, limit: float, what: str, subject: Subject) -> None:
    if seconds > limit + subject.tolerance:
        raise Violation(
            f"{what} is not kept: {seconds:.2f} s, where {limit:g} and {subject.tolerance:g} "
            f"of tolerance are allowed."
        )


def memory(subject: Subject) -> str:
    """It stays within its memory limit."""
    with subject.talk(memory=subject.memory) as it:
        it.start(20, turn=MEMORY_TURN)
        it.board(DULL)
        for _ in range(MEMORY_MOVES - 1):
            if not it.state.is_terminal():
                it.random_turn()
    return f"It stays below max_memory of {subject.memory} MB."


def rule_1(subject: Subject) -> str:
    """It plays a game in which only exactly five win."""
    return f"A game under rule 1, exactly five: {_play_to_the_end(subject, first=True, rule=1)}."


def line_ends(subject: Subject) -> str:
    """It reads lines with the line ends of Windows."""
    with subject.talk(line_end="\r\n") as it:
        it.start(15)
        it.begin()
        it.random_turn()
        it.board(DULL)
    return "Lines that end with CR LF are understood."


def only_protocol(subject: Subject) -> str:
    """It has printed nothing else in all checks so far."""
    if subject.strays:
        raise Violation(
            f"It printed what is no part of the protocol, {len(subject.strays)} times; "
            f"the first: {subject.strays[0]!r}. Answer once, and begin other lines with MESSAGE."
        )
    return "Nothing but answers, MESSAGE and DEBUG was printed."


def ends(subject: Subject) -> str:
    """It ends soon after END."""
    with subject.talk() as it:
        it.start(15)
        it.begin()
        it.note_strays()
        begun = it.tell("END")
        if not it.process.exits_within(END_GRACE + subject.tolerance):
            raise Violation(f"It is still running {END_GRACE:g} s after END.")
        return f"It ends {time.perf_counter() - begun:.2f} s after END."


MANDATORY = tuple(
    Check(name, Kind.MANDATORY, run, vital=run in (starts, begins))
    for name, run in {
        "start": starts,
        "begin": begins,
        "about": about,
        "board of 15": board_15,
        "other sizes": odd_sizes,
        "turn": turns,
        "whole games": whole_games,
        "full board": full_board,
        "board": board,
        "unknown info": unknown_info,
        "unknown command": unknown_command,
        "turn time": turn_time,
        "match time": match_time,
        "memory": memory,
        "rule 1": rule_1,
        "line ends": line_ends,
        "end": ends,
    }.items()
)
AT_LAST = Check("nothing else", Kind.MANDATORY, only_protocol)
"""Checks the output of all other checks."""
