"""Games and moves as rows: how they are written and read, on a connection that is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    or_,
    select,
    update,
)

from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.records import StoredGame, StoredMove, same_form
from inarow.server.storage.tables import games, moves


@dataclass(frozen=True)
class NewMove:
    """A move to be added to a game, in the place of ``ply`` and all after it."""

    game: str
    ply: int
    move: StoredMove
    moment: str


@dataclass(frozen=True)
class GameChange:
    """New values of some columns of a game."""

    game: str
    values: dict[str, Any]


# A move can only follow another: the one before it must be there.
_PLY = bindparam("at_ply", type_=Integer)
_STEP = (
    update(games)
    .where(
        games.c.id == bindparam("of_game"),
        or_(
            _PLY == 0,
            exists().where(moves.c.game_id == games.c.id, moves.c.ply == _PLY - 1),
        ),
    )
    .values(ply=_PLY + 1, resigned=None, updated=bindparam("moment"))
)
_DROP = delete(moves).where(
    moves.c.game_id == bindparam("of_game"), moves.c.ply >= bindparam("at_ply")
)
_INSERT_MOVES = insert(moves)


def insert_games(connection: Connection, new: Sequence[StoredGame]) -> list[None]:
    """Add games with the moves they have."""
    connection.execute(insert(games), [_game_row(game) for game in new])
    rows = [_move_row(game.id, *move) for game in new for move in enumerate(game.moves)]
    if rows:
        connection.execute(_INSERT_MOVES, rows)
    return [None for _ in new]


def add_moves(connection: Connection, new: Sequence[NewMove]) -> list[None]:
    """Add moves; each takes the place of those from its ply on, and nobody has resigned then."""
    for several in _one_of_each_game(new):
        places = [{"of_game": one.game, "at_ply": one.ply} for one in several]
        steps = [place | {"moment": one.moment} for place, one in zip(places, several, strict=True)]
        if connection.execute(_STEP, steps).rowcount != len(several):
            raise StorageFailed(
                f"Move {several[0].ply + 1} of game {several[0].game} cannot be kept: "
                "there is no such game, or it has no move before."
            )
        connection.execute(_DROP, places)
        connection.execute(_INSERT_MOVES, [_move_row(m.game, m.ply, m.move) for m in several])
    return [None for _ in new]


def _one_of_each_game(new: Sequence[NewMove]) -> Iterator[list[NewMove]]:
    """Cut a sequence so that no part has two moves of a game: those must not be mixed up."""
    part: list[NewMove] = []
    seen: set[str] = set()
    for move in new:
        if move.game in seen:
            yield part
            part, seen = [], set()
        part.append(move)
        seen.add(move.game)
    yield part


def change_games(connection: Connection, changes: Sequence[GameChange]) -> list[None]:
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


def forget_empty(connection: Connection, befores: Sequence[str]) -> list[int]:
    """Delete the games that have only the moves they began with; say how many they were."""
    moved = exists().where(moves.c.game_id == games.c.id, moves.c.ply >= games.c.opening)
    return [
        connection.execute(
            # created is never later, and it has an index.
            delete(games).where(games.c.created < before, games.c.updated < before, ~moved)
        ).rowcount
        for before in befores
    ]


def read_game(connection: Connection, key: str) -> StoredGame | None:
    """Give a game with its moves but not their thoughts."""
    row = connection.execute(select(games).where(games.c.id == key)).first()
    return None if row is None else _with_moves(connection, [row])[0]


def read_games_of(connection: Connection, user: str, limit: int) -> list[StoredGame]:
    """Give the games somebody made or has a seat in, the last changed first."""
    takes_part = or_(
        games.c.creator == user, games.c.first_owner == user, games.c.second_owner == user
    )
    last_changed = (games.c.updated.desc(), games.c.id)
    found = select(games).where(takes_part).order_by(*last_changed).limit(limit)
    return _with_moves(connection, connection.execute(found).all())


def read_thought(connection: Connection, key: str, ply: int) -> dict[str, Any] | None:
    """Give what was thought before a move."""
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
        "thought": move.thought,
    }
