"""The state of a game: seats, moves, the position, and who may do what. Nothing here waits.

Whose turn it is, who has won and where an undo leads follows from the rules of the core. Each check
raises a refusal that says why something is not allowed.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from inarow.errors import InarowError
from inarow.games import Game
from inarow.games.text import side_name
from inarow.player import Limits
from inarow.players.levels import find_level
from inarow.protocols.record import End, end_text
from inarow.server.config import Config
from inarow.server.edge.refusals import NotNow, NotYours
from inarow.server.play.views import board_shape, names_of, side
from inarow.server.schema.base import Side
from inarow.server.schema.play import (
    GameResult,
    GameSummary,
    HumanSeat,
    LevelSeat,
    MoveCommand,
    NamedSeat,
    PlayerSeat,
    SeatView,
)
from inarow.server.search.allowed import check_game, check_player, search_limits
from inarow.server.search.shown_names import shown_title
from inarow.server.storage import StoredGame, StoredMove

AnySeat = HumanSeat | PlayerSeat | LevelSeat
StoredSeat = NamedSeat | PlayerSeat | LevelSeat

StoredSeats = tuple[dict[str, Any], dict[str, Any]]

_SEAT: TypeAdapter[StoredSeat] = TypeAdapter(Annotated[StoredSeat, Field(discriminator="kind")])


class GameState:
    """One game. ``stored`` is kept up to date, so that it can be stored as it is."""

    def __init__(self, stored: StoredGame, config: Config) -> None:
        self.stored = stored
        self.config = config
        self.game = check_game(stored.game)
        self.seats: tuple[StoredSeat, StoredSeat] = _read_seats(stored.seats)
        self.actions = [move.action for move in stored.moves]
        self.values = [move.value for move in stored.moves]
        self.names = names_of(self.game, self.actions)
        self.position = self.game.state_from(self.actions[: stored.ply])
        self._searches: list[tuple[str, Limits] | None] = [None, None]
        self._seeds = (_seed(stored.id, 0), _seed(stored.id, 1))
        self._seat_views: tuple[SeatView, SeatView] | None = None

    @property
    def ply(self) -> int:
        """How many moves stand on the board."""
        return self.stored.ply

    @property
    def over(self) -> bool:
        """Whether the game has ended in this position."""
        return self.conceded or self.position.is_terminal()

    @property
    def conceded(self) -> bool:
        """Whether the players have ended the game, and not the rules."""
        return self.stored.resigned is not None or self.stored.agreed

    @property
    def turn(self) -> int:
        """The side that moves next, or would."""
        return self.ply % 2

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a side, or may take its seat."""
        return isinstance(self.seats[seat], HumanSeat)

    @property
    def has_person(self) -> bool:
        """Whether a person plays any side."""
        return self.is_person(0) or self.is_person(1)

    def search(self, seat: int) -> tuple[str, Limits]:
        """The player of a machine's seat and its limits for a move; looked up once."""
        found = self._searches[seat]
        if found is None:
            found = seat_search(self.seats[seat], self.game, self.stored.time, self.config)
            self._searches[seat] = found
        return found

    def level(self, seat: int) -> str | None:
        """The level of a seat, if it has one."""
        found = self.seats[seat]
        return found.level if isinstance(found, LevelSeat) else None

    def seed(self, seat: int) -> int:
        """The seed of a machine's player: another in each game, and the same after a restart."""
        return self._seeds[seat]

    # Changes: the caller has checked that they are allowed.

    def add(self, move: StoredMove) -> None:
        """Make a legal move in this position; moves that were taken back are dropped."""
        ply = self.ply
        self.position.apply_action(move.action)
        for column, entry in (
            (self.stored.moves, StoredMove(move.action, move.seconds, move.value)),
            (self.actions, move.action),
            (self.values, move.value),
            (self.names, names_of(self.game, [move.action])[0]),
        ):
            rows: list[Any] = column
            del rows[ply:]
            rows.append(entry)
        self.stored.ply = ply + 1
        self._go_on()

    def go(self, ply: int) -> None:
        """Take moves back, or make them again, until ``ply`` moves stand on the board."""
        while self.position.move_number() > ply:
            self.position.undo_action()
        for action in self.actions[self.position.move_number() : ply]:
            self.position.apply_action(action)
        self.stored.ply = ply
        self._go_on()

    def _go_on(self) -> None:
        self.stored.resigned = None
        self.stored.agreed = False

    def swap(self) -> None:
        """Let the players change sides."""
        first, second = self.stored.seats
        self.stored.seats = (second, first)
        self.stored.owners = (self.stored.owners[1], self.stored.owners[0])
        self.seats = (self.seats[1], self.seats[0])
        self._searches.reverse()
        self._seat_views = None

    def set_person(self, seat: int, user: str, name: str) -> None:
        """Let a user have a person's seat, under a name."""
        first, second = self.stored.owners
        self.stored.owners = (user, second) if seat == 0 else (first, user)
        self.stored.seats = self.seats_with_name(seat, name)
        self.seats = _read_seats(self.stored.seats)
        self._seat_views = None

    def seats_with_name(self, seat: int, name: str) -> StoredSeats:
        """The seats as they are stored, if the person in one has this name."""
        first, second = self.stored.seats
        named = {**self.stored.seats[seat], "name": name}
        return (named, second) if seat == 0 else (first, named)

    # Where an undo and a redo lead.

    def previous_decision(self) -> int | None:
        """The last position before this one where a person decided; without persons, the last."""
        return next(
            (ply for ply in range(self.ply - 1, self.stored.opening - 1, -1) if self._decides(ply)),
            None,
        )

    def next_decision(self) -> int | None:
        """The next position where a person decides, or else the end of the moves."""
        last = len(self.actions)
        found = (ply for ply in range(self.ply + 1, last) if self._decides(ply))
        return next(found, last if last > self.ply else None)

    def last_decision_of(self, seat: Side) -> int | None:
        """The position before the last move of a side; None if it has made none."""
        ply = self.ply - 1 if (self.ply - 1) % 2 == seat else self.ply - 2
        return ply if ply >= self.stored.opening else None

    def _decides(self, ply: int) -> bool:
        return self.is_person(ply % 2) or not self.has_person

    # Who may do what.

    def check_move(self, user: str, move: MoveCommand) -> None:
        """Only the owner of the seat to move moves, in the position they saw, by the rules."""
        if move.ply != self.ply:
            raise NotNow(f"The game has gone on: {self.ply} moves stand on the board.")
        self.check_playing()
        if not self.is_person(self.turn):
            raise NotNow("It is the computer's turn.")
        owners = self.stored.owners
        if owners[self.turn] != user:
            if user in owners:
                raise NotNow("It is not your turn.")
            if owners[self.turn] is None:
                raise NotYours("Nobody has taken this seat yet: take it before you move.")
            raise NotYours("This is somebody else's seat: you can watch the game.")
        if not self.position.is_legal(move.action):
            self.position.clone().apply_action(move.action)  # raises, and says why

    def check_playing(self) -> None:
        """The game must not be over."""
        result = self.result()
        if result is not None:
            raise NotNow(f"The game is over ({result.text}): no move is possible any more.")

    def check_owner(self, user: str) -> None:
        """Only the user who made the game."""
        if user != self.stored.creator:
            raise NotYours("This is somebody else's game: you can watch it.")

    def check_seated(self, user: str) -> None:
        """Only users who have a seat, or made the game."""
        if user not in self.stored.owners:
            self.check_owner(user)

    def check_alone(self, user: str, consequence: str) -> None:
        """Only if no other person plays; else ``consequence`` says what is not possible."""
        self.check_seated(user)
        if any(owner not in (None, user) for owner in self.stored.owners):
            raise NotNow(f"Another person plays in this game, so {consequence}.")

    def check_opponent(self, user: str) -> Side:
        """Only people who play against another person; gives their side."""
        owners = self.stored.owners
        if user not in owners:
            raise NotYours("You have no seat in this game: offers are for its players.")
        if None in owners or owners[0] == owners[1]:
            raise NotNow("No other person plays in this game: there is nobody to make offers to.")
        return side(owners.index(user))

    def check_own_seat(self, user: str, seat: Side) -> None:
        """Only the person in a seat."""
        if self.stored.owners[seat] != user:
            raise NotYours("This is not your seat.")

    def check_machines(self, user: str) -> None:
        """Machines are started and stopped by those who play against them or made the game."""
        self.check_seated(user)
        if self.is_person(0) and self.is_person(1):
            raise NotNow("No computer plays in this game.")

    def check_claim(self, user: str, seat: Side) -> None:
        """A person's seat without an owner can be taken by anybody."""
        if not self.is_person(seat):
            raise NotNow("A computer has this seat.")
        owner = self.stored.owners[seat]
        if owner is not None:
            raise NotNow("This seat is yours already." if owner == user else "This seat is taken.")

    def sides_of(self, user: str) -> list[Side]:
        """The sides that a user plays."""
        return [side(seat) for seat in (0, 1) if self.stored.owners[seat] == user]

    def resigning_side(self, user: str) -> int:
        """The side of a user who resigns: of both, the one whose turn it is."""
        self.check_playing()
        sides = self.sides_of(user)
        if not sides:
            raise NotYours("You have no seat in this game: only its players can resign.")
        return self.turn if self.turn in sides else sides[0]

    # How it is shown.

    def result(self) -> GameResult | None:
        """How the game ended, if it has in this position."""
        resigned = self.stored.resigned
        if resigned is not None:
            text = f"{self._side(1 - resigned)} wins: {self._side(resigned)} resigned"
            return GameResult(winner=side(1 - resigned), end=End.RESIGN_RULE, text=text)
        if self.stored.agreed:
            return GameResult(winner=None, end=End.AGREEMENT, text="Draw by agreement")
        if not self.position.is_terminal():
            return None
        winner = self.position.winner()
        if self.position.winning_line() and winner is not None:
            text = f"{self._side(winner)} wins: {end_text(End.LINE, self.game)}"
            return GameResult(winner=side(winner), end=End.LINE, text=text)
        if winner is not None:
            text = f"{self._side(winner)} wins: more boards"
            return GameResult(winner=side(winner), end=End.FULL, text=text)
        return GameResult(winner=None, end=End.FULL, text="Draw: the board is full")

    def _side(self, seat: int) -> str:
        return side_name(self.game, seat)

    def seat_views(self) -> tuple[SeatView, SeatView]:
        """Who plays the sides."""
        if self._seat_views is None:
            self._seat_views = (self._seat_view(0), self._seat_view(1))
        return self._seat_views

    def _seat_view(self, number: int) -> SeatView:
        seat = self.seats[number]
        if isinstance(seat, NamedSeat):
            is_open = self.stored.owners[number] is None
            return SeatView(kind="human", name=seat.name, open=is_open)
        try:
            spec: str | None = self.search(number)[0]
        except InarowError:  # this version does not have the player any more
            spec = seat.spec if isinstance(seat, PlayerSeat) else None
        if isinstance(seat, LevelSeat):
            title = find_level(seat.level).title
            return SeatView(kind="level", name=title, spec=spec, level=seat.level)
        return SeatView(kind="player", name=spec or seat.spec, spec=spec)

    def summary(self, user: str) -> GameSummary:
        """The game in a list of a user's."""
        stored = self.stored
        return GameSummary(
            id=stored.id,
            game=self.game.spec,
            title=shown_title(self.game),
            board=board_shape(self.game),
            seats=self.seat_views(),
            you=self.sides_of(user),
            plies=stored.ply,
            result=self.result(),
            created=stored.created,
            updated=stored.updated,
        )


def _seed(game: str, seat: int) -> int:
    digest = blake2b(f"{game} {seat}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _read_seats(seats: StoredSeats) -> tuple[StoredSeat, StoredSeat]:
    return _SEAT.validate_python(seats[0]), _SEAT.validate_python(seats[1])


def seat_search(seat: AnySeat, game: Game, time: float, config: Config) -> tuple[str, Limits]:
    """Which player a machine's seat stands for, and its limits for a move; a level has its own."""
    if isinstance(seat, HumanSeat):
        raise ValueError("A person's seat has no search.")
    if isinstance(seat, LevelSeat):
        seat = PlayerSeat(spec=find_level(seat.level).setting(game).spec)
    spec = check_player(seat.spec, game, config)
    return spec, search_limits(spec, time, config)
