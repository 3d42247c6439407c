"""Games and runs to store, and stores to keep them in, for tests of the storage."""

import asyncio

from inarow.server.storage import Store, StoredGame, StoredRun

SEATS = ({"kind": "human", "open": False}, {"kind": "player", "spec": "mcts:sims=50"})
ANN, BOB = "a" * 64, "b" * 64  # users


def new_game(key="g", **fields):
    told = {"owners": (ANN, None), "creator": ANN, "time": 1.0, "opening": 0, "moves": []}
    told |= {"id": key, "game": "tictactoe", "seats": SEATS, "ply": 0} | fields
    return StoredGame(**told)


def new_run(key="r", **fields):
    told = {"kind": "tournament", "title": "greedy · random", "owner": ANN, "state": "waiting"}
    return StoredRun(key, **(told | fields))


def with_store(url, work):
    """Open a store, let ``work`` use it, close it."""

    async def use():
        store = Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(use())
