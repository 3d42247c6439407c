"""Who may do what in a game. Each check raises a refusal that says why not."""

from __future__ import annotations

from inarow.server.edge.refusals import NotNow, NotYours
from inarow.server.play.game_state import Sheet
from inarow.server.schema.base import Side
from inarow.server.schema.play import HumanSeat, MoveCommand


def check_move(sheet: Sheet, user: str, move: MoveCommand) -> None:
    """Only the owner of the seat to move moves, in the position they saw, by the rules."""
    if move.ply != sheet.ply:
        raise NotNow(f"The game has gone on: {sheet.ply} moves stand on the board.")
    check_playing(sheet)
    if not sheet.is_person(sheet.turn):
        raise NotNow("It is the machine's turn.")
    owners = sheet.stored.owners
    if owners[sheet.turn] != user:
        if user in owners:
            raise NotNow("It is not your turn.")
        if owners[sheet.turn] is None:
            raise NotYours("Nobody has taken this seat yet: take it before you move.")
        raise NotYours("This is somebody else's seat: you can watch the game.")
    if not sheet.state.is_legal(move.action):
        sheet.state.clone().apply_action(move.action)  # raises, and says why


def check_playing(sheet: Sheet) -> None:
    """The game must not be over."""
    result = sheet.result()
    if result is not None:
        raise NotNow(f"The game is over ({result.text}): no move is possible any more.")


def check_owner(sheet: Sheet, user: str) -> None:
    """Only who made the game."""
    if user != sheet.stored.creator:
        raise NotYours("This is somebody else's game: you can watch it.")


def check_seated(sheet: Sheet, user: str) -> None:
    """Only who has a seat, or made the game."""
    if user not in sheet.stored.owners:
        check_owner(sheet, user)


def check_alone(sheet: Sheet, user: str, so: str) -> None:
    """Only if no other person plays; ``so`` says what is not possible then."""
    check_seated(sheet, user)
    if any(owner not in (None, user) for owner in sheet.stored.owners):
        raise NotNow(f"Another person plays in this game, so {so}.")


def check_machines(sheet: Sheet, user: str) -> None:
    """Machines are started and stopped by those who play against them or made the game."""
    check_seated(sheet, user)
    if sheet.is_person(0) and sheet.is_person(1):
        raise NotNow("No machine plays in this game.")


def check_claim(sheet: Sheet, user: str, seat: Side) -> None:
    """A person's seat that nobody has can be taken by anybody."""
    if not isinstance(sheet.seats[seat], HumanSeat):
        raise NotNow("A machine has this seat.")
    owner = sheet.stored.owners[seat]
    if owner is not None:
        raise NotNow("This seat is yours already." if owner == user else "This seat is taken.")


def resigning_side(sheet: Sheet, user: str) -> int:
    """The side of somebody who resigns: of both, the one whose turn it is."""
    check_playing(sheet)
    sides = [seat for seat in (0, 1) if sheet.stored.owners[seat] == user]
    if not sides:
        raise NotYours("You have no seat in this game: only its players can resign.")
    return sheet.turn if sheet.turn in sides else sides[0]
