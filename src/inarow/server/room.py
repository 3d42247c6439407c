"""A room: one game with all who look at it. Commands come in, snapshots go out to everybody.

Commands are handled one after another. A change is stored first, then made here, then told: so
nobody sees what could be lost, and what is seen here needs no lock. A machine thinks beside all
this (see mover.py), and its move waits in line like anybody's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from inarow.errors import InarowError, PlayerFailed
from inarow.server.guards import BROKEN
from inarow.server.mover import Mover
from inarow.server.outbox import GAME, THINKING, YOU, Outbox
from inarow.server.pool import Search, SearchPool
from inarow.server.problems import error_event
from inarow.server.refusals import NotNow, NotYours
from inarow.server.schema import (
    ClaimCommand,
    DelayCommand,
    GameEvent,
    GameView,
    GotoCommand,
    HumanSeat,
    MoveCommand,
    PlainCommand,
    RematchEvent,
    Side,
    ThinkingEvent,
    Thought,
    YouEvent,
)
from inarow.server.sheet import Sheet, info_of
from inarow.server.storage import StorageFailed, Store, StoredMove
from inarow.server.views import position_of

GATHER_SECONDS = 0.2  # people who come or go within are told of in one snapshot

Command = MoveCommand | GotoCommand | DelayCommand | ClaimCommand | PlainCommand


@dataclass(eq=False)
class Watcher:
    """One socket that looks at the game."""

    user: str
    outbox: Outbox
    version: int = 0  # of the snapshot that it was sent last


class Room:
    """One game that somebody looks at, or that a machine moves in."""

    def __init__(self, sheet: Sheet, store: Store, pool: SearchPool) -> None:
        self.sheet = sheet
        self.id = sheet.stored.id
        # With moves taken back, machines wait: else they would play over what can be made again.
        self.running = sheet.ply == len(sheet.actions)
        self.closed = False
        self.visitors = 0  # who came through the door and may still ask for something
        self.rematch: tuple[str, str] | None = None  # who asked, and the new game
        self._store = store
        self._lock = asyncio.Lock()
        self._watchers: set[Watcher] = set()
        self._mover = Mover(pool, self._machine_plays, self._show, self._machine_fails)
        self._stepping = False
        self._version = int(time.time() * 1000)  # so it also grows from one start to the next
        self._snapshot: str | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._last_move: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._actions: dict[str, Callable[[str], Awaitable[None]]] = {
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "swap": self._swap,
            "start": self._start,
            "pause": self._pause,
            "step": self._step,
            "hurry": self._hurry,
        }

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not (self._watchers or self.visitors or self._mover.active or self._tasks)

    # Who looks ---------------------------------------------------------------------------------

    def join(self, user: str, outbox: Outbox) -> Watcher:
        """Let a socket look at the game: it gets a snapshot now and after each change."""
        watcher = Watcher(user, outbox)
        self._watchers.add(watcher)
        self._arrange()
        self._note_change()
        self._send_snapshot(watcher)
        outbox.put(YOU, self._you(user))
        self._gather()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """A socket has closed; machines do not go on among themselves without anybody looking."""
        self._watchers.discard(watcher)
        if not self.closed:
            self._arrange()
            self._note_change()
            self._gather()

    def view(self) -> GameView:
        """The game as everybody sees it."""
        sheet = self.sheet
        return GameView(
            id=self.id,
            game=info_of(sheet.game),
            seats=sheet.seat_views(),
            time=sheet.stored.time,
            opening=sheet.stored.opening,
            moves=sheet.actions,
            names=sheet.names,
            values=sheet.values,
            ply=sheet.ply,
            position=position_of(sheet.state),
            result=sheet.result(),
            running=self.running,
            thinking=self._mover.active,
            delay=sheet.stored.delay,
            watchers=len(self._watchers),
            version=self._version,
        )

    # Commands ----------------------------------------------------------------------------------

    async def handle(self, user: str, command: Command) -> None:
        """Carry out somebody's command, or raise why not; then nothing has changed."""
        task = asyncio.create_task(self._handle(user, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Whoever sent it may leave; what has begun is still brought to its end.
        await asyncio.shield(task)

    async def _handle(self, user: str, command: Command) -> None:
        async with self._lock:
            if self.closed:
                raise NotNow("The game was closed here: open it again.")
            try:
                match command:
                    case MoveCommand():
                        await self._move(user, command)
                    case GotoCommand():
                        await self._goto(user, command.ply)
                    case DelayCommand():
                        await self._set_delay(user, command.delay)
                    case ClaimCommand():
                        await self._claim(user, command.seat)
                    case PlainCommand():
                        await self._actions[command.type](user)
            except StorageFailed:
                # What the database holds now is not known: let all open the game anew.
                self.close(BROKEN)
                raise

    async def _move(self, user: str, command: MoveCommand) -> None:
        sheet = self.sheet
        if command.ply != sheet.ply:
            raise NotNow(f"The game has gone on: {sheet.ply} moves stand on the board.")
        self._check_playing()
        if not sheet.is_person(sheet.turn):
            raise NotNow("It is the machine's turn.")
        owners = sheet.stored.owners
        if owners[sheet.turn] != user:
            if user in owners:
                raise NotNow("It is not your turn.")
            if owners[sheet.turn] is None:
                raise NotYours("Nobody has taken this seat yet: take it before you move.")
            raise NotYours("This is somebody else's seat: you can watch the game.")
        if not sheet.state.is_legal(command.action):
            sheet.state.clone().apply_action(command.action)  # raises, and says why
        seconds = None if self._last_move is None else time.monotonic() - self._last_move
        self.running = True
        await self._add(StoredMove(command.action, seconds=seconds))

    async def _undo(self, user: str) -> None:
        self._check_alone(user, "moves cannot be taken back")
        sheet = self.sheet
        # Who resigned takes back just that.
        ply = sheet.ply if sheet.stored.resigned is not None else sheet.previous_decision()
        if ply is None:
            raise NotNow("There is no move to take back.")
        await self._go(ply)

    async def _redo(self, user: str) -> None:
        self._check_alone(user, "moves cannot be made again")
        ply = self.sheet.next_decision()
        if ply is None:
            raise NotNow("There is no move to make again.")
        await self._go(ply)

    async def _goto(self, user: str, ply: int) -> None:
        self._check_alone(user, "moves cannot be taken back")
        first, last = self.sheet.stored.opening, len(self.sheet.actions)
        if not first <= ply <= last:
            raise NotNow(f"There is no move {ply} to go to: they run from {first} to {last}.")
        await self._go(ply)

    async def _go(self, ply: int) -> None:
        await self._store.update_game(self.id, ply=ply, resigned=None)
        self.sheet.go(ply)
        # A machine waits, so that one can look around; but it answers a move made again.
        at_end = self.sheet.has_person and ply == len(self.sheet.actions)
        self.running = self.sheet.is_person(self.sheet.turn) or at_end
        self._stepping = False
        self._last_move = None
        self._changed()

    async def _resign(self, user: str) -> None:
        self._check_playing()
        sides = [seat for seat in (0, 1) if self.sheet.stored.owners[seat] == user]
        if not sides:
            raise NotYours("You have no seat in this game: only its players can resign.")
        side = self.sheet.turn if self.sheet.turn in sides else sides[0]
        await self._store.update_game(self.id, resigned=side)
        self.sheet.stored.resigned = side
        self._changed()

    async def _swap(self, user: str) -> None:
        self._check_owner(user)
        self._check_alone(user, "sides cannot be changed")
        self._check_playing()
        seats, owners = self.sheet.stored.seats, self.sheet.stored.owners
        await self._store.update_game(self.id, seats=seats[::-1], owners=owners[::-1])
        self.sheet.swap()
        self.running = self.running or self.sheet.has_person
        self._changed(seats=True)

    async def _claim(self, user: str, seat: Side) -> None:
        sheet = self.sheet
        if not isinstance(sheet.seats[seat], HumanSeat):
            raise NotNow("A machine has this seat.")
        if sheet.stored.owners[seat] is not None:
            mine = sheet.stored.owners[seat] == user
            raise NotNow("This seat is yours already." if mine else "This seat is taken.")
        first, second = sheet.stored.owners
        owners = (user, second) if seat == 0 else (first, user)
        await self._store.update_game(self.id, owners=owners)
        sheet.claim(seat, user)
        self._changed(seats=True, position=False)

    async def _start(self, user: str) -> None:
        self._check_machines(user)
        self._check_playing()
        self.running = True
        self._changed(position=False)

    async def _pause(self, user: str) -> None:
        self._check_machines(user)
        self.running = self._stepping = False
        self._changed(position=False)

    async def _step(self, user: str) -> None:
        self._check_machines(user)
        self._check_playing()
        if self.sheet.is_person(self.sheet.turn):
            raise NotNow("It is a person's turn: no machine can move.")
        self.running = False
        self._stepping = True
        self._changed(position=False)
        self._mover.look_again()

    async def _set_delay(self, user: str, delay: float) -> None:
        self._check_machines(user)
        await self._store.update_game(self.id, delay=delay)
        self.sheet.stored.delay = delay
        self._changed(position=False)
        self._mover.look_again()

    async def _hurry(self, user: str) -> None:
        self._check_machines(user)
        if not self._mover.active:
            raise NotNow("No machine is thinking.")
        self._mover.hurry()

    # Who may -----------------------------------------------------------------------------------

    def _check_playing(self) -> None:
        result = self.sheet.result()
        if result is not None:
            raise NotNow(f"The game is over ({result.text}): no move is possible any more.")

    def _check_owner(self, user: str) -> None:
        if user != self.sheet.stored.creator:
            raise NotYours("This is somebody else's game: you can watch it.")

    def _check_seated(self, user: str) -> None:
        if user not in self.sheet.stored.owners:
            self._check_owner(user)

    def _check_alone(self, user: str, so: str) -> None:
        self._check_seated(user)
        if any(owner not in (None, user) for owner in self.sheet.stored.owners):
            raise NotNow(f"Another person plays in this game, so {so}.")

    def _check_machines(self, user: str) -> None:
        self._check_seated(user)
        if self.sheet.is_person(0) and self.sheet.is_person(1):
            raise NotNow("No machine plays in this game.")

    # Machines ----------------------------------------------------------------------------------

    def _arrange(self, restart: bool = False) -> None:
        """See to it that a machine thinks if, and only if, it should."""
        sheet = self.sheet
        should = (
            not (self.closed or sheet.over or sheet.is_person(sheet.turn))
            # Machines among themselves play for those who look.
            and (self._stepping or (self.running and (sheet.has_person or bool(self._watchers))))
        )
        if self._mover.active and (restart or not should):
            self._mover.stop()
        if not should or self._mover.active:
            return
        try:
            spec, limits = sheet.search(sheet.turn)
        except InarowError as error:
            self.running = self._stepping = False
            self._tell_all(error)
            return
        search = Search(sheet.game, tuple(sheet.actions[: sheet.ply]), spec, limits)
        payer = sheet.stored.owners[1 - sheet.turn] or sheet.stored.creator
        self._mover.start(payer, search, self._next_moment)

    def _next_moment(self) -> float:
        if self._last_move is None or self._stepping or self.sheet.has_person:
            return 0.0
        return self._last_move + self.sheet.stored.delay

    async def _machine_plays(self, ply: int, move: StoredMove) -> None:
        async with self._lock:
            if self.closed or self.sheet.ply != ply or self.sheet.over:
                return
            try:
                if not self.sheet.state.is_legal(move.action):
                    raise PlayerFailed("illegal", "The machine chose a move that is not legal.")
                self._stepping = False
                await self._add(move)
            except StorageFailed as error:
                self._tell_all(error)
                self.close(BROKEN)
            except PlayerFailed as error:
                self._give_up(error)

    async def _machine_fails(self, ply: int, error: InarowError) -> None:
        async with self._lock:
            if not self.closed and self.sheet.ply == ply:
                self._give_up(error)

    def _give_up(self, error: InarowError) -> None:
        self.running = self._stepping = False
        self._tell_all(error)
        self._changed(position=False)

    def _show(self, thought: Thought) -> None:
        event = ThinkingEvent(thought=thought).model_dump_json()
        for watcher in self._watchers:
            watcher.outbox.put(THINKING, event)

    # Telling -----------------------------------------------------------------------------------

    async def _add(self, move: StoredMove) -> None:
        await self._store.add_move(self.id, self.sheet.ply, move)
        self.sheet.add(move)
        self._last_move = time.monotonic()
        self._changed()

    def _changed(self, *, position: bool = True, seats: bool = False) -> None:
        """Something has: arrange who thinks, and tell all."""
        self._arrange(restart=position)
        self._note_change()
        self._push(thought=not position)
        if seats:
            for watcher in self._watchers:
                watcher.outbox.put(YOU, self._you(watcher.user))

    def _note_change(self) -> None:
        self._version += 1
        self._snapshot = None

    def _push(self, thought: bool = True) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        for watcher in self._watchers:
            if not thought:
                watcher.outbox.take_back(THINKING)
            self._send_snapshot(watcher)

    def _gather(self) -> None:
        """Tell soon how many look, those who do not know yet."""
        unknowing = any(watcher.version != self._version for watcher in self._watchers)
        if self._gathering is None and unknowing:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(GATHER_SECONDS, self._push)

    def _send_snapshot(self, watcher: Watcher) -> None:
        if watcher.version == self._version:
            return
        if self._snapshot is None:  # it is made once for all
            self._snapshot = GameEvent(game=self.view()).model_dump_json()
        watcher.version = self._version
        watcher.outbox.put(GAME, self._snapshot)

    def _you(self, user: str) -> str:
        stored = self.sheet.stored
        seats: list[Side] = [seat for seat in (0, 1) if stored.owners[seat] == user]
        return YouEvent(seats=seats, owner=user == stored.creator).model_dump_json()

    def _tell_all(self, error: InarowError) -> None:
        for watcher in self._watchers:
            watcher.outbox.add(error_event(error))

    def tell_rematch(self, user: str, new_id: str) -> None:
        """Tell all where the game goes on."""
        self.rematch = (user, new_id)
        for watcher in self._watchers:
            watcher.outbox.add(RematchEvent(id=new_id).model_dump_json())

    # The end -----------------------------------------------------------------------------------

    def close(self, code: int | None = None) -> None:
        """Stop what is under way; with a code, close the sockets too."""
        self.closed = True
        self._mover.stop()
        if self._gathering is not None:
            self._gathering.cancel()
        if code is not None:
            for watcher in self._watchers:
                watcher.outbox.close(code)

    async def finish(self) -> None:
        """Close once the command that is being carried out has been."""
        async with self._lock:
            self.close()
