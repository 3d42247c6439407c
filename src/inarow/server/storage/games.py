"""Games and their moves: what is stored of them, and how it is written and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import EllipsisType
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    update,
)

from inarow.server.schema.search import Thought
from inarow.server.storage.database import Prepared, now, same_form, to_json
from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.reader import DatabaseReader
from inarow.server.storage.tables import games, moves
from inarow.server.storage.writer import Writer


@dataclass(frozen=True)
class StoredMove:
    """A move: its time in seconds, its value for the player who made it, and its thought."""

    action: int
    seconds: float | None = None
    value: float | None = None
    thought: Thought | None = None
    """Large: games are loaded without it, see ``GameStore.load_thought``."""


@dataclass
class StoredGame:
    """A game as it is stored."""

    id: str
    game: str
    """Its description."""
    seats: tuple[dict[str, Any], dict[str, Any]]
    """``schema.play.Seat`` as JSON, X first."""
    owners: tuple[str | None, str | None]
    """The user of each seat; None for a machine or a seat that is open."""
    creator: str
    time: float
    """Seconds that a machine may think about a move."""
    opening: int
    """How many of the moves were given at the start."""
    moves: list[StoredMove]
    """All, with those that were taken back."""
    ply: int
    """How many of the moves stand on the board."""
    resigned: int | None = None
    """The side that resigned."""
    agreed: bool = False
    """Whether the players agreed to a draw."""
    created: str = field(default_factory=now)
    updated: str = field(default_factory=now)
    delay: float = 0.0
    """Seconds between the moves of two machines."""


class GameStore:
    """The stored games; a change that has returned is committed."""

    def __init__(self, reader: DatabaseReader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self.added_moves = 0
        """Since the store was opened."""

    async def create(self, game: StoredGame) -> None:
        """Store a new game with the moves it begins with."""
        await self._writer.write(_insert_games, game)

    async def load(self, id: str) -> StoredGame | None:  # noqa: A002
        """A game with all its moves but not their thoughts; None if there is none."""
        return await self._reader.read(lambda connection: _read_game(connection, id))

    async def add_move(
        self,
        id: str,  # noqa: A002
        ply: int,
        move: StoredMove,
        *,
        drop: bool = True,
    ) -> None:
        """Store a move at ``ply`` and drop those from there on.

        The game then stands after this move: nobody has resigned, and there is no agreed draw. With
        ``drop=False`` there must be no later moves, which saves a statement.
        """
        await self._writer.write(_add_moves, _NewMove(id, ply, move, now(), drop))
        self.added_moves += 1

    async def update(
        self,
        id: str,  # noqa: A002
        *,
        ply: int | EllipsisType = ...,
        resigned: int | EllipsisType | None = ...,
        agreed: bool | EllipsisType = ...,
        seats: tuple[dict[str, Any], dict[str, Any]] | EllipsisType = ...,
        owners: tuple[str | None, str | None] | EllipsisType = ...,
        delay: float | EllipsisType = ...,
    ) -> None:
        """Change what is given, and the time of the last change."""
        values: dict[str, Any] = {
            "ply": ply,
            "resigned": resigned,
            "agreed": agreed,
            "delay": delay,
        }
        if seats is not ...:
            values["seats"] = list(seats)
        if owners is not ...:
            values["first_owner"], values["second_owner"] = owners
        given = {name: value for name, value in values.items() if value is not ...}
        await self._writer.write(_change_games, _GameChange(id, given | {"updated": now()}))

    async def load_thought(self, id: str, ply: int) -> dict[str, Any] | None:  # noqa: A002
        """What was thought before the move at ``ply``: a ``Thought`` as JSON."""
        return await self._reader.read(lambda connection: _read_thought(connection, id, ply))

    async def list_of(self, user: str, limit: int = 50) -> list[StoredGame]:
        """The games that a user made or has a seat in, the last changed first."""
        return await self._reader.read(lambda connection: _read_games_of(connection, user, limit))

    async def delete_empty(self, before: str) -> int:
        """Delete games without moves that have not changed since; gives their number."""
        return await self._writer.write(_delete_empty, same_form(before))


@dataclass(frozen=True)
class _NewMove:
    """A move to be added at ``ply``; moves from there on are dropped, unless there are none."""

    game: str
    ply: int
    move: StoredMove
    moment: str
    drop: bool


@dataclass(frozen=True)
class _GameChange:
    """New values of some columns of a game."""

    game: str
    values: dict[str, Any]


# The move before it must exist.
_PLY = bindparam("at_ply", type_=Integer)
_STEP = Prepared(
    update(games)
    .where(
        games.c.id == bindparam("of_game"),
        or_(
            _PLY == 0,
            exists().where(moves.c.game_id == games.c.id, moves.c.ply == _PLY - 1),
        ),
    )
    .values(ply=_PLY + 1, resigned=null(), agreed=False, updated=bindparam("moment"))
)
_DROP = Prepared(
    delete(moves).where(moves.c.game_id == bindparam("of_game"), moves.c.ply >= bindparam("at_ply"))
)
_INSERT_MOVES = Prepared(insert(moves))


def _insert_games(connection: Connection, new: Sequence[StoredGame]) -> list[None]:
    """Add games with the moves they have."""
    connection.execute(insert(games), [_game_row(game) for game in new])
    rows = [_move_row(game.id, *move) for game in new for move in enumerate(game.moves)]
    if rows:
        _INSERT_MOVES.execute(connection, rows)
    return [None for _ in new]


def _add_moves(connection: Connection, new: Sequence[_NewMove]) -> list[None]:
    """Add moves; each drops those from its ply on, and clears a resignation or an agreed draw."""
    for several in _one_of_each_game(new):
        places = [{"of_game": one.game, "at_ply": one.ply} for one in several]
        steps = [place | {"moment": one.moment} for place, one in zip(places, several, strict=True)]
        if _STEP.execute(connection, steps) != len(several):
            raise StorageFailed(
                f"Move {several[0].ply + 1} of game {several[0].game} cannot be stored: "
                "there is no such game, or it has no move before."
            )
        dropping = [place for place, one in zip(places, several, strict=True) if one.drop]
        if dropping:
            _DROP.execute(connection, dropping)
        _INSERT_MOVES.execute(connection, [_move_row(m.game, m.ply, m.move) for m in several])
    return [None for _ in new]


def _one_of_each_game(new: Sequence[_NewMove]) -> Iterator[list[_NewMove]]:
    """Split a sequence so that no part has two moves of a game: their order must be kept."""
    part: list[_NewMove] = []
    seen: set[str] = set()
    for move in new:
        if move.game in seen:
            yield part
            part, seen = [], set()
        part.append(move)
        seen.add(move.game)
    yield part


def _change_games(connection: Connection, changes: Sequence[_GameChange]) -> list[None]:
    """Set columns of games."""
    for change in changes:
        found = games.c.id == change.game
        ply = change.values.get("ply", 0)
        made = select(func.count()).where(moves.c.game_id == change.game).scalar_subquery()
        statement = update(games).where(found, made >= ply).values(**change.values)
        if ply < 0 or connection.execute(statement).rowcount != 1:
            raise StorageFailed(
                f"Game {change.game} cannot be changed: there is no such game, "
                f"or it has no {ply} moves."
            )
    return [None for _ in changes]


def _delete_empty(connection: Connection, befores: Sequence[str]) -> list[int]:
    """Delete the games that have only the moves they began with; returns their number."""
    moved = exists().where(moves.c.game_id == games.c.id, moves.c.ply >= games.c.opening)
    return [
        connection.execute(
            # created is never later, and it has an index.
            delete(games).where(games.c.created < before, games.c.updated < before, ~moved)
        ).rowcount
        for before in befores
    ]


def _read_game(connection: Connection, key: str) -> StoredGame | None:
    """A game with its moves but not their thoughts."""
    row = connection.execute(select(games).where(games.c.id == key)).first()
    return None if row is None else _with_moves(connection, [row])[0]


def _read_games_of(connection: Connection, user: str, limit: int) -> list[StoredGame]:
    """The games that a user made or has a seat in, the last changed first."""
    takes_part = or_(
        games.c.creator == user, games.c.first_owner == user, games.c.second_owner == user
    )
    last_changed = (games.c.updated.desc(), games.c.id)
    found = select(games).where(takes_part).order_by(*last_changed).limit(limit)
    return _with_moves(connection, connection.execute(found).all())


def _read_thought(connection: Connection, key: str, ply: int) -> dict[str, Any] | None:
    """What was thought before a move."""
    thought: dict[str, Any] | None = connection.execute(
        select(moves.c.thought).where(moves.c.game_id == key, moves.c.ply == ply)
    ).scalar()
    return thought


def _with_moves(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredGame]:
    made: dict[str, list[StoredMove]] = {row.id: [] for row in rows}
    if made:
        columns = select(moves.c.game_id, moves.c.action, moves.c.seconds, moves.c.value)
        of_these = columns.where(moves.c.game_id.in_(made)).order_by(moves.c.game_id, moves.c.ply)
        for key, action, seconds, value in connection.execute(of_these):
            made[key].append(StoredMove(action, seconds, value))
    return [_game(row, made[row.id]) for row in rows]


def _game(row: Row[Any], made: list[StoredMove]) -> StoredGame:
    first, second = row.seats
    return StoredGame(
        id=row.id,
        game=row.game,
        seats=(first, second),
        owners=(row.first_owner, row.second_owner),
        creator=row.creator,
        time=row.time,
        opening=row.opening,
        moves=made,
        ply=row.ply,
        resigned=row.resigned,
        agreed=row.agreed,
        created=row.created,
        updated=row.updated,
        delay=row.delay,
    )


def _game_row(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.game,
        "seats": list(game.seats),
        "first_owner": game.owners[0],
        "second_owner": game.owners[1],
        "creator": game.creator,
        "time": game.time,
        "opening": game.opening,
        "ply": game.ply,
        "resigned": game.resigned,
        "agreed": game.agreed,
        "created": same_form(game.created),
        "updated": same_form(game.updated),
        "delay": game.delay,
    }


def _move_row(game: str, ply: int, move: StoredMove) -> dict[str, Any]:
    return {
        "game_id": game,
        "ply": ply,
        "action": move.action,
        "seconds": move.seconds,
        "value": move.value,
        "thought": None if move.thought is None else to_json(move.thought),
    }
