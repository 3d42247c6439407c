"""What an engine must do, may do and should do: one function for each.

A check returns a sentence on what was seen. It raises ``Violation`` (or ``PlayerFailed``, from
below) with one on what is wrong, or ``NotOffered`` for an optional command that is not known.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from inarow.protocols.gomocup.client import first_word, read_about
from inarow.protocols.gomocup.dialogue import NotOffered, Subject, Violation
from inarow.protocols.gomocup.pipes import printable
from inarow.protocols.gomocup.process import END_GRACE
from inarow.protocols.gomocup.words import parse_point, point_text

SHORT_TURNS = (0.1, 0.3, 1.0)
"""Seconds for a move that it is held to."""

AT_ONCE = 0.5
"""Seconds that ``timeout_turn 0``, "as fast as possible", may take."""

MATCH, MATCH_MOVES = 2.0, 10
"""Seconds on the clock of a game, and the moves that it must last for."""

MEMORY_TURN, MEMORY_MOVES = 1.0, 3
"""Seconds and number of the moves over which memory is watched."""

DULL = "e5 m13 m5 e13 i9 a1 o15 a15 o1 i1 i15 a9 o9 e9 m9 i5 i13 e1 m1 e15"
"""Stones so far apart that there is much to think about and nothing to gain."""

CROWDED = "f6 h6 g6 i6 j6 f7 h7 g7 i7 j7 f8 h8 g8 i8 j8 f9 h9 g9 i9 j9 f10 h10 g10 i10 j10"
"""All of the middle taken and nothing won: who does not see a stone will play on one."""


class Kind(StrEnum):
    """How much a check matters."""

    MANDATORY = "mandatory"  # decides whether the engine is compliant
    OPTIONAL = "optional"  # the protocol leaves it to the engine
    ADVICE = "advice"  # no matter of the protocol, but good to know


class Check(NamedTuple):
    """One thing that is looked at."""

    name: str
    kind: Kind
    run: Callable[[Subject], str]
    vital: bool = False  # there is no use in the others if this one fails


def starts(subject: Subject) -> str:
    """It starts and takes a board of 20, the size that every engine must play on."""
    begun = time.perf_counter()
    with subject.talk() as it:
        it.start(20)
        return f"START 20 is answered by OK after {time.perf_counter() - begun:.2f} s."


def about(subject: Subject) -> str:
    """It says who it is in the form that managers read."""
    with subject.talk() as it:
        it.start()
        answer = it.ask("ABOUT")
        subject.about = read_about(answer)
        if first_word(answer) in ("UNKNOWN", "ERROR") or 'name="' not in answer.lower():
            raise Violation(f'{printable(answer)!r} is not of the form name="…", version="…".')
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


def board(subject: Subject) -> str:
    """It takes a position, with its stones in any order."""
    with subject.talk() as it:
        it.start(15)
        it.board(CROWDED, shuffle=True)
        it.random_turn()
    return "It goes on from a position, whose stones come in any order."


def unknown_info(subject: Subject) -> str:
    """It ignores INFO that it does not know."""
    with subject.talk() as it:
        it.start(15)
        it.tell("INFO favourite_colour blue", "INFO evaluate 3,3")
        it.silence()
        it.begin()
    return "INFO of other kinds is ignored."


def unknown_command(subject: Subject) -> str:
    """It says that it does not know a command, and goes on."""
    with subject.talk() as it:
        it.start(15)
        answer = it.order("DANCE 3,3")
        if first_word(answer) == "OK":
            raise Violation("It answers OK to the command DANCE: UNKNOWN is due.")
        it.begin()
        return f"{first_word(answer)} is the answer to what it does not know, and it goes on."


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
            # As the engine's own moves are unknown, each position is put up anew.
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
    """It stays within the memory that it is given."""
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
    """It reads lines that end as managers on Windows end them."""
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


def restart(subject: Subject) -> str:
    """RESTART gives an empty board."""
    with subject.talk() as it:
        it.start(15)
        own = it.begin()
        it.random_turn()
        it.optional("RESTART")
        it.new_game(15, 15)
        it.turn(own)
    return "RESTART empties the board."


def rectangle(subject: Subject) -> str:
    """It plays on a board that is no square."""
    with subject.talk() as it:
        it.optional("RECTSTART 20,12", subject.start)
        it.new_game(20, 12)
        it.begin()
        it.turn(it.state.game.string_to_action("t1"))
    return "It plays on 20 columns and 12 rows."


def takeback(subject: Subject) -> str:
    """It takes moves back."""
    with subject.talk() as it:
        it.start(15)
        it.begin()
        it.random_turn()
        game, (*_, theirs, own) = it.state.game, it.state.history()
        for action in (own, theirs):
            it.optional(f"TAKEBACK {point_text(action, game)}")
            it.state.undo_action()
        it.turn(own)
    return "TAKEBACK frees the points again."


def play(subject: Subject) -> str:
    """It plays a move that it is told to."""
    with subject.talk() as it:
        it.start(15)
        answer = it.ask("PLAY 3,4")
        if first_word(answer) in ("UNKNOWN", "ERROR"):
            raise NotOffered(f"It answers {printable(answer)!r} to PLAY.")
        if parse_point(answer, it.state.game) != parse_point("3,4", it.state.game):
            raise Violation(f"It answers {printable(answer)!r} to PLAY 3,4.")
    return "PLAY makes it play a given move."


def swap2(subject: Subject) -> str:
    """It takes part in the swap2 opening, in all three of its stages."""
    seen = []
    with subject.talk() as it:
        for stones, counts, swap in (
            ([], (3,), False),
            (["7,7", "8,7", "9,9"], (1, 2), True),
            (["7,7", "8,7", "9,9", "8,8", "8,6"], (1,), True),
        ):
            it.start(15)
            answer = it.ask("SWAP2BOARD", *stones, "DONE")
            if first_word(answer) in ("UNKNOWN", "ERROR"):
                raise NotOffered(f"It answers {printable(answer)!r} to SWAP2BOARD.")
            points = [parse_point(word, it.state.game) for word in answer.split()]
            taken = [parse_point(word, it.state.game) for word in stones]
            distinct = None not in points and len({*points, *taken}) == len(points) + len(taken)
            swaps = swap and answer.upper() == "SWAP"
            if not swaps and not (distinct and len(points) in counts):
                raise Violation(
                    f"It answers {printable(answer)!r} to SWAP2BOARD with {len(stones)} stones."
                )
            seen.append(printable(answer))
    return f"SWAP2BOARD is answered: {'; '.join(seen)}."


def wins_in_one(subject: Subject) -> str:
    """It sees a win in one."""
    return _find(subject, "h8 a1 i9 a3 j10 a5 k11 a7", "g7 l12", "It takes a win in one.")


def blocks_four(subject: Subject) -> str:
    """It stops a loss in one."""
    return _find(subject, "h8 g7 i9 a3 j10 a5 k11", "l12", "It blocks a four.")


def knows_rule_1(subject: Subject) -> str:
    """It knows that six in a row win nothing under rule 1."""
    moves = "d4 a15 e4 c15 f4 e15 h4 g15 i4 i15 c8 k15 d8 m15 e8 o15 f8 a13"
    return _find(subject, moves, "b8 g8", "Under rule 1 it takes the five, not the six.", rule=1)


def _find(subject: Subject, moves: str, right: str, good: str, rule: int = 0) -> str:
    with subject.talk() as it:
        it.start(15, rule=rule, turn=SHORT_TURNS[-1])
        name = it.state.game.action_to_string(it.board(moves))
    if name not in right.split():
        raise Violation(
            f"After {moves} it plays {name}, where {' or '.join(right.split())} was due."
        )
    return good


def ends_at_eof(subject: Subject) -> str:
    """It ends when its manager is gone."""
    with subject.talk() as it:
        it.start(15)
        it.begin()
        it.process.close_input()
        if not it.process.exits_within(END_GRACE + subject.tolerance):
            it.process.kill()
            raise Violation("It runs on when its input is closed: it may outlive its manager.")
    return "It ends when its input is closed."


MUST, MAY, SHOULD = Kind.MANDATORY, Kind.OPTIONAL, Kind.ADVICE
CHECKS = (
    Check("start", MUST, starts, vital=True),
    Check("begin", MUST, begins, vital=True),
    Check("about", MUST, about),
    Check("board of 15", MUST, board_15),
    Check("other sizes", MUST, odd_sizes),
    Check("turn", MUST, turns),
    Check("whole games", MUST, whole_games),
    Check("board", MUST, board),
    Check("unknown info", MUST, unknown_info),
    Check("unknown command", MUST, unknown_command),
    Check("turn time", MUST, turn_time),
    Check("match time", MUST, match_time),
    Check("memory", MUST, memory),
    Check("rule 1", MUST, rule_1),
    Check("line ends", MUST, line_ends),
    Check("end", MUST, ends),
    Check("restart", MAY, restart),
    Check("rectangle", MAY, rectangle),
    Check("takeback", MAY, takeback),
    Check("play", MAY, play),
    Check("swap2", MAY, swap2),
    Check("win in one", SHOULD, wins_in_one),
    Check("block a four", SHOULD, blocks_four),
    Check("six is no five", SHOULD, knows_rule_1),
    Check("end of input", SHOULD, ends_at_eof),
    Check("nothing else", MUST, only_protocol),  # the last: it looks at all that was printed
)
"""All checks, in the order they are made."""
