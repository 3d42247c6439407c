"""What can be done in a room besides moving: undo, swap, machines among themselves, two at once."""

import asyncio
import contextlib
import gc
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.errors import InarowError
from inarow.server.config import Config
from inarow.server.edge import sockets
from inarow.server.edge.sockets import Outbox
from inarow.server.play.rooms import Rooms
from inarow.server.play.routes import COMMANDS
from inarow.server.schema.play import NewGame
from inarow.server.search.pool import SearchPool
from inarow.server.storage import StorageFailed, Store
from tests.server.live import EASY, HUMAN, OPEN, machine, serving, wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory, shared_database_url):
    with serving(tmp_path_factory.mktemp("room"), shared_database_url) as running:
        yield running


@pytest.fixture
def ann(site):
    return site.person()


def test_illegal_moves_are_explained(ann):
    with ann.watch(ann.new_game()) as watch:
        watch.move("b2")
        watch.until_ply(1)
        taken = watch.refused("move", action=4, ply=1)
        assert taken["error"] == "bad-request"
        assert taken["message"] == "b2 is taken."
        outside = watch.refused("move", action=9, ply=1)
        assert outside["message"] == "Action 9 is not on the board: actions run from 0 to 8."
        stale = watch.refused("move", action=0, ply=0)
        assert stale["error"] == "not-now"
        assert watch.game["ply"] == 1


def test_undo_and_redo_against_a_machine_lead_to_ones_own_moves(ann):
    with ann.watch(ann.new_game(HUMAN, machine("greedy"), "gomoku")) as watch:
        assert watch.refused("undo")["message"] == "There is no move to take back."
        for ply, cell in ((0, "h8"), (2, "a1")):
            watch.until_ply(ply)
            watch.move(cell)
        moves = watch.until_ply(4)["moves"]
        watch.send("undo")
        assert watch.until_ply(2)["moves"] == moves
        watch.send("undo")
        watch.until_ply(0)
        assert watch.refused("undo")["error"] == "not-now"
        watch.send("redo")
        watch.until_ply(2)
        watch.send("redo")
        watch.until_ply(4)
        assert watch.refused("redo")["message"] == "There is no move to redo."
        watch.send("undo")
        watch.until_ply(2)
        watch.move("c3")
        after = watch.until_ply(4)
        assert after["moves"][:2] == moves[:2]
        assert after["names"][2] == "c3"


def test_a_machine_waits_where_one_went_back_to(ann):
    with ann.watch(ann.new_game(HUMAN, machine("greedy"), "gomoku")) as watch:
        watch.move("h8")
        moves = watch.until_ply(2)["moves"]
        watch.send("goto", ply=1)
        back = watch.until_ply(1)
        assert (back["running"], back["thinking"], back["moves"]) == (False, False, moves)
        assert watch.refused("move", action=0, ply=1)["message"] == "It is the computer's turn."
        watch.send("start")
        watch.until_ply(2)
        assert watch.refused("goto", ply=3)["error"] == "not-now"


def test_given_moves_are_not_taken_back(ann):
    with ann.watch(ann.new_game(moves=[4, 0])) as watch:
        assert watch.until_ply(2)["opening"] == 2
        assert watch.refused("undo")["error"] == "not-now"
        assert watch.refused("goto", ply=1)["message"] == (
            "There is no move 1 to go to: they run from 2 to 2."
        )


def test_an_undo_while_a_machine_thinks(ann):
    with ann.watch(ann.new_game(HUMAN, machine("mcts"), "gomoku", time=25)) as watch:
        watch.move("h8")
        watch.until(lambda g: g["ply"] == 1 and g["thinking"])
        watch.send("undo")
        back = watch.until_ply(0)
        assert not back["thinking"]
        assert back["moves"] == [112]
        # A move that was redone is answered.
        watch.send("redo")
        watch.until(lambda g: g["ply"] == 1 and g["thinking"])
        watch.send("stop")
        watch.until_ply(2)


def test_a_machine_tells_how_far_it_is(ann):
    with ann.watch(ann.new_game(HUMAN, machine("engine"), "gomoku", time=25)) as watch:
        watch.move("h8")
        while watch.thought is None:
            assert watch.receive()
        assert (watch.thought["ply"], watch.thought["action"]) == (1, None)
        assert watch.thought["nodes"] > 0
        watch.send("stop")
        watch.until_ply(2)
        assert watch.refused("stop")["message"] == "No computer is thinking."


def test_resigning_can_be_taken_back(ann):
    with ann.watch(ann.new_game()) as watch:
        watch.move("b2")
        watch.until_ply(1)
        watch.send("resign")  # of O, whose turn it is
        assert watch.until_over()["result"]["text"] == "X wins: O resigned"
        assert watch.refused("resign")["error"] == "not-now"
        watch.send("undo")
        assert watch.until(lambda g: g["result"] is None)["ply"] == 1


def test_swap_changes_sides_and_the_machine_moves(ann):
    game = ann.new_game(HUMAN, machine("greedy"))
    with ann.watch(game) as watch:
        watch.until_you()
        watch.send("swap")
        swapped = watch.until_ply(1)
        assert swapped["seats"][0]["spec"] == "greedy"
        while watch.you["seats"] != [1]:
            assert watch.receive()
        watch.move(swapped["position"]["legal"][0])
        watch.until_ply(3)
    assert ann.get(f"/api/games/{game}").json()["seats"][0]["spec"] == "greedy"


def test_strangers_only_watch(site, ann):
    eve = site.person()
    game = ann.new_game(machine("greedy"), machine("random"), "gomoku")
    with eve.watch(game) as watch:
        assert watch.until_you() == {"type": "you", "seats": [], "owner": False}
        for command in ("undo", "redo", "swap", "start", "pause", "step", "stop"):
            assert watch.refused(command)["error"] == "not-yours"
        assert watch.refused("delay", delay=0)["error"] == "not-yours"
        assert watch.refused("goto", ply=0)["error"] == "not-yours"
        assert watch.refused("claim", seat=0)["message"] == "A computer has this seat."


def test_machines_among_themselves(ann):
    game = ann.new_game(machine("greedy"), machine("greedy"), "gomoku:size=8")
    with ann.watch(game) as watch:
        first = watch.until(lambda _: True)
        assert first["running"]
        watch.send("pause")
        paused = watch.until(lambda g: not g["running"])
        assert not paused["thinking"]
        ply = paused["ply"]
        watch.send("step")
        watch.until(lambda g: g["ply"] == ply + 1 and not g["thinking"])
        watch.send("step")
        stepped = watch.until(lambda g: g["ply"] == ply + 2 and not g["thinking"])
        assert not stepped["running"]
        watch.send("undo")
        watch.until_ply(ply + 1)
        watch.send("delay", delay=0.0)
        watch.until(lambda g: g["delay"] == 0)
        watch.send("start")
        over = watch.until_over()
        assert over["ply"] == len(over["moves"]) > 8
        assert watch.refused("start")["error"] == "not-now"
        assert watch.refused("step")["error"] == "not-now"


def test_nobody_plays_for_nobody(site, ann):
    game = ann.new_game(machine("greedy"), machine("greedy"), "gomoku")
    room = None
    with ann.watch(game) as watch:
        watch.send("delay", delay=0.05)
        watch.until(lambda g: g["ply"] >= 3)
        room = site.services.rooms._rooms[game]
    wait_until(lambda: room.idle)
    ply = ann.get(f"/api/games/{game}").json()["ply"]
    with ann.watch(game) as watch:
        watch.until(lambda g: g["ply"] > ply)


def test_an_answer_comes_even_if_one_has_left(site, ann):
    game = ann.new_game(HUMAN, machine("mcts"), "gomoku", time=0.5)
    with ann.watch(game) as watch:
        watch.move("h8")
        watch.until(lambda g: g["thinking"])
    wait_until(lambda: ann.get(f"/api/games/{game}").json()["ply"] == 2)


def test_people_without_a_seat_are_counted_as_watchers(site, ann):
    game = ann.new_game(HUMAN, OPEN)
    bob, eve = site.person(), site.person()
    with ann.watch(game) as first:
        assert first.until(lambda _: True)["watchers"] == 0
        with ann.watch(game) as second_page:
            assert second_page.until(lambda _: True)["watchers"] == 0
        with bob.watch(game) as his:
            assert his.until(lambda _: True)["watchers"] == 1
            first.until(lambda g: g["watchers"] == 1)
            with eve.watch(game), eve.watch(game) as hers:
                assert hers.until(lambda _: True)["watchers"] == 2
                first.until(lambda g: g["watchers"] == 2)
            first.until(lambda g: g["watchers"] == 1)
            his.send("claim", seat=1)
            first.until(lambda g: g["watchers"] == 0)  # two friends alone: nobody watches


def test_rooms_are_forgotten_and_found_again(site, ann):
    game = ann.new_game()
    rooms = site.services.rooms
    with ann.watch(game) as watch:
        watch.move("b2")
        watch.until_ply(1)
        rooms.sweep(0.0)
        assert game in rooms._rooms
    room = rooms._rooms[game]
    wait_until(lambda: room.idle)
    rooms.sweep(0.0)
    assert game not in rooms._rooms
    with ann.watch(game) as watch:
        watch.until_ply(1)


# Inside one event loop, without a net ----------------------------------------------------------


class Deaf:
    """A socket that takes nothing: all that is sent waits."""

    async def send_text(self, text):
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def opened_rooms(url, **settings):
    store = await asyncio.to_thread(Store.open, url)
    config = Config(**{**EASY, **settings})
    pool = SearchPool(config.workers, config.waiting_searches)
    rooms = Rooms(config, store.games, pool)
    try:
        yield rooms, store
    finally:
        await rooms.close()
        await asyncio.to_thread(pool.close)
        await store.close()


def new_game(first, second, game="tictactoe"):
    return NewGame.model_validate({"game": game, "seats": [first, second]})


def test_a_slow_reader_gets_the_latest_only_and_nobody_waits(tmp_path, monkeypatch):
    async def test():
        async with opened_rooms(f"sqlite:///{tmp_path}/games.db") as (rooms, _):
            view = await rooms.create("ann", new_game(HUMAN, HUMAN, "gomoku"))
            async with rooms.enter(view.id) as room:
                outbox = Outbox(Deaf())
                sending = asyncio.create_task(outbox.run())
                room.join("bob", outbox)
                for ply in range(200):
                    command = {"type": "move", "action": ply, "ply": ply}
                    if room.state.over:
                        break
                    await room.handle("ann", COMMANDS.validate_python(command))
                assert len(outbox._latest) + len(outbox._messages) <= 3
                assert f'"ply":{room.state.ply},' in outbox._latest["game"]
                # It is given up once it has not read for long.
                monkeypatch.setattr(sockets, "SLOW_SECONDS", 0.0)
                outbox.add("news")
                await asyncio.wait({sending})
                assert sending.cancelled()

    asyncio.run(test())


def test_who_leaves_while_a_move_is_stored_does_not_undo_it(tmp_path):
    async def test():
        async with opened_rooms(f"sqlite:///{tmp_path}/games.db") as (rooms, store):
            new = new_game(machine("random"), machine("random"))
            view = await rooms.create("ann", new)
            storing, go_on = asyncio.Event(), asyncio.Event()
            real = store.games.add_move

            async def slowly(*arguments, **options):
                storing.set()
                await go_on.wait()
                await real(*arguments, **options)

            store.games.add_move = slowly
            async with rooms.enter(view.id) as room:
                watcher = room.join("ann", Outbox(Deaf()))
                await storing.wait()
                room.leave(watcher)
                assert room.view().thinking
                go_on.set()
                await room.finish()
                assert room.state.ply == 1
                assert (await store.games.load(view.id)).ply == 1

    asyncio.run(test())


def test_what_is_not_stored_is_not_told(tmp_path):
    async def test():
        async with opened_rooms(f"sqlite:///{tmp_path}/games.db") as (rooms, store):
            view = await rooms.create("ann", new_game(HUMAN, HUMAN))
            move = COMMANDS.validate_python({"type": "move", "action": 4, "ply": 0})

            async def fail(*_, **__):
                raise StorageFailed("The disk is full.")

            async with rooms.enter(view.id) as room:
                real, store.games.add_move = store.games.add_move, fail
                with pytest.raises(StorageFailed):
                    await room.handle("ann", move)
                assert room.state.ply == 0
                assert room.closed
                store.games.add_move = real
                with pytest.raises(InarowError, match="open it again"):
                    await room.handle("ann", move)
            async with rooms.enter(view.id) as room:
                await room.handle("ann", move)
                assert room.state.ply == 1

    asyncio.run(test())


def test_a_command_is_finished_even_if_its_sender_is_gone(tmp_path):
    async def test():
        async with opened_rooms(f"sqlite:///{tmp_path}/games.db") as (rooms, store):
            view = await rooms.create("ann", new_game(HUMAN, HUMAN))
            move = COMMANDS.validate_python({"type": "move", "action": 4, "ply": 0})
            async with rooms.enter(view.id) as room:
                sender = asyncio.create_task(room.handle("ann", move))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                sender.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await sender
                while not room.idle and room._tasks:
                    await asyncio.sleep(0.01)
                assert room.state.ply == 1
                assert (await store.games.load(view.id)).ply == 1

    asyncio.run(test())


USERS = ("ann", "bob")
PLIES = st.integers(0, 10)
OFFERS = ["undo", "draw", "swap"]
ANSWERS = ["offer", "offer", "accept", "accept", "decline"]
commands = st.one_of(
    st.builds(
        lambda action, late: ("move", action, late), st.integers(0, 8), st.sampled_from([0, 0, 1])
    ),
    st.sampled_from(
        ["undo", "redo", "resign", "swap", "start", "pause", "step", "stop", "claim 0", "claim 1"]
    ),
    st.builds(lambda ply: {"type": "goto", "ply": ply}, PLIES),
    st.tuples(st.sampled_from(ANSWERS), st.sampled_from(OFFERS)),
    st.builds(lambda delay: {"type": "delay", "delay": delay}, st.sampled_from([0.0, 0.01])),
)


@pytest.fixture(scope="module")
def shared_rooms(shared_database_url):
    """An event loop with rooms for many games: to open a database takes longer than to play."""
    with asyncio.Runner() as runner:
        opened = opened_rooms(shared_database_url)
        rooms, store = runner.run(opened.__aenter__())
        yield runner, rooms, store
        runner.run(opened.__aexit__(None, None, None))


@settings(max_examples=80)
@given(
    seats=st.tuples(*[st.sampled_from(["human", "open", "random", "greedy"])] * 2),
    opening=st.sampled_from([[], [4], [4, 0]]),
    script=st.lists(st.tuples(st.sampled_from(USERS), commands, st.booleans()), max_size=25),
)
def test_whatever_two_people_do_the_stored_game_is_the_one_they_see(
    shared_rooms, seats, opening, script
):
    kinds = {"human": HUMAN, "open": OPEN}
    new = {
        "game": "tictactoe",
        "seats": [kinds.get(seat) or machine(seat) for seat in seats],
        "moves": opening,
        "time": 0.01,
    }
    runner, rooms, store = shared_rooms
    with pytest.MonkeyPatch.context() as patch:
        runner.run(play_script(rooms, store, NewGame.model_validate(new), script, patch))


def test_a_room_that_was_left_is_freed_at_once(shared_rooms):
    """Without a collection of garbage: memory grew with each game."""
    runner, rooms, _ = shared_rooms
    room = runner.run(leave_a_room(rooms))
    assert room() is None


async def leave_a_room(rooms):
    seats = [HUMAN, machine("greedy")]
    new = NewGame.model_validate({"game": "tictactoe", "seats": seats, "time": 0.01})
    view = await rooms.create("ann", new)
    gc.disable()
    try:
        async with rooms.enter(view.id) as room:
            watcher = room.join("ann", Outbox(Deaf()))
            await room.handle(
                "ann", COMMANDS.validate_python({"type": "move", "action": 4, "ply": 0})
            )
            while room.state.ply < 2:
                await asyncio.sleep(0.01)
            room.leave(watcher)
        weakly = weakref.ref(room)
        del room
        while view.id in rooms._rooms:
            await asyncio.sleep(0.01)
            rooms.sweep(linger=0)
        await asyncio.sleep(0)
        return weakly
    finally:
        gc.enable()


async def play_script(rooms, store, new, script, patch):
    view = await rooms.create("ann", new)
    async with rooms.enter(view.id) as room:
        made = room.state.position.history()
        original = store.games.add_move
        writers = []

        async def add_move(id, ply, move, **options):  # noqa: A002
            # Whoever moves must be the one whose turn it is.
            writers.append((ply, room.state.stored.owners[ply % 2], move.action))
            await original(id, ply, move, **options)

        patch.setattr(store.games, "add_move", add_move)
        outbox = Outbox(Deaf())
        watcher = room.join("ann", outbox)
        for user, wish, breathe in script:
            command = as_command(wish, room)
            ply, count = room.state.ply, len(writers)
            owner = room.state.stored.owners[ply % 2]
            with contextlib.suppress(InarowError):
                await room.handle(user, COMMANDS.validate_python(command))
                if command["type"] == "move":
                    assert owner == user
                    assert writers[count][1] == user
            if breathe:
                await asyncio.sleep(0.005)
            check_state(room, made)
        room.leave(watcher)
        await room.finish()
        check_state(room, made)
        stored = await store.games.load(room.id)
        kept = room.state.stored
        assert (stored.ply, stored.resigned) == (kept.ply, kept.resigned)
        assert stored.agreed == kept.agreed
        assert (stored.seats, stored.owners) == (kept.seats, kept.owners)
        assert [m.action for m in stored.moves] == [m.action for m in kept.moves]
        assert stored.delay == kept.delay


def as_command(wish, room):
    if isinstance(wish, dict):
        return wish
    if isinstance(wish, tuple) and wish[0] in ANSWERS:
        type_, kind = wish
        return {"type": type_, "kind": kind} | ({} if type_ == "offer" else {"ply": room.state.ply})
    if isinstance(wish, tuple):
        _, action, late = wish
        return {"type": "move", "action": action, "ply": max(0, room.state.ply - late)}
    if wish.startswith("claim"):
        return {"type": "claim", "seat": int(wish[-1])}
    return {"type": wish}


def check_state(room, opening):
    state = room.state
    actions = state.actions
    assert opening == actions[: len(opening)]
    assert state.stored.opening <= state.ply <= len(actions)
    assert len(actions) == len(state.names) == len(state.values) == len(state.stored.moves)
    game = inarow.load_game("tictactoe")
    assert state.position == game.state_from(actions[: state.ply])
    assert state.position.history() == actions[: state.ply]
    game.state_from(actions)  # what was taken back can be redone
    view = room.view()
    assert view.position.moves == actions[: state.ply]
    assert not (view.thinking and view.result is not None)
    if view.offer is not None:
        first, second = state.stored.owners
        assert None not in (first, second)
        assert first != second
        assert view.result is None
    if view.thinking:
        assert view.seats[state.turn].kind != "human"
