"""Who may do what in a game. Each check raises a refusal that says why not."""

from __future__ import annotations

from inarow.server.edge.refusals import NotNow, NotYours
from inarow.server.play.game_state import GameState
from inarow.server.schema.base import Side
from inarow.server.schema.play import HumanSeat, MoveCommand


def check_move(state: GameState, user: str, move: MoveCommand) -> None:
    """Only the owner of the seat to move moves, in the position they saw, by the rules."""
    if move.ply != state.ply:
        raise NotNow(f"The game has gone on: {state.ply} moves stand on the board.")
    check_playing(state)
    if not state.is_person(state.turn):
        raise NotNow("It is the machine's turn.")
    owners = state.stored.owners
    if owners[state.turn] != user:
        if user in owners:
            raise NotNow("It is not your turn.")
        if owners[state.turn] is None:
            raise NotYours("Nobody has taken this seat yet: take it before you move.")
        raise NotYours("This is somebody else's seat: you can watch the game.")
    if not state.position.is_legal(move.action):
        state.position.clone().apply_action(move.action)  # raises, and says why


def check_playing(state: GameState) -> None:
    """The game must not be over."""
    result = state.result()
    if result is not None:
        raise NotNow(f"The game is over ({result.text}): no move is possible any more.")


def check_owner(state: GameState, user: str) -> None:
    """Only who made the game."""
    if user != state.stored.creator:
        raise NotYours("This is somebody else's game: you can watch it.")


def check_seated(state: GameState, user: str) -> None:
    """Only who has a seat, or made the game."""
    if user not in state.stored.owners:
        check_owner(state, user)


def check_alone(state: GameState, user: str, so: str) -> None:
    """Only if no other person plays; ``so`` says what is not possible then."""
    check_seated(state, user)
    if any(owner not in (None, user) for owner in state.stored.owners):
        raise NotNow(f"Another person plays in this game, so {so}.")


def check_machines(state: GameState, user: str) -> None:
    """Machines are started and stopped by those who play against them or made the game."""
    check_seated(state, user)
    if state.is_person(0) and state.is_person(1):
        raise NotNow("No machine plays in this game.")


def check_claim(state: GameState, user: str, seat: Side) -> None:
    """A person's seat that nobody has can be taken by anybody."""
    if not isinstance(state.seats[seat], HumanSeat):
        raise NotNow("A machine has this seat.")
    owner = state.stored.owners[seat]
    if owner is not None:
        raise NotNow("This seat is yours already." if owner == user else "This seat is taken.")


def resigning_side(state: GameState, user: str) -> int:
    """The side of somebody who resigns: of both, the one whose turn it is."""
    check_playing(state)
    sides = [seat for seat in (0, 1) if state.stored.owners[seat] == user]
    if not sides:
        raise NotYours("You have no seat in this game: only its players can resign.")
    return state.turn if state.turn in sides else sides[0]
