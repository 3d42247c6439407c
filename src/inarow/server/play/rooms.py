"""All rooms: one for each game that is watched, made when it is first needed."""

from __future__ import annotations

import asyncio
import gc
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from inarow.errors import InarowError
from inarow.games import Game
from inarow.players.levels import find_level
from inarow.server.config import Config
from inarow.server.edge.rate_limit import RateLimiter
from inarow.server.edge.refusals import NotFound, Refused, TooMany
from inarow.server.play.game_state import AnySeat, GameState, seat_search
from inarow.server.play.room import Room
from inarow.server.schema.play import GameList, GameView, HumanSeat, LevelSeat, NewGame, PlayerSeat
from inarow.server.schema.search import Thought
from inarow.server.search.allowed import check_game
from inarow.server.search.pool import SearchPool
from inarow.server.storage import StoredGame, StoredMove
from inarow.server.storage.games import GameStore

ID_BYTES = 12  # 96 random bits: the address of a game cannot be guessed
LINGER_SECONDS = 60.0  # that a room is kept after the last watcher left
SWEEP_SECONDS = 15.0
FOLLOW_SECONDS = 0.5  # between the moves of two machines by default, so that people can follow

_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # as token_urlsafe makes; databases may refuse others

NOT_THERE = "There is no game at this address."


class Rooms:
    """The games that are being played."""

    def __init__(
        self,
        config: Config,
        store: GameStore,
        pool: SearchPool,
        address_of: Callable[[str], str] = lambda user: user,
    ) -> None:
        self.config = config
        self._address_of = address_of
        self._store = store
        self._pool = pool
        self._rooms: dict[str, Room] = {}
        self._idle_since: dict[str, float] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._new_of_one = RateLimiter(config.new_games_of_one)
        self._new_of_address = RateLimiter(config.new_games_of_address)
        self._closed = False

    def __len__(self) -> int:
        return len(self._rooms)

    # Rooms -------------------------------------------------------------------------------------

    @asynccontextmanager
    async def enter(self, id: str) -> AsyncIterator[Room]:  # noqa: A002 (as in its address)
        """The room of a game; it is kept while the context is open."""
        room = await self._open(id)
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1
            if room.closed and self._rooms.get(room.id) is room:
                del self._rooms[room.id]
                self._idle_since.pop(room.id, None)

    async def look(self, id: str) -> Room:  # noqa: A002
        """The room of a game, to read its state only: no machine starts to move."""
        room = self._rooms.get(id)
        return room if room is not None and not room.closed else await self._load(id)

    async def _open(self, id: str) -> Room:  # noqa: A002
        while True:
            room = self._rooms.get(id)
            if room is not None and not room.closed:
                return room
            # Two clients that come at once must get the same room.
            task = self._opening.get(id)
            if task is None:
                task = self._opening[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _: self._opening.pop(id, None))
            loaded = await asyncio.shield(task)
            current = self._rooms.get(id)
            if current is None or current.closed:
                self._rooms[id] = loaded
                return loaded

    async def _load(self, id: str) -> Room:  # noqa: A002
        if self._closed:
            raise NotFound("The server is shutting down: try again later.")
        stored = await self._store.load(id) if _ID.fullmatch(id) else None
        if stored is None:
            raise NotFound(NOT_THERE)
        return self._room(GameState(stored, self.config))

    def _room(self, state: GameState) -> Room:
        return Room(state, self._store, self._pool, self._rematch_of)

    async def sweep_forever(self) -> None:
        """Remove idle rooms, and the garbage of their connections, again and again."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if self.sweep():
                # Each connection leaves 20 kB in cycles, and has lived too long for the quick
                # collections; Python's own full ones come minutes apart.
                gc.collect()

    def sweep(self, linger: float = LINGER_SECONDS) -> int:
        """Remove rooms that have been idle for long enough; returns their number."""
        now = time.monotonic()
        before = len(self._rooms)
        for id, room in list(self._rooms.items()):  # noqa: A001
            if not (room.idle or room.closed):
                self._idle_since.pop(id, None)
            elif room.closed or now - self._idle_since.setdefault(id, now) >= linger:
                room.close()
                del self._rooms[id]
                self._idle_since.pop(id, None)
        return before - len(self._rooms)

    async def close(self) -> None:
        """Stop all machines; what is being stored is completed first."""
        self._closed = True
        for room in list(self._rooms.values()):
            await room.finish()
        self._rooms.clear()

    # Stored games ------------------------------------------------------------------------------

    async def list_games(self, user: str) -> GameList:
        """The games that a user made or has a seat in, the last changed first."""
        games = []
        for stored in await self._store.list_of(user):
            # A game that this version does not support any more must not hide the others.
            with suppress(InarowError):
                games.append(GameState(stored, self.config).summary(user))
        return GameList(games=games)

    async def load_thought(self, id: str, ply: int) -> Thought:  # noqa: A002
        """What a machine thought before its move at ``ply``."""
        thought = await self._store.load_thought(id, ply)
        if thought is None:
            raise NotFound(
                "There is no thought about this move: a person made it, or it does not exist."
            )
        return Thought.model_validate(thought)

    # New games ---------------------------------------------------------------------------------

    async def create(self, user: str, new: NewGame) -> GameView:
        """A new game of a user."""
        game = check_game(new.game)
        if new.time > self.config.longest_think:
            most = self.config.longest_think
            raise Refused(f"A computer may think for {most:g} seconds at most.")
        first, second = (self._check_seat(seat, game, new.time) for seat in new.seats)
        seats = (first, second)
        if game.state_from(new.moves).is_terminal():
            raise Refused("The game would be over before it begins: give fewer moves.")
        mine = [isinstance(seat, HumanSeat) and not seat.open for seat in seats]
        machines = not any(isinstance(seat, HumanSeat) for seat in seats)
        return await self._create(
            user,
            StoredGame(
                id=secrets.token_urlsafe(ID_BYTES),
                game=game.spec,
                seats=(_plain(seats[0]), _plain(seats[1])),
                owners=(user if mine[0] else None, user if mine[1] else None),
                creator=user,
                time=new.time,
                opening=len(new.moves),
                moves=[StoredMove(action) for action in new.moves],
                ply=len(new.moves),
                delay=FOLLOW_SECONDS if machines else 0.0,
            ),
        )

    def _check_seat(self, seat: AnySeat, game: Game, seconds: float) -> AnySeat:
        """A seat as it is stored: descriptions and names in their short form."""
        if isinstance(seat, HumanSeat):
            return seat
        spec, _ = seat_search(seat, game, seconds, self.config)
        if isinstance(seat, PlayerSeat):
            return PlayerSeat(spec=spec)
        return LevelSeat(level=find_level(seat.level).name)

    async def rematch(self, user: str, id: str, swap: bool) -> GameView:  # noqa: A002
        """The same game again, at once; another person must accept it first, see offers.py."""
        async with self.enter(id) as room:
            room.state.check_alone(user, "offer the rematch to them")
            view = await self._create(user, _again(room.state.stored, swap))
            room.set_rematch(view.id)
            return view

    async def _rematch_of(self, user: str, old: StoredGame) -> str:
        return (await self._create(user, _again(old, swap=True))).id

    async def _create(self, user: str, game: StoredGame) -> GameView:
        # The user first: see middleware.py.
        if not (self._new_of_one.take(user) and self._new_of_address.take(self._address_of(user))):
            raise TooMany("Too many new games at once: play one, or wait a little.")
        state = GameState(game, self.config)
        await self._store.create(game)
        return self._room(state).view()


def _again(old: StoredGame, swap: bool) -> StoredGame:
    """A new game with the settings and the people of an old one."""
    order = (1, 0) if swap else (0, 1)
    return StoredGame(
        id=secrets.token_urlsafe(ID_BYTES),
        game=old.game,
        seats=(old.seats[order[0]], old.seats[order[1]]),
        owners=(old.owners[order[0]], old.owners[order[1]]),
        creator=old.creator,
        time=old.time,
        opening=old.opening,
        moves=[StoredMove(move.action) for move in old.moves[: old.opening]],
        ply=old.opening,
        delay=old.delay,
    )


def _plain(seat: AnySeat) -> dict[str, Any]:
    return seat.model_dump(mode="json")


async def get_rooms(connection: HTTPConnection) -> Rooms:
    """The rooms of the server that a request came to."""
    rooms: Rooms = connection.app.state.services.rooms
    return rooms


RoomsDep = Annotated[Rooms, Depends(get_rooms)]
