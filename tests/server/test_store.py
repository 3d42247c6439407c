"""The store keeps what it was told, on SQLite and PostgreSQL, and says clearly when it cannot."""

import asyncio
import copy
import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.server.storage import StorageFailed, Store, StoredMove, now
from tests.server.stored import ANN, BOB, SEATS, new_game, new_run, with_store

LONG_AGO = "2020-01-01T00:00:00.000000+00:00"
LONG_HENCE = "2999-01-01T00:00:00.000000+00:00"


def as_kept(game):
    """A game as it comes back: without thoughts, which are asked for one by one."""
    made = [dataclasses.replace(move, thought=None) for move in game.moves]
    return dataclasses.replace(game, moves=made)


# Games --------------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_and_survives_a_restart(database_url):
    thought = {"player": "mcts", "moves": [{"action": 4, "share": 0.25}], "text": "◯ · 'ü'"}
    game = new_game(
        owners=(None, BOB),
        time=0.1,
        opening=1,
        moves=[StoredMove(4, 0.125, -1 / 3, thought), StoredMove(0)],
        ply=1,
        resigned=1,
        delay=0.7,
    )

    async def write(store):
        await store.games.create(game)
        assert await store.games.load("g") == as_kept(game)

    async def read(store):
        assert await store.games.load("g") == as_kept(game)
        assert await store.games.load_thought("g", 0) == thought
        assert await store.games.load_thought("g", 1) is None
        assert await store.games.load_thought("g", 9) is None
        assert await store.games.load("other") is None

    with_store(database_url, write)
    with_store(database_url, read)


def test_times_are_kept_in_one_form(database_url):
    async def work(store):
        await store.games.create(new_game(created="2026-01-02T03:04:05Z", updated="2026-01-02"))
        game = await store.games.load("g")
        assert game.created == "2026-01-02T03:04:05.000000+00:00"
        assert game.updated == "2026-01-02T00:00:00.000000+00:00"
        await store.games.update("g", delay=1.0)
        assert (await store.games.load("g")).updated > game.updated

    with_store(database_url, work)


def test_a_move_takes_the_place_of_those_after_it(database_url):
    async def work(store):
        await store.games.create(new_game())
        for ply in range(4):
            await store.games.add_move("g", ply, StoredMove(ply, thought={"ply": ply}))
        await store.games.update("g", ply=2, resigned=0)
        game = await store.games.load("g")
        assert ([move.action for move in game.moves], game.ply) == ([0, 1, 2, 3], 2)
        assert game.resigned == 0
        await store.games.add_move("g", 2, StoredMove(8))
        game = await store.games.load("g")
        assert ([move.action for move in game.moves], game.ply) == ([0, 1, 8], 3)
        assert game.resigned is None
        assert await store.games.load_thought("g", 1) == {"ply": 1}
        assert await store.games.load_thought("g", 2) is None

    with_store(database_url, work)


def test_moves_of_a_game_keep_their_order_when_they_come_at_once(database_url):
    async def work(store):
        made = [StoredMove(0, thought={"old": True}) for _ in range(5)]
        for key in ("g", "h"):
            await store.games.create(new_game(key, moves=made, ply=5))
        # The first keeps the writer busy; the others come in one group.
        plies = [5, 4, 3, 2]
        await asyncio.gather(
            *(
                store.games.add_move(key, ply, StoredMove(n))
                for n, ply in enumerate(plies)
                for key in "gh"
            )
        )
        for key in ("g", "h"):
            game = await store.games.load(key)
            assert ([move.action for move in game.moves], game.ply) == ([0, 0, 3], 3)
            assert await store.games.load_thought(key, 2) is None

    with_store(database_url, work)


def test_what_does_not_fit_is_refused_and_changes_nothing(database_url):
    async def work(store):
        game = new_game(moves=[StoredMove(4)], ply=1)
        await store.games.create(game)
        wrong = (
            store.games.create(new_game(creator=BOB)),
            store.games.add_move("g", 2, StoredMove(0)),
            store.games.add_move("g", -1, StoredMove(0)),
            store.games.add_move("nobody's", 0, StoredMove(0)),
            store.games.add_move("g", 1, StoredMove(0, thought={"value": object()})),
            store.games.add_move("g", 1, StoredMove(None)),
            store.games.update("g", ply=2),
            store.games.update("g", ply=-1),
            store.games.update("nobody's", ply=0),
            store.runs.update("nobody's", state="running"),
        )
        for failure in await asyncio.gather(*wrong, return_exceptions=True):
            assert type(failure) is StorageFailed
            assert str(failure).count("\n") == 0
            assert str(failure).endswith(".")
        assert await store.games.load("g") == game
        assert await store.games.list_of(BOB) == []

    with_store(database_url, work)


def test_games_are_listed_for_those_who_take_part(database_url):
    async def work(store):
        await store.games.create(new_game("made", owners=(None, None), updated=LONG_AGO))
        await store.games.create(new_game("first", owners=(BOB, None), updated=LONG_AGO))
        await store.games.create(new_game("second", owners=(None, ANN), creator=BOB))
        await store.games.create(new_game("other's", owners=(BOB, None), creator=BOB))
        await store.games.add_move("first", 0, StoredMove(3))
        listed = await store.games.list_of(ANN)
        assert [game.id for game in listed] == ["first", "second", "made"]
        assert listed[0].moves == [StoredMove(3)]
        assert listed == [await store.games.load(game.id) for game in listed]
        assert {game.id for game in await store.games.list_of(BOB)} == {
            "first",
            "second",
            "other's",
        }
        assert [game.id for game in await store.games.list_of(ANN, limit=1)] == ["first"]
        assert await store.games.list_of("nobody") == []
        await store.games.update("made", owners=(None, BOB), seats=SEATS[::-1])
        assert (await store.games.list_of(BOB))[0].id == "made"
        assert (await store.games.load("made")).seats == SEATS[::-1]

    with_store(database_url, work)


def test_games_without_moves_are_forgotten(database_url):
    old = {"created": LONG_AGO, "updated": LONG_AGO}
    given = {"moves": [StoredMove(4)], "ply": 1, "opening": 1}

    async def work(store):
        await store.games.create(new_game("empty", **old))
        await store.games.create(new_game("only opening", **old, **given))
        await store.games.create(new_game("played", **old, **given))
        await store.games.create(new_game("young"))
        await store.games.create(new_game("joined", **old))
        await store.games.add_move("played", 1, StoredMove(0))
        before = now()
        await store.games.update("joined", owners=(ANN, BOB))
        assert await store.games.delete_empty(LONG_AGO) == 0
        await store.games.create(new_game("later", created=LONG_HENCE, updated=LONG_HENCE))
        assert await store.games.delete_empty(before) == 3  # with the young one
        left = {game.id for game in await store.games.list_of(ANN)}
        assert left == {"played", "joined", "later"}
        assert await store.games.load_thought("only opening", 0) is None

    with_store(database_url, work)


# Runs ---------------------------------------------------------------------------------------------


def test_runs_come_back_and_can_be_changed_listed_and_deleted(database_url):
    settings_of_run = {"players": ["greedy", "random"], "time": 0.1, "rounds": None}
    first = new_run("r1", settings=settings_of_run, created=LONG_AGO, scheduled=20)
    second = new_run("r2", owner=BOB)

    async def write(store):
        await store.runs.create(first)
        await store.runs.create(second)
        assert await store.runs.find() == [second, first]
        assert await store.runs.find(limit=1) == [second]
        assert await store.runs.find(owner=ANN) == [first]
        await store.runs.update("r1", state="running", games=3)
        await store.runs.update("r1")
        assert await store.runs.find(states=("running", "stopped")) == [
            dataclasses.replace(first, state="running", games=3)
        ]
        await store.runs.update("r1", state="failed", message="It · stopped.", settings={})

    async def read(store):
        changed = dataclasses.replace(
            first, state="failed", games=3, message="It · stopped.", settings={}
        )
        assert await store.runs.load("r1") == changed
        assert await store.runs.load("r3") is None
        assert await store.runs.delete("r1")
        assert not await store.runs.delete("r1")
        assert await store.runs.find() == [second]

    with_store(database_url, write)
    with_store(database_url, read)


# Any sequence of changes, beside a dictionary -----------------------------------------------------

KEYS = st.sampled_from(["a", "b", "c"])
PLIES = st.integers(0, 6)
FIGURES = st.none() | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
THOUGHTS = st.none() | st.dictionaries(WORDS, st.integers(-9, 9) | WORDS | st.none(), max_size=3)
MOVES = st.builds(StoredMove, st.integers(0, 399), FIGURES, FIGURES, THOUGHTS)
SIDES = st.none() | st.integers(0, 1)
CHANGES = st.one_of(
    st.tuples(st.just("create"), KEYS, st.lists(MOVES, max_size=3)),
    st.tuples(st.just("move"), KEYS, PLIES, MOVES),
    st.tuples(st.just("move"), KEYS, PLIES, MOVES),
    st.tuples(st.just("goto"), KEYS, PLIES),
    st.tuples(st.just("resign"), KEYS, SIDES),
    st.tuples(st.just("seats"), KEYS, st.permutations(SEATS), st.tuples(SIDES, SIDES)),
)


def ask(store, prefix, change):
    match change:
        case ("create", key, made):
            return store.games.create(new_game(prefix + key, moves=made, opening=len(made)))
        case ("move", key, ply, move):
            return store.games.add_move(prefix + key, ply, move)
        case ("goto", key, ply):
            return store.games.update(prefix + key, ply=ply)
        case ("resign", key, side):
            return store.games.update(prefix + key, resigned=side)
        case ("seats", key, seats, owners):
            return store.games.update(
                prefix + key, seats=tuple(seats), owners=tuple(map(user_of, owners))
            )
    raise AssertionError(change)


def user_of(number):
    return None if number is None else (ANN, BOB)[number]


def expect(model, prefix, change):
    """Do the same to the dictionary; say whether it can be done."""
    game = model.get(change[1])
    match change:
        case ("create", key, made) if game is None:
            model[key] = new_game(prefix + key, moves=list(made), opening=len(made))
        case ("move", _, ply, move) if game is not None and ply <= len(game.moves):
            game.moves[ply:] = [move]
            game.ply, game.resigned = ply + 1, None
        case ("goto", _, ply) if game is not None and ply <= len(game.moves):
            game.ply = ply
        case ("resign", _, side) if game is not None:
            game.resigned = side
        case ("seats", _, seats, owners) if game is not None:
            game.seats, game.owners = tuple(seats), tuple(map(user_of, owners))
        case _:
            return False
    return True


async def compare(store, prefix, model):
    for key in "abc":
        kept, game = await store.games.load(prefix + key), model.get(key)
        if game is None:
            assert kept is None
            continue
        kept.created, kept.updated = game.created, game.updated
        assert kept == as_kept(game)
        thoughts = [await store.games.load_thought(prefix + key, ply) for ply in range(8)]
        assert thoughts == [*(move.thought for move in game.moves), *[None] * 8][:8]


@pytest.mark.parametrize("at_once", [False, True])
def test_any_sequence_of_changes_gives_what_a_dictionary_gives(database_url, at_once):
    models = {}

    @settings(max_examples=40)
    @given(changes=st.lists(CHANGES, max_size=20))
    def sequence(changes):
        prefix, model = f"{len(models)}-", {}
        can_be = [expect(model, prefix, change) for change in changes]
        models[prefix] = copy.deepcopy(model)

        async def work(store):
            asked = [ask(store, prefix, change) for change in changes]
            if at_once:  # many in one transaction
                answers = await asyncio.gather(*asked, return_exceptions=True)
            else:
                answers = [(await asyncio.gather(one, return_exceptions=True))[0] for one in asked]
            assert [answer is None for answer in answers] == can_be
            assert all(answer is None or type(answer) is StorageFailed for answer in answers)
            await compare(store, prefix, model)

        loop.run_until_complete(work(store))

    with asyncio.Runner() as runner:
        loop, store = runner.get_loop(), Store.open(database_url)
        try:
            sequence()
        finally:
            runner.run(store.close())

    async def all_again(store):
        for prefix, model in models.items():
            await compare(store, prefix, model)

    with_store(database_url, all_again)
    assert len(models) > 30
