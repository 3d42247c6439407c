"""Writes share transactions, fail alone, and are kept when they return: even if we are killed."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest
from sqlalchemy import event, text

from inarow.server.storage import StorageFailed, Store, StoredMove, database, writer
from inarow.server.storage.database import open_engines, read_url
from inarow.server.storage.writer import Writer
from tests.server.stored import new_game, with_store

WAIT = 60  # seconds, for what takes a moment


class Held:
    """A writer that is busy with a first write until it is let go, and a table to write to."""

    def __init__(self, url):
        self.engine = open_engines(read_url(url))[1]
        self.commits = 0
        with self.engine.begin() as connection:
            connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
        event.listen(self.engine, "commit", self._count)
        self.writer = Writer(self.engine)
        self._begun, self._go = threading.Event(), threading.Event()

    def _count(self, _connection):
        self.commits += 1

    async def hold(self):
        """Let the writer begin its first write."""
        task = asyncio.create_task(self.writer.write(self._wait, None))
        await asyncio.to_thread(self._begun.wait, WAIT)
        return task

    def _wait(self, _connection, whats):
        self._begun.set()
        assert self._go.wait(WAIT)
        return whats

    def let_go(self):
        self._go.set()

    def insert(self, connection, numbers):
        for number in numbers:
            connection.execute(text("INSERT INTO numbers VALUES (:n)"), {"n": number})
        return numbers

    def write(self, number):
        return asyncio.create_task(self.writer.write(self.insert, number))

    def numbers(self):
        with self.engine.connect() as connection:
            return set(connection.execute(text("SELECT number FROM numbers")).scalars())

    def end(self):
        self.let_go()
        self.writer.close()
        self.engine.dispose()


@pytest.fixture
def held(database_url):
    held = Held(database_url)
    yield held
    held.end()


def test_all_that_waits_is_committed_together(held):
    async def work():
        first = await held.hold()
        tasks = [held.write(number) for number in range(100)]
        await asyncio.sleep(0.01)  # the loop is free while the writer is not
        assert not any(task.done() for task in tasks)
        assert held.commits == 0
        held.let_go()
        assert await asyncio.gather(first, *tasks) == [None, *range(100)]
        assert held.commits == 2

    asyncio.run(work())
    assert held.numbers() == set(range(100))


def test_one_that_fails_fails_alone(held):
    async def work():
        first = await held.hold()
        tasks = [held.write(number) for number in (1, 2, 1, "no number", 3)]
        await asyncio.sleep(0)
        held.let_go()
        answers = await asyncio.gather(first, *tasks, return_exceptions=True)
        assert [answers[n] for n in (1, 2, 5)] == [1, 2, 3]
        assert all(type(answers[n]) is StorageFailed for n in (3, 4))
        assert await held.write(4) == 4

    asyncio.run(work())
    assert held.numbers() == {1, 2, 3, 4}


def test_a_database_that_does_not_answer_is_not_asked_for_each_write(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setattr(database, "BUSY_MS", 20)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.1)

    async def work(store):
        await store.games.create(new_game())
        tries = count(store)
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now
        moves = [store.games.add_move("g", ply, StoredMove(ply)) for ply in range(300)]
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert {str(answer) for answer in answers} == {
            "The database refused a change: database is locked."
        }
        assert len(tries) < 100
        other.execute("ROLLBACK")
        other.close()
        await store.games.add_move("g", 0, StoredMove(4))
        assert (await store.games.load("g")).ply == 1

    def count(store):
        tries = []
        event.listen(store._engines[1], "begin", tries.append)
        return tries

    with_store(url, work)


def test_one_who_stops_waiting_does_not_stop_the_writer(held):
    async def work():
        first = await held.hold()
        tasks = [held.write(number) for number in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        with pytest.raises(asyncio.CancelledError):
            await tasks[1]
        held.let_go()
        assert await asyncio.gather(first, tasks[0], tasks[2]) == [None, 0, 2]
        assert await held.write(3) == 3

    asyncio.run(work())
    assert held.numbers() == {0, 1, 2, 3}  # what was handed in is written


def test_a_loop_that_ends_does_not_stop_the_writer(held):
    async def leave():
        await held.hold()
        held.write(1)
        await asyncio.sleep(0)

    async def come_back():
        return await held.write(2)

    asyncio.run(leave())
    held.let_go()
    assert asyncio.run(come_back()) == 2
    assert held.numbers() == {1, 2}


def test_closing_waits_for_what_was_handed_in(held):
    async def work():
        first = await held.hold()
        tasks = [held.write(number) for number in range(20)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(asyncio.to_thread(held.writer.close))
        held.let_go()
        await closing
        assert await asyncio.gather(first, *tasks) == [None, *range(20)]
        with pytest.raises(StorageFailed, match="closed"):
            await held.write(99)

    asyncio.run(work())
    assert held.numbers() == set(range(20))


def test_a_closed_store_says_so(database_url):
    async def work(store):
        await store.games.create(new_game())
        moves = [
            asyncio.create_task(store.games.add_move("g", n, StoredMove(n))) for n in range(50)
        ]
        await asyncio.sleep(0)
        await asyncio.gather(store.close(), store.close(), *moves)
        for late in (store.games.load("g"), store.games.update("g", ply=0)):
            with pytest.raises(StorageFailed, match="closed"):
                await late

    async def check(store):
        assert [move.action for move in (await store.games.load("g")).moves] == list(range(50))

    with_store(database_url, work)
    with_store(database_url, check)


def test_two_servers_on_one_database(database_url):
    async def play(store, key):
        await store.games.create(new_game(key))
        for ply in range(30):
            await store.games.add_move(key, ply, StoredMove(ply))
            await store.games.add_move("shared", 0, StoredMove(ply))

    async def work(store):
        other = Store.open(database_url)
        await store.games.create(new_game("shared"))
        try:
            await asyncio.gather(
                *(play(s, f"{s is other}{n}") for s in (store, other) for n in "ab")
            )
        finally:
            await other.close()
        for key in ("Truea", "Trueb", "Falsea", "Falseb"):
            assert len((await store.games.load(key)).moves) == 30
        shared = await store.games.load("shared")
        assert (len(shared.moves), shared.ply) == (1, 1)

    with_store(database_url, work)


def test_a_new_database_may_be_opened_by_several_at_once(database_url):
    stores, failures = [], []

    def opens():
        try:
            stores.append(Store.open(database_url))
        except StorageFailed as failure:
            failures.append(failure)

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def close():
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(close())
    assert (len(stores), failures) == (4, [])


def test_the_store_goes_on_after_the_database_was_restarted(postgres_url):
    async def work(store):
        await store.games.create(new_game())
        engine = open_engines(read_url(postgres_url))[1]
        with engine.begin() as connection:
            ended = connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            ).all()
        engine.dispose()
        assert ended
        await store.games.add_move("g", 0, StoredMove(4))
        assert (await store.games.load("g")).ply == 1

    with_store(postgres_url, work)


# Adds moves to some games at once, and says of each that it is kept, until it is killed.
ENDLESS = """
import asyncio, sys
from inarow.server.storage import Store, StoredMove
from tests.server.stored import new_game

async def play(store, key):
    await store.games.create(new_game(key))
    for ply in range(100_000):
        await store.games.add_move(key, ply, StoredMove(ply % 400, thought={"ply": ply}))
        print(key, ply, flush=True)

async def main():
    store = Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, f"g{n}") for n in range(8)))

asyncio.run(main())
"""


def test_what_was_kept_survives_a_kill(database_url):
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, database_url], stdout=subprocess.PIPE, text=True
    )
    with process:
        said = [process.stdout.readline() for _ in range(300)]
        os.kill(process.pid, signal.SIGKILL)
        said += process.stdout.readlines()
    told = {}
    for line in said:
        if line.endswith("\n"):
            key, ply = line.split()
            told[key] = int(ply)
    assert len(told) == 8

    async def check(store):
        for key, ply in told.items():
            game = await store.games.load(key)
            # One more may have been on its way.
            assert len(game.moves) in {ply + 1, ply + 2}
            assert [move.action for move in game.moves] == [n % 400 for n in range(len(game.moves))]
            assert game.ply == len(game.moves)
            assert await store.games.load_thought(key, ply) == {"ply": ply}

    with_store(database_url, check)
