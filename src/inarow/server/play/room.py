"""A room: one game with all its watchers. Commands come in, snapshots go out to everybody.

Commands are handled one after another. A change is stored first, then made here, then sent: nobody
sees what could still be lost, and reading the state here needs no lock. A machine searches beside
this (see mover.py), and its move takes its turn like a command.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ClassVar, ParamSpec, TypeVar

from inarow.errors import InarowError, PlayerFailed
from inarow.server.edge.refusals import NotNow
from inarow.server.edge.sockets import INTERNAL_ERROR, Outbox
from inarow.server.play.audience import Audience, Watcher
from inarow.server.play.game_state import GameState
from inarow.server.play.mover import Mover
from inarow.server.play.offers import Offers
from inarow.server.play.views import game_info, position_of
from inarow.server.schema.base import Side
from inarow.server.schema.play import (
    AnswerOfferCommand,
    ClaimCommand,
    DelayCommand,
    GameView,
    GotoCommand,
    MoveCommand,
    NameCommand,
    Offer,
    OfferCommand,
    OfferKind,
    PlainCommand,
    YouEvent,
)
from inarow.server.schema.search import StopCommand
from inarow.server.search.pool import Search, SearchPool
from inarow.server.storage import StorageFailed, StoredGame, StoredMove
from inarow.server.storage.games import GameStore

Command = (
    MoveCommand
    | GotoCommand
    | DelayCommand
    | ClaimCommand
    | NameCommand
    | OfferCommand
    | AnswerOfferCommand
    | PlainCommand
    | StopCommand
)

P = ParamSpec("P")
R = TypeVar("R")

MakeRematch = Callable[[str, StoredGame], Awaitable[str]]
"""Makes the same game again for a user, with sides changed; gives its id."""


class Room:
    """One game that is watched, or in which a machine moves."""

    def __init__(
        self, state: GameState, store: GameStore, pool: SearchPool, make_rematch: MakeRematch
    ) -> None:
        self.state = state
        self.id = state.stored.id
        # With moves taken back, machines wait: else they would replace moves that can be redone.
        self.running = state.ply == len(state.actions)
        self.closed = False
        self.visitors = 0  # requests and sockets that use the room
        self.rematch: str | None = None  # the id of the new game
        self._make_rematch = make_rematch
        self._offers = Offers(state)
        self._store = store
        self._lock = asyncio.Lock()
        self._audience = Audience(_weakly(self.view), _weakly(self._you))
        self._mover = Mover(
            pool,
            _weakly(self._machine_plays),
            self._audience.show_progress,
            _weakly(self._machine_fails),
        )
        self._stepping = False
        self._last_move: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is running."""
        return not (self._audience or self.visitors or self._mover.active or self._tasks)

    # Watchers ----------------------------------------------------------------------------------

    def join(self, user: str, outbox: Outbox) -> Watcher:
        """Add a watcher: its socket gets a snapshot now and after each change."""
        watcher = self._audience.add(user, outbox)
        self._update_search_soon()
        self._audience.note_change()
        self._audience.welcome(watcher)
        self._audience.push_soon()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher; machines stop playing each other when nobody watches."""
        self._audience.remove(watcher)
        if not self.closed:
            self._update_search_soon()
            self._audience.note_change()
            self._audience.push_soon()

    def view(self) -> GameView:
        """The game as everybody sees it; as in views.py, it is not validated."""
        state = self.state
        return GameView.model_construct(
            id=self.id,
            game=game_info(state.game),
            seats=state.seat_views(),
            time=state.stored.time,
            opening=state.stored.opening,
            moves=state.actions,
            names=state.names,
            values=state.values,
            ply=state.ply,
            position=position_of(state.position),
            result=state.result(),
            running=self.running,
            thinking=self._mover.active,
            delay=state.stored.delay,
            watchers=self._audience.count_people(without=state.stored.owners),
            present=self._present(),
            offer=self._offers.current,
            rematch=self.rematch,
            version=self._audience.version,
        )

    def _present(self) -> tuple[bool, bool]:
        first, second = self.state.stored.owners
        return self._audience.has(first), self._audience.has(second)

    def _you(self, user: str) -> YouEvent:
        return YouEvent(seats=self.state.sides_of(user), owner=user == self.state.stored.creator)

    # Commands ----------------------------------------------------------------------------------

    async def handle(self, user: str, command: Command) -> None:
        """Carry out a user's command, or raise why not; then nothing has changed."""
        task = asyncio.create_task(self._handle(user, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # The sender may disconnect; a command that has begun is completed.
        await asyncio.shield(task)

    async def _handle(self, user: str, command: Command) -> None:
        async with self._in_turn():
            if self.closed:
                raise NotNow("The game was closed: open it again.")
            try:
                match command:
                    case MoveCommand():
                        await self._move(user, command)
                    case GotoCommand():
                        await self._goto(user, command.ply)
                    case DelayCommand():
                        await self._set_delay(user, command.delay)
                    case ClaimCommand():
                        await self._claim(user, command)
                    case NameCommand():
                        await self._set_name(user, command)
                    case OfferCommand():
                        await self._offer(user, command.kind)
                    case AnswerOfferCommand():
                        await self._answer_offer(user, command)
                    case PlainCommand():
                        await self._plain_commands[command.type](self, user)
                    case StopCommand():
                        self._stop_search(user)
            except StorageFailed as error:
                self._break(error)
                raise

    async def _move(self, user: str, command: MoveCommand) -> None:
        self.state.check_move(user, command)
        seconds = None if self._last_move is None else time.monotonic() - self._last_move
        self.running = True
        await self._add(StoredMove(command.action, seconds=seconds))

    async def _undo(self, user: str) -> None:
        state = self.state
        state.check_alone(user, "a takeback has to be offered")
        # After a resignation or an agreed draw, undo takes back only that.
        ply = state.ply if state.conceded else state.previous_decision()
        if ply is None:
            raise NotNow("There is no move to take back.")
        await self._go(ply)

    async def _redo(self, user: str) -> None:
        self.state.check_alone(user, "moves cannot be redone")
        ply = self.state.next_decision()
        if ply is None:
            raise NotNow("There is no move to redo.")
        await self._go(ply)

    async def _goto(self, user: str, ply: int) -> None:
        self.state.check_alone(user, "moves cannot be taken back")
        first, last = self.state.stored.opening, len(self.state.actions)
        if not first <= ply <= last:
            raise NotNow(f"There is no move {ply} to go to: they run from {first} to {last}.")
        await self._go(ply)

    async def _go(self, ply: int) -> None:
        await self._store.update(self.id, ply=ply, resigned=None, agreed=False)
        self.state.go(ply)
        # A machine waits, so that people can look around; but it answers a move that was redone.
        at_end = self.state.has_person and ply == len(self.state.actions)
        self.running = self.state.is_person(self.state.turn) or at_end
        self._stepping = False
        self._last_move = None
        self._changed()

    async def _resign(self, user: str) -> None:
        side = self.state.resigning_side(user)
        await self._store.update(self.id, resigned=side)
        self.state.stored.resigned = side
        self._changed()

    async def _swap(self, user: str) -> None:
        self.state.check_alone(user, "a change of sides has to be offered")
        self.state.check_owner(user)
        self.state.check_playing()
        await self._change_sides()

    async def _change_sides(self) -> None:
        (first, second), owners = self.state.stored.seats, self.state.stored.owners
        await self._store.update(self.id, seats=(second, first), owners=(owners[1], owners[0]))
        self.state.swap()
        self.running = self.running or self.state.has_person
        self._changed()
        self._audience.push_seats()

    async def _claim(self, user: str, command: ClaimCommand) -> None:
        self.state.check_claim(user, command.seat)
        await self._set_person(command.seat, user, command.name)
        self._audience.push_seats()

    async def _set_name(self, user: str, command: NameCommand) -> None:
        self.state.check_own_seat(user, command.seat)
        await self._set_person(command.seat, user, command.name)

    async def _set_person(self, seat: Side, user: str, name: str) -> None:
        first, second = self.state.stored.owners
        owners = (user, second) if seat == 0 else (first, user)
        seats = self.state.seats_with_name(seat, name)
        await self._store.update(self.id, owners=owners, seats=seats)
        self.state.set_person(seat, user, name)
        self._changed(position=False)

    async def _offer(self, user: str, kind: OfferKind) -> None:
        if kind == "draw" and self.state.stored.owners == (user, user):
            self.state.check_playing()
            await self._agree()
            return
        if kind == "rematch" and self.rematch is not None:
            raise NotNow("There is a rematch already.")
        accepted = self._offers.make(self.state.check_opponent(user), kind)
        if accepted is not None:
            await self._carry_out(user, accepted)
        else:
            self._changed(position=False)

    async def _answer_offer(self, user: str, answer: AnswerOfferCommand) -> None:
        side = self.state.check_opponent(user)
        if answer.type == "accept":
            await self._carry_out(user, self._offers.accept(side, answer))
            return
        declined = self._offers.decline(side, answer)
        self._changed(position=False)
        if declined is not None:
            self._audience.send_declined(declined)

    async def _carry_out(self, user: str, offer: Offer) -> None:
        """Do what was offered and accepted."""
        match offer.kind:
            case "undo":
                ply = self.state.last_decision_of(offer.by)
                assert ply is not None  # it was checked when it was offered
                await self._go(ply)
            case "draw":
                await self._agree()
            case "swap":
                await self._change_sides()
            case "rematch":
                new_id = await self._make_rematch(user, self.state.stored)
                self._offers.clear()
                self.set_rematch(new_id)

    async def _agree(self) -> None:
        await self._store.update(self.id, agreed=True)
        self.state.stored.agreed = True
        self._changed()

    async def _start(self, user: str) -> None:
        self.state.check_machines(user)
        self.state.check_playing()
        self.running = True
        self._changed(position=False)

    async def _pause(self, user: str) -> None:
        self.state.check_machines(user)
        self.running = self._stepping = False
        self._changed(position=False)

    async def _step(self, user: str) -> None:
        self.state.check_machines(user)
        self.state.check_playing()
        if self.state.is_person(self.state.turn):
            raise NotNow("It is a person's turn: no computer can move.")
        self.running = False
        self._stepping = True
        self._changed(position=False)
        self._mover.moment_changed()

    async def _set_delay(self, user: str, delay: float) -> None:
        self.state.check_machines(user)
        await self._store.update(self.id, delay=delay)
        self.state.stored.delay = delay
        self._changed(position=False)
        self._mover.moment_changed()

    def _stop_search(self, user: str) -> None:
        self.state.check_machines(user)
        if not self._mover.active:
            raise NotNow("No computer is thinking.")
        self._mover.stop()

    _plain_commands: ClassVar[dict[str, Callable[[Room, str], Awaitable[None]]]] = {
        "undo": _undo,
        "redo": _redo,
        "resign": _resign,
        "swap": _swap,
        "start": _start,
        "pause": _pause,
        "step": _step,
    }

    # Changes -----------------------------------------------------------------------------------

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Do something while no other command runs."""
        async with self._lock:
            try:
                yield
            finally:
                # Watchers may have come or gone in the meantime.
                before = self._mover.active
                self._update_search()
                if self._mover.active != before and not self.closed:
                    self._audience.note_change()
                    self._audience.push()

    async def _add(self, move: StoredMove) -> None:
        ply = self.state.ply
        taken_back = len(self.state.actions) > ply
        await self._store.add_move(self.id, ply, move, drop=taken_back)
        self.state.add(move)
        self._last_move = time.monotonic()
        self._changed()

    def _changed(self, *, position: bool = True) -> None:
        """The game has changed: start or cancel the search, and send it to all."""
        if position:
            self._offers.clear()
        self._update_search(restart=position)
        self._audience.note_change()
        self._audience.push(keep_thought=not position)

    def set_rematch(self, new_id: str) -> None:
        """Remember the rematch, and send its address to all."""
        self.rematch = new_id
        self._changed(position=False)

    # Machines ----------------------------------------------------------------------------------

    def _update_search_soon(self) -> None:
        """Update the search now, or after a command that runs and may be storing a move."""
        if not self._lock.locked():
            self._update_search()

    def _update_search(self, restart: bool = False) -> None:
        """Have a machine search if, and only if, it should."""
        state = self.state
        should = (
            not (self.closed or state.over or state.is_person(state.turn))
            # Machines play each other only while somebody watches.
            and (self._stepping or (self.running and (state.has_person or bool(self._audience))))
        )
        if self._mover.active and (restart or not should):
            self._mover.cancel()
        if not should or self._mover.active:
            return
        try:
            spec, limits = state.search(state.turn)
        except InarowError as error:
            self.running = self._stepping = False
            self._audience.send_error(error)
            return
        search = Search(
            state.game,
            tuple(state.actions[: state.ply]),
            spec,
            limits,
            level=state.level(state.turn),
            seed=state.seed(state.turn),
        )
        payer = state.stored.owners[1 - state.turn] or state.stored.creator
        self._mover.start(payer, search, self._next_moment)

    def _next_moment(self) -> float:
        """Before this moment no machine moves: people want to follow the game."""
        if self._last_move is None or self._stepping or self.state.has_person:
            return 0.0
        return self._last_move + self.state.stored.delay

    async def _machine_plays(self, ply: int, move: StoredMove) -> None:
        async with self._in_turn():
            if self.closed or self.state.ply != ply or self.state.over:
                return
            try:
                if not self.state.position.is_legal(move.action):
                    raise PlayerFailed("illegal", "The computer chose a move that is not legal.")
                self._stepping = False
                await self._add(move)
                if move.thought:  # a quick search has reported no progress
                    self._audience.show_answer(move.thought)
            except StorageFailed as error:
                self._break(error)
            except PlayerFailed as error:
                self._give_up(error)

    async def _machine_fails(self, ply: int, error: InarowError) -> None:
        async with self._in_turn():
            if not self.closed and self.state.ply == ply:
                self._give_up(error)

    def _give_up(self, error: InarowError) -> None:
        self.running = self._stepping = False
        self._audience.send_error(error)
        self._changed(position=False)

    # Closing -----------------------------------------------------------------------------------

    def close(self, code: int | None = None) -> None:
        """Cancel the search; with a code, close the sockets, too."""
        self.closed = True
        self._mover.cancel()
        self._audience.close(code)

    def _break(self, error: StorageFailed) -> None:
        """The content of the database is unknown: send the error, and have all reconnect."""
        self._audience.send_error(error)
        self.close(INTERNAL_ERROR)

    async def finish(self) -> None:
        """Close after the command that runs."""
        async with self._in_turn():
            self.close()


def _weakly(method: Callable[P, R]) -> Callable[P, R]:
    """A method of a room, for a part of it that must not keep it alive.

    Else each room is a cycle, and takes memory until all garbage is collected.
    """
    reference = weakref.WeakMethod(method)

    def call(*args: P.args, **options: P.kwargs) -> R:
        bound = reference()
        if bound is None:
            raise ReferenceError("This room is gone.")
        return bound(*args, **options)

    return call
