"""The pool: fair, bounded, can be cancelled, and the event loop keeps ticking."""

import asyncio
import itertools
import threading
import time

import pytest

import inarow
from inarow.errors import InarowError, PlayerFailed
from inarow.player import Limits, Player
from inarow.server.edge.refusals import NotNow, TooMany
from inarow.server.schema.search import Thought
from inarow.server.search import fair_executor, player_cache
from inarow.server.search.fair_executor import Cancelled
from inarow.server.search.player_cache import PlayerCache
from inarow.server.search.pool import Search, SearchPool

GAME = inarow.load_game("gomoku")
PATIENCE = 60.0  # seconds: only a hang takes as long
LONG = Limits(time=300.0)


def long_search(spec="mcts:mb=4"):
    return Search(GAME, (112,), spec, LONG)


def short_search(spec="mcts:mb=4"):
    return Search(GAME, (112,), spec, Limits(sims=100))


def in_pool(test, workers=1, waiting=16, **more):
    """Run an async test with a pool, which is closed at the end."""

    async def run():
        pool = SearchPool(workers, waiting, **more)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(pool)
        finally:
            await asyncio.to_thread(pool.close)

    asyncio.run(run())


async def until(condition):
    """Wait for something that will happen on other threads."""
    while not condition():
        await asyncio.sleep(0.005)


def test_players_answer():
    async def test(pool):
        jobs = [
            pool.submit("ann", Search(GAME, (112,), spec, Limits(nodes=500)))
            for spec in ("random", "greedy", "mcts:mb=4", "engine:mb=4")
        ]
        for job in jobs:
            thought = await job.result()
            assert thought.action != 112
            assert 0 <= thought.action < 225
            assert job.done
            assert not job.waiting

    in_pool(test)


def test_with_fewer_threads_than_workers_nobody_takes_all(monkeypatch):
    """As where memory is scarce: of three threads, one is kept for another user."""
    start = fair_executor.start_threads
    monkeypatch.setattr(
        fair_executor, "start_threads", lambda count, *rest: start(min(count, 3), *rest)
    )

    async def test(pool):
        hog = [pool.submit("hog", long_search()) for _ in range(8)]
        await until(lambda: sum(not job.waiting for job in hog) == 2)
        await pool.submit("guest", short_search()).result()
        assert sum(not job.waiting for job in hog) == 2

    in_pool(test, workers=8)


def test_many_searches_of_one_do_not_delay_another():
    """One person fills the pool with long searches; another one's is served at once."""

    async def test(pool):
        hog = [pool.submit("hog", long_search()) for _ in range(16)]
        await until(lambda: not hog[0].waiting)
        await pool.submit("guest", short_search()).result()
        assert all(not job.done for job in hog)
        assert sum(job.waiting for job in hog) == 15

    in_pool(test)


def endless_search():
    return Search(GAME, (112,), "mcts:mb=4", LONG, endless=True)


def test_a_search_without_end_gives_way_to_who_waits(monkeypatch):
    """Two endless searches hold all threads: the older one answers when a third person comes."""
    monkeypatch.setattr(fair_executor, "GIVE_WAY_SECONDS", 0.1)

    async def test(pool):
        older = pool.submit("ann", endless_search())
        await until(lambda: not older.waiting)
        younger = pool.submit("bob", endless_search())
        await until(lambda: not younger.waiting)
        await asyncio.sleep(1.0)
        assert not older.done  # nobody waits
        await pool.submit("cid", short_search()).result()
        assert (await older.result()).action is not None
        assert not younger.done

    in_pool(test)


def test_ones_own_search_without_end_gives_way_too(monkeypatch):
    monkeypatch.setattr(fair_executor, "GIVE_WAY_SECONDS", 0.1)

    async def test(pool):
        endless = pool.submit("ann", endless_search())
        await until(lambda: not endless.waiting)
        await pool.submit("ann", short_search()).result()
        assert endless.done

    in_pool(test)


def test_who_waits_for_their_own_searches_stops_nobody_else(monkeypatch):
    monkeypatch.setattr(fair_executor, "GIVE_WAY_SECONDS", 0.0)

    async def test(pool):
        hog = [pool.submit("hog", long_search()) for _ in range(3)]
        await until(lambda: not hog[0].waiting)
        endless = pool.submit("ann", endless_search())
        await until(lambda: not endless.waiting)
        await asyncio.sleep(1.2)
        assert not endless.done

    in_pool(test)


def test_who_has_least_comes_next():
    """Two hold all threads, and both want more; a third one who comes last is served next."""

    async def test(pool):
        ended = []

        async def note(name, job):
            await job.result()
            ended.append(name)

        running = [pool.submit(user, long_search()) for user in ("ann", "bob")]
        await until(lambda: pool.count_running() == 2)
        waiting = [
            asyncio.create_task(note(user, pool.submit(user, short_search())))
            for user in ("ann", "ann", "ann", "bob", "bob", "cid")
        ]
        await until(lambda: pool.count_waiting() == 6)
        running[0].cancel()  # from now on one thread serves, and ann and cid have none running
        await asyncio.gather(*waiting[:3], waiting[5])
        assert ended in (["cid", "ann", "ann", "ann"], ["ann", "cid", "ann", "ann"])
        running[1].cancel()
        await asyncio.gather(*waiting)

    in_pool(test)


def test_turns_alternate_and_keep_the_order_of_each():
    """With one thread free, two people take turns, and each one's calls keep their order."""

    async def test(pool):
        order = []
        release = {user: threading.Event() for user in ("x", "y")}
        blocks = [pool.call(user, event.wait) for user, event in release.items()]
        await until(lambda: pool.count_running() == 2)  # both threads for calls are held

        def work(name):
            return lambda: order.append(name)

        jobs = [pool.call("a", work(f"a{number}")) for number in range(5)]
        jobs += [pool.call("b", work(f"b{number}")) for number in range(3)]
        assert order == []
        release["x"].set()
        for job in jobs:
            await job.result()
        assert order == ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "a4"]
        release["y"].set()
        await asyncio.gather(*(block.result() for block in blocks))

    in_pool(test)


def test_too_many_waiting_are_refused_and_cost_nothing():
    async def test(pool):
        jobs = [pool.submit("ann", long_search()) for _ in range(1)]
        await until(lambda: pool.count_running() == 1)
        jobs += [pool.submit("ann", long_search()) for _ in range(3)]
        with pytest.raises(TooMany, match="3 searches waiting"):
            pool.submit("ann", long_search())
        assert pool.count_waiting() == 3
        other = pool.submit("bob", short_search())  # is not refused
        await other.result()
        jobs[-1].cancel()
        assert pool.count_waiting() == 2
        pool.submit("ann", long_search())

    in_pool(test, waiting=3)


def test_quick_players_do_not_wait_behind_those_that_think():
    async def test(pool):
        for user in ("ann", "ann", "ann", "bob"):
            pool.submit(user, long_search())
        await until(lambda: pool.count_running() == 2)
        jobs = [pool.submit("ann", Search(GAME, (112,), "greedy", LONG)) for _ in range(200)]
        for job in jobs:
            assert isinstance(await job.result(), Thought)
        await until(lambda: pool.count_running() == 2)

    in_pool(test)


def test_a_crowd_from_one_place_gets_the_share_of_one():
    """However many cookies somebody has, the next who comes from elsewhere is served next."""

    async def test(pool):
        crowd = [f"cookie {number}" for number in range(20)]
        running = [pool.submit(user, long_search()) for user in crowd[:2]]
        await until(lambda: pool.count_running() == 2)
        waiting = [pool.submit(user, long_search()) for user in crowd[2:]]
        bob = pool.submit("bob", short_search())
        running[0].cancel()
        assert isinstance(await bob.result(), Thought)
        assert sum(job.waiting for job in waiting) >= len(waiting) - 1
        for job in (*running, *waiting):
            job.cancel()

    in_pool(test, address_of=lambda user: "one place" if "cookie" in user else user)


def test_a_cancelled_search_frees_its_thread():
    async def test(pool):
        jobs = [pool.submit(user, long_search()) for user in ("ann", "bob")]
        await until(lambda: pool.count_running() == 2)
        later = pool.submit("ann", short_search())
        jobs[0].cancel()
        with pytest.raises(Cancelled):
            await jobs[0].result()
        assert isinstance(await later.result(), Thought)
        assert not jobs[1].done

    in_pool(test)


def test_a_search_can_be_cancelled_at_any_moment():
    """However short after its start, it ends: nothing is left running."""

    async def test(pool):
        for pause in range(30):
            job = pool.submit("ann", long_search("engine:mb=4" if pause % 2 else "mcts:mb=4"))
            await asyncio.sleep(pause / 3000)
            job.cancel()
            job.cancel()
            with pytest.raises(Cancelled):
                await job.result()
        await until(lambda: pool.count_running() == pool.count_waiting() == 0)

    in_pool(test)


def test_stop_gives_the_best_so_far():
    async def test(pool):
        running = pool.submit("ann", long_search())
        waiting = pool.submit("ann", long_search())
        waiting.stop()
        await until(lambda: not running.waiting)
        await asyncio.sleep(0.05)
        running.stop()
        assert (await running.result()).seconds < PATIENCE
        assert (await waiting.result()).seconds < PATIENCE

    in_pool(test)


def test_the_event_loop_ticks_while_all_threads_think():
    """Compared with an idle pool at the same time, since the machine may be busy, too."""

    async def ticks():
        count, begun = 0, time.monotonic()
        while time.monotonic() - begun < 0.5:
            await asyncio.sleep(0.005)
            count += 1
        return count

    async def test(pool):
        idle = await ticks()
        for user in ("ann", "ann", "bob", "cid"):
            pool.submit(user, long_search("engine:mb=4"))
        await until(lambda: pool.count_running() == 3)
        busy = max([await ticks() for _ in range(4)])
        assert busy > idle / 5  # a few only if a search held the lock

    in_pool(test, workers=2)


def test_progress_comes_on_the_loop_and_not_too_often():
    async def test(pool):
        here, seen = threading.get_ident(), []

        def listen(thought):
            seen.append((time.monotonic(), threading.get_ident(), thought.lines[0].depth))

        search = Search(GAME, (112,), "engine:mb=4", Limits(time=1.0))
        thought = await pool.submit("ann", search, listen).result()
        assert {thread for _, thread, _ in seen} == {here}
        assert all(b[0] - a[0] >= 0.09 for a, b in itertools.pairwise(seen))
        depths = [depth for _, _, depth in seen]
        assert depths == sorted(depths)
        assert depths[-1] <= thought.depth

    in_pool(test)


def test_a_player_that_fails_hurts_only_its_own_search(monkeypatch):
    class Broken(Player):
        def act(self, state, limits=None):
            raise RuntimeError("secret path")

    load = player_cache.load_player
    monkeypatch.setattr(
        player_cache,
        "load_player",
        lambda spec, game, seed: Broken() if spec == "minimax" else load(spec, game, seed),
    )

    async def test(pool):
        broken = [pool.submit("ann", short_search("minimax")) for _ in range(3)]
        good = pool.submit("ann", short_search())
        for job in broken:
            with pytest.raises(PlayerFailed) as failure:
                await job.result()
            assert "secret" not in str(failure.value)
        assert isinstance(await good.result(), Thought)

    in_pool(test)


def test_a_search_in_a_finished_game_is_an_error_of_its_own():
    async def test(pool):
        tictactoe = inarow.load_game("tictactoe")
        job = pool.submit("ann", Search(tictactoe, (0, 3, 1, 4, 2), "engine:mb=4", Limits(time=1)))
        with pytest.raises(InarowError, match="over"):
            await job.result()

    in_pool(test)


def test_closing_ends_all_soon():
    async def run():
        before = threading.active_count()
        pool = SearchPool(2, 16)
        jobs = [pool.submit(user, long_search()) for user in "aabbccdd"]
        await until(lambda: pool.count_running() == 3)
        begun = time.monotonic()
        await asyncio.to_thread(pool.close)
        assert time.monotonic() - begun < 20  # well before the searches would end
        for job in jobs:
            with pytest.raises(Cancelled):
                await job.result()
        assert threading.active_count() <= before + 1  # that of to_thread
        with pytest.raises(NotNow):
            pool.submit("ann", short_search())

    asyncio.run(run())


def test_closing_on_the_loop_itself_works_too():
    async def run():
        pool = SearchPool(1, 16)
        job = pool.submit("ann", long_search())
        await until(lambda: pool.count_running() == 1)
        pool.close()
        with pytest.raises(Cancelled):
            await job.result()
        assert pool.count_running() == 0

    asyncio.run(run())


def test_the_cache_keeps_players_within_its_memory():
    cache = PlayerCache(most_megabytes=20)
    first = cache.take("mcts:mb=8", GAME)
    second = cache.take("mcts:mb=8", GAME)
    assert first is not second
    for player in (first, second):
        cache.put_back("mcts:mb=8", GAME, player)
    assert cache.megabytes == 18
    greedy = cache.take("greedy", GAME)
    cache.put_back("greedy", GAME, greedy)
    assert cache.megabytes == 19
    cache.put_back("mcts:mb=8", inarow.load_game("tictactoe"), cache.take("mcts:mb=8", GAME))
    assert cache.megabytes <= 20
    cache.put_back("mcts:mb=16", GAME, cache.take("mcts:mb=16", GAME))
    assert cache.megabytes == 17  # the others had to go
    assert cache.take("greedy", GAME) is not greedy


def test_each_game_has_the_player_of_its_seed():
    cache = PlayerCache()
    mine = cache.take("mcts", GAME, seed=1)
    cache.put_back("mcts", GAME, mine, seed=1)
    assert cache.take("mcts", GAME, seed=2) is not mine
    assert cache.take("mcts", GAME) is not mine
    assert cache.take("mcts", GAME, seed=1) is mine


def test_games_share_a_player_whose_moves_do_not_depend_on_seeds():
    cache = PlayerCache()
    engine = cache.take("engine:mb=4", GAME, seed=1)
    cache.put_back("engine:mb=4", GAME, engine, seed=1)
    assert cache.take("engine:mb=4", GAME, seed=2) is engine


@pytest.mark.parametrize(
    "spec", ["engine", "threat", "negamax", "alphabeta", "cached", "deepening", "dqn"]
)
def test_a_player_without_random_numbers_is_turned_by_the_seed_of_its_game(spec):
    """The stone in the middle (112) stays there, so all turned players see the same position."""

    async def test(pool):
        async def asked(seed):
            search = Search(GAME, (112,), spec, Limits(time=60.0, nodes=300, depth=1), seed=seed)
            return (await pool.submit("ann", search).result()).action

        plain = await asked(None)
        actions = [await asked(seed) for seed in range(16)]
        assert actions == [await asked(seed) for seed in range(16)]  # a seed repeats a game
        assert set(actions) == {symmetry.action(plain) for symmetry in GAME.symmetries()}
        assert len(set(actions)) > 2

    in_pool(test)


def test_a_level_moves_within_its_own_limits_and_by_its_seed():
    async def test(pool):
        def asked(seed):
            search = Search(GAME, (112,), "knowledge-mcts", LONG, level="beginner", seed=seed)
            return pool.submit("ann", search).result()

        thoughts = [await asked(seed) for seed in range(8)]
        assert {thought.sims for thought in thoughts} == {10}
        assert len({thought.action for thought in thoughts}) > 2
        assert (await asked(3)).action == thoughts[3].action

    in_pool(test)
