"""The state of a game: seats, moves and the position, without anything that waits.

Whose turn it is, who has won and where an undo leads is found here, from the rules of the core;
who may do what is for the room to decide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from inarow.errors import InarowError
from inarow.games import Game
from inarow.games.text import PLAYERS
from inarow.player import Limits
from inarow.players.levels import find_level
from inarow.protocols.record import End, end_text
from inarow.server.config import Config
from inarow.server.play.views import game_info, names_of, side
from inarow.server.schema.catalogue import GameInfo
from inarow.server.schema.play import (
    GameResult,
    GameSummary,
    HumanSeat,
    LevelSeat,
    PlayerSeat,
    Seat,
    SeatView,
)
from inarow.server.search.allowed import check_game, seat_search
from inarow.server.storage import StoredGame, StoredMove

INFOS_KEPT = 200  # games whose description is made once

AnySeat = HumanSeat | PlayerSeat | LevelSeat

_SEAT: TypeAdapter[AnySeat] = TypeAdapter(Seat)


@lru_cache(maxsize=INFOS_KEPT)
def info_of(game: Game) -> GameInfo:
    """A game's board and players, made once for each game."""
    return game_info(game)


class GameState:
    """One game. ``stored`` is kept up to date, so what is to be stored can be read from it."""

    def __init__(self, stored: StoredGame, config: Config) -> None:
        self.stored = stored
        self.config = config
        self.game = check_game(stored.game)
        self.seats: tuple[AnySeat, AnySeat] = _read_seats(stored.seats)
        self.actions = [move.action for move in stored.moves]
        self.values = [move.value for move in stored.moves]
        self.names = names_of(self.game, self.actions)
        self.position = self.game.state_from(self.actions[: stored.ply])
        self._views: tuple[SeatView, SeatView] | None = None

    @property
    def ply(self) -> int:
        """How many moves stand on the board."""
        return self.stored.ply

    @property
    def over(self) -> bool:
        """Whether the game has ended where it stands."""
        return self.stored.resigned is not None or self.position.is_terminal()

    @property
    def turn(self) -> int:
        """The side that moves next, or would."""
        return self.ply % 2

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a side, or may take its seat."""
        return isinstance(self.seats[seat], HumanSeat)

    @property
    def has_person(self) -> bool:
        """Whether any side is a person's."""
        return self.is_person(0) or self.is_person(1)

    def search(self, seat: int) -> tuple[str, Limits]:
        """The player that a machine's seat stands for, and how much it may think."""
        return seat_search(self.seats[seat], self.game, self.stored.time, self.config)

    # Changes: the caller has checked that they are allowed.

    def add(self, move: StoredMove) -> None:
        """Make a legal move where the game stands; those that were taken back are forgotten."""
        ply = self.ply
        self.position.apply_action(move.action)
        for column, entry in (
            (self.stored.moves, StoredMove(move.action, move.seconds, move.value)),
            (self.actions, move.action),
            (self.values, move.value),
            (self.names, self.game.action_to_string(move.action)),
        ):
            rows: list[Any] = column
            del rows[ply:]
            rows.append(entry)
        self.stored.ply = ply + 1
        self.stored.resigned = None

    def go(self, ply: int) -> None:
        """Take moves back, or make them again, until so many stand on the board."""
        while self.position.move_number() > ply:
            self.position.undo_action()
        for action in self.actions[self.position.move_number() : ply]:
            self.position.apply_action(action)
        self.stored.ply = ply
        self.stored.resigned = None

    def swap(self) -> None:
        """Let the players change sides."""
        first, second = self.stored.seats
        self.stored.seats = (second, first)
        self.stored.owners = (self.stored.owners[1], self.stored.owners[0])
        self.seats = (self.seats[1], self.seats[0])
        self._views = None

    def claim(self, seat: int, user: str) -> None:
        """Let somebody take a seat."""
        first, second = self.stored.owners
        self.stored.owners = (user, second) if seat == 0 else (first, user)
        self._views = None

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

    def _decides(self, ply: int) -> bool:
        return self.is_person(ply % 2) or not self.has_person

    # How it is seen.

    def result(self) -> GameResult | None:
        """How the game ended, if it has where it stands."""
        resigned = self.stored.resigned
        if resigned is not None:
            text = f"{PLAYERS[1 - resigned]} wins: {PLAYERS[resigned]} resigned"
            return GameResult(winner=side(1 - resigned), end=End.RESIGN_RULE, text=text)
        if not self.position.is_terminal():
            return None
        winner = self.position.winner()
        if self.position.winning_line() and winner is not None:
            text = f"{PLAYERS[winner]} wins: {end_text(End.LINE, self.game)}"
            return GameResult(winner=side(winner), end=End.LINE, text=text)
        if winner is not None:
            text = f"{PLAYERS[winner]} wins: more boards"
            return GameResult(winner=side(winner), end=End.FULL, text=text)
        return GameResult(winner=None, end=End.FULL, text="Draw: the board is full")

    def seat_views(self) -> tuple[SeatView, SeatView]:
        """Who plays the sides."""
        if self._views is None:
            self._views = (self._seat_view(0), self._seat_view(1))
        return self._views

    def _seat_view(self, number: int) -> SeatView:
        seat = self.seats[number]
        if isinstance(seat, HumanSeat):
            is_open = self.stored.owners[number] is None
            return SeatView(kind="human", name="open seat" if is_open else "human", open=is_open)
        try:
            spec: str | None = self.search(number)[0]
        except InarowError:  # a player that was there once, and is not any more
            spec = seat.spec if isinstance(seat, PlayerSeat) else None
        if isinstance(seat, LevelSeat):
            title = find_level(seat.level).title
            return SeatView(kind="level", name=title, spec=spec, level=seat.level)
        return SeatView(kind="player", name=spec or seat.spec, spec=spec)

    def summary(self) -> GameSummary:
        """The game in a list."""
        stored = self.stored
        return GameSummary(
            id=stored.id,
            game=self.game.spec,
            title=self.game.title,
            seats=self.seat_views(),
            plies=stored.ply,
            result=self.result(),
            created=stored.created,
            updated=stored.updated,
        )


def _read_seats(seats: tuple[dict[str, Any], dict[str, Any]]) -> tuple[AnySeat, AnySeat]:
    return _SEAT.validate_python(seats[0]), _SEAT.validate_python(seats[1])
