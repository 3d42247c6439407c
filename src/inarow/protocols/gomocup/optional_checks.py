"""Optional checks: what an engine may do and what it should do. See also required_checks.py."""

from __future__ import annotations

from inarow.protocols.gomocup.client import first_word
from inarow.protocols.gomocup.dialogue import NotOffered, Subject, Violation
from inarow.protocols.gomocup.notation import parse_point, point_text
from inarow.protocols.gomocup.required_checks import SHORT_TURNS, Check, Kind
from inarow.protocols.processes.pipes import quoted
from inarow.protocols.processes.process import END_GRACE


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
    """It plays on a board that is not square."""
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
    """It plays a given move."""
    with subject.talk() as it:
        it.start(15)
        answer = it.ask("PLAY 3,4")
        if first_word(answer) in ("UNKNOWN", "ERROR"):
            raise NotOffered(f"It answers {quoted(answer)!r} to PLAY.")
        if parse_point(answer, it.state.game) != parse_point("3,4", it.state.game):
            raise Violation(f"It answers {quoted(answer)!r} to PLAY 3,4.")
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
                raise NotOffered(f"It answers {quoted(answer)!r} to SWAP2BOARD.")
            points = [parse_point(word, it.state.game) for word in answer.split()]
            taken = [parse_point(word, it.state.game) for word in stones]
            distinct = None not in points and len({*points, *taken}) == len(points) + len(taken)
            swaps = swap and answer.upper() == "SWAP"
            if not swaps and not (distinct and len(points) in counts):
                raise Violation(
                    f"It answers {quoted(answer)!r} to SWAP2BOARD with {len(stones)} stones."
                )
            seen.append(quoted(answer))
    return f"SWAP2BOARD is answered: {'; '.join(seen)}."


def wins_in_one(subject: Subject) -> str:
    """It sees a win in one."""
    return _find(subject, "h8 a1 i9 a3 j10 a5 k11 a7", "g7 l12", "It takes a win in one.")


def blocks_four(subject: Subject) -> str:
    """It stops a loss in one."""
    return _find(subject, "h8 g7 i9 a3 j10 a5 k11", "l12", "It blocks a four.")


def knows_rule_1(subject: Subject) -> str:
    """It knows that six in a row do not win under rule 1."""
    moves = "d4 a15 e4 c15 f4 e15 h4 g15 i4 i15 c8 k15 d8 m15 e8 o15 f8 a13"
    return _find(subject, moves, "b8 g8", "Under rule 1 it takes the five, not the six.", rule=1)


def _find(subject: Subject, moves: str, right: str, good: str, rule: int = 0) -> str:
    with subject.talk() as it:
        it.start(15, rule=rule, turn=SHORT_TURNS[-1])
        game = it.state.game
        answer = it.board(moves)
    due = game.parse_moves(right)
    if answer not in due:
        stones = " ".join(point_text(action, game) for action in game.parse_moves(moves))
        raise Violation(
            f"After {stones} it plays {point_text(answer, game)}, where "
            f"{' or '.join(point_text(action, game) for action in due)} was due."
        )
    return good


def ends_at_eof(subject: Subject) -> str:
    """It ends when its manager has exited."""
    with subject.talk() as it:
        it.start(15)
        it.begin()
        it.process.close_input()
        if not it.process.exits_within(END_GRACE + subject.tolerance):
            it.process.kill()
            raise Violation("It runs on when its input is closed: it may outlive its manager.")
    return "It ends when its input is closed."


OPTIONAL = tuple(
    Check(name, Kind.OPTIONAL, run)
    for name, run in {
        "restart": restart,
        "rectangle": rectangle,
        "takeback": takeback,
        "play": play,
        "swap2": swap2,
    }.items()
)
ADVICE = tuple(
    Check(name, Kind.ADVICE, run)
    for name, run in {
        "win in one": wins_in_one,
        "block a four": blocks_four,
        "six is no five": knows_rule_1,
        "end of input": ends_at_eof,
    }.items()
)
