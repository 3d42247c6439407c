"""Matches: the same games whatever the way and the number of threads, and honest figures."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow import _core
from inarow.arena import match, play_match
from inarow.arena.counts import GameCounter, PairCounter, batch_of
from inarow.arena.entrant import Entrant, entrant
from inarow.arena.fixture import DuelTask, Fixture, GameTask, duel_of
from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.referee import MatchConditions
from inarow.arena.stopwatch import Stopwatch
from inarow.errors import BadFile, BadSpec, UnknownPlayer
from inarow.player import Decision, Limits, Player, search_stats
from inarow.players.native import NativePlayer
from inarow.protocols.jsonl import from_json, to_json
from inarow.protocols.record import End, GameRecord


def records(path):
    return [from_json(line) for line in path.read_text().splitlines()]


def games(path):
    """What must be the same in two runs."""
    return sorted((r.event["number"], r.players, r.moves, r.result, r.end) for r in records(path))


def fixture(first, second, game, seed=1, openings="random:plies=2", **conditions):
    loaded = inarow.load_game(game)
    return Fixture(
        loaded,
        (entrant(first), entrant(second)),
        (0, 1),
        MatchConditions(**conditions),
        load_openings(openings, loaded, seed),
        seed,
    )


@settings(max_examples=25, deadline=None)
@given(
    pair=st.sampled_from(
        [
            ("random", "greedy", "5x5x4"),
            ("random", "random", "tictactoe"),
            ("mcts:sims=30", "random", "ultimate"),
            ("greedy", "negamax:depth=2", "7x6x4"),
            ("mcts:sims=50", "deepening", "tictactoe"),
            ("mcts@sims=40", "mcts@sims=3", "tictactoe"),
        ]
    ),
    seed=st.integers(0, 2**31),
    start=st.integers(0, 20),
)
def test_the_quick_way_plays_the_same_games(pair, seed, start):
    fixed = fixture(*pair, seed=seed, limits=Limits(nodes=300))
    numbers = range(start, start + 4)
    (quick, quick_pairs), (slow, slow_pairs) = [
        (GameCounter([0, 1]), PairCounter()) for _ in range(2)
    ]
    batch = DuelTask(fixed, duel_of(fixed), numbers).run()
    quick.add(batch)
    quick_pairs.add(batch.games)
    for number in numbers:
        batch = GameTask(fixed, number).run()
        slow.add(batch)
        slow_pairs.add(batch.games)
    for what in ("scores", "ends", "total_ends", "faults", "pairings"):
        assert getattr(quick, what)() == getattr(slow, what)()
    assert quick_pairs.pairs == slow_pairs.pairs
    assert quick.games == slow.games == 4
    assert quick.distinct.count() == slow.distinct.count()
    assert [quick.thinking[key].moves for key in (0, 1)] == [
        slow.thinking[key].moves for key in (0, 1)
    ]


def test_colours_alternate_over_paired_openings(tmp_path):
    path = tmp_path / "games.jsonl"
    play_match("random", "greedy", game="5x5x4", games=8, openings="random:plies=3", out=path)
    found = sorted(records(path), key=lambda r: r.event["number"])
    for even, odd in zip(found[::2], found[1::2], strict=True):
        assert even.players == ("random", "greedy")
        assert odd.players == ("greedy", "random")
        assert even.moves[:3] == odd.moves[:3]
        assert even.opening == odd.opening == 3
    assert len({r.moves[:3] for r in found}) == 4


@pytest.mark.parametrize("concurrency", [1, 3])
def test_the_seed_decides_and_threads_do_not(tmp_path, concurrency):
    paths = [tmp_path / f"{name}.jsonl" for name in "ab"]
    for path, threads in zip(paths, (2, concurrency), strict=True):
        play_match("mcts:sims=30", "random", games=11, seed=5, concurrency=threads, out=path)
    assert games(paths[0]) == games(paths[1])


def test_the_seed_decides_the_games_of_levels(tmp_path):
    def played(name, seed):
        path = tmp_path / f"{name}.jsonl"
        play_match("expert", "club", game="7x7x4", games=4, openings="none", seed=seed, out=path)
        return games(path)

    first = played("first", 1)
    assert first == played("again", 1)
    assert first != played("other", 2)
    assert len({moves for _, _, moves, _, _ in first}) > 2


def test_records_say_when_a_game_began(tmp_path):
    class Slow:
        def act(self, state, limits=None):
            time.sleep(0.3)
            return Decision(action=state.legal_actions()[0])

    path = tmp_path / "games.jsonl"
    slow = Entrant("slow", lambda game, seed: Slow())
    play_match(slow, slow, games=1, openings="none", out=path)  # 7 moves: over two seconds
    ended = datetime.now(UTC)
    (record,) = records(path)
    assert (ended - datetime.fromisoformat(record.started)).total_seconds() > 1.9


def test_figures_add_up():
    result = play_match("greedy", "random", game="4x4x3", games=101, seed=2)
    assert result.games == 101 == sum(result.ends.values())
    assert sum(result.pairs) == 50
    assert result.as_first.games == 51
    assert result.as_second.games == 50
    assert result.elo.low <= result.elo.elo <= result.elo.high
    assert 0 < result.distinct <= 101
    figures = result.as_dict()
    json.dumps(figures, allow_nan=False)
    assert figures["games"] == figures["wins"] + figures["draws"] + figures["losses"] == 101
    assert all(worst > 0 for worst in figures["worst_move_seconds"])


def test_swapping_the_players_mirrors_the_result():
    one = play_match("greedy", "random", game="4x4x3", games=40, seed=2)
    assert one.counts.points > 25
    two = play_match("random", "greedy", game="4x4x3", games=40, seed=2)
    assert two.counts.points < 15


def test_perfect_players_draw_and_are_told_to_repeat_themselves():
    result = play_match("cached", "alphabeta", games=20, openings="none", seed=1)
    assert result.counts == (0, 20, 0)
    assert result.distinct < 20
    assert "of 18 games that began like an earlier one, 18 were the same" in result.warnings[0]


def test_games_that_chance_repeats_are_no_reason_to_warn():
    result = play_match("random", "random", games=3000, openings="none", seed=1)
    assert result.distinct < 3000
    assert result.warnings == []


def test_a_sequential_test_stops_itself():
    result = play_match("greedy", "random", game="5x5x4", sprt="elo0=0,elo1=50", seed=3)
    assert result.verdict == "H1"
    assert result.games < 1000
    result = play_match("random", "greedy", game="5x5x4", sprt="elo0=0,elo1=50", seed=3)
    assert result.verdict == "H0"


def test_a_match_goes_on_where_it_was_broken_off(tmp_path, monkeypatch):
    monkeypatch.setattr(match, "PROGRESS_SECONDS", 0)
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    options = {"game": "5x5x4", "games": 30, "seed": 4}
    complete = play_match("greedy", "random", out=whole, **options)

    def stop_after_some(result):
        if result.games >= 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match("greedy", "random", out=broken, on_progress=stop_after_some, **options)
    with broken.open("a") as file:
        file.write('{"game": "5x5x4", "play')  # killed in the middle of a line
    assert 7 <= len(broken.read_text().splitlines()) < 31
    resumed = play_match("greedy", "random", resume=broken, game="5x5x4", games=30)
    assert games(whole) == games(broken)
    assert resumed.counts == complete.counts
    assert resumed.pairs == complete.pairs
    # and once more, with nothing left to do
    again = play_match("greedy", "random", resume=broken, game="5x5x4", games=30)
    assert again.counts == complete.counts


def test_a_resumed_match_reports_its_whole_time(tmp_path):
    path = tmp_path / "games.jsonl"
    options = {"game": "5x5x4", "seed": 4}
    first = play_match("greedy", "random", games=4, out=path, **options)
    elapsed = [record.event["elapsed"] for record in records(path)]
    assert elapsed == sorted(elapsed)
    assert 0 <= elapsed[-1] <= first.seconds + 0.001  # rounded to milliseconds
    long_ago = [replace(each, event={**each.event, "elapsed": 1000}) for each in records(path)]
    path.write_text("".join(f"{to_json(each)}\n" for each in long_ago))
    assert 1000 <= play_match("greedy", "random", games=4, resume=path, **options).seconds < 1100
    more = play_match("greedy", "random", games=6, resume=path, **options)
    assert 1000 <= records(path)[-1].event["elapsed"] <= more.seconds + 0.001 < 1100


@pytest.mark.parametrize("odd", ["soon", None, True, -1, 1e300, [1]])
def test_strange_times_of_foreign_records_do_not_count(odd):
    record = GameRecord(
        game="tictactoe", players=("a", "b"), moves=(4,), times=(0.5,), result=(1.0, -1.0),
        end=End.TIMEOUT, event={"late": odd, "elapsed": odd},
    )  # fmt: skip
    (_, first), (_, second) = batch_of(record, (0, 1)).thinking
    assert (first.worst, second.worst, second.moves) == (0.5, 0.0, 0)
    watch = Stopwatch(lambda: 0.0)
    watch.resume(record)
    assert watch.seconds() == 0


class Sleepy(Player):
    """Takes its time."""

    def act(self, state, limits=None):
        time.sleep(0.05)
        return Decision(action=state.legal_actions()[0])


def test_the_move_that_lost_on_time_counts(tmp_path):
    sleepy = Entrant("sleepy", lambda game, seed: Sleepy())
    path = tmp_path / "games.jsonl"
    options = {"game": "5x5x4", "games": 2, "limits": Limits(time=0.01), "margin": 0.02, "seed": 1}
    played = play_match(sleepy, "random", out=path, **options)
    assert played.faults == ({"timeout": 2}, {})
    assert played.thinking[0].worst >= 0.05
    assert played.thinking[0].moves == 2  # one of each game, and no other was accepted
    again = play_match(sleepy, "random", resume=path, **options)
    assert again.thinking[0].worst == pytest.approx(played.thinking[0].worst, abs=1e-5)


def test_players_have_limits_of_their_own(tmp_path):
    path = tmp_path / "games.jsonl"
    options = {"game": "5x5x4", "games": 4, "seed": 1, "limits": Limits(sims=9)}
    match = ("mcts@sims=400", "mcts")
    result = play_match(*match, out=path, **options)
    assert result.players == match
    for record in records(path):
        small, large = sorted(
            zip(record.event["player_limits"], record.players, strict=True), key=str
        )
        assert (small, large) == (({"sims": 400}, "mcts@sims=400"), ({"sims": 9}, "mcts"))
        assert record.limits == {"sims": 9}
        nodes = {
            name: max(record.nodes[side::2][1:] or [0]) for side, name in enumerate(record.players)
        }
        assert nodes["mcts"] < 100 < nodes["mcts@sims=400"]
    assert play_match(*match, resume=path, **options).counts == result.counts
    with pytest.raises(BadFile, match="players mcts@sims=400, mcts, not mcts@sims=300, mcts"):
        play_match("mcts@sims=300", "mcts", resume=path, **options)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("mcts@sim=3", "A limit has no parameter 'sim': it takes time, nodes, sims, depth, clock."),
        ("mcts@sims=0", "sims=0 is out of range: sims must be a whole number of at least 1."),
        ("mcts@time=soon", "time=soon is not valid: time must be a number of at least 0."),
        ("mcts@clock=soon", "clock=soon cannot be read: write 60, 60+0.5 or 5:00+3."),
        ("mcts@time=nan", "time"),
        ("mcts@", "There is no player 'mcts@'"),
        ("nobody@sims=3", "There is no player 'nobody'"),
    ],
)
def test_wrong_limits_of_a_player_get_a_sentence(spec, says):
    with pytest.raises(BadSpec) as raised:
        play_match(spec, "random", games=2)
    assert says in str(raised.value)


def test_a_clock_of_its_own():
    assert entrant("mcts @ clock=1:30+2, nodes=5").limits == Limits(nodes=5, left=90, increment=2)


def test_games_are_told_as_they_end(tmp_path):
    told = []
    options = {"game": "5x5x4", "seed": 1, "resume": tmp_path / "games.jsonl"}
    play_match("greedy", "random", games=4, on_game=told.append, **options)
    assert [to_json(record) for record in told] == options["resume"].read_text().splitlines()
    play_match("greedy", "random", games=6, on_game=told.append, **options)
    assert sorted(record.event["number"] for record in told) == list(range(6))
    told.clear()
    play_match("greedy", "random", game="5x5x4", games=2, on_game=told.append)
    assert len(told) == 2  # without a file, too


def test_another_match_is_not_mixed_in(tmp_path):
    path = tmp_path / "games.jsonl"
    play_match("greedy", "random", game="5x5x4", games=2, seed=1, out=path)
    before = path.read_bytes()
    with pytest.raises(BadFile, match="resume"):
        play_match("greedy", "random", game="5x5x4", games=2, out=path)
    for first, second, game, more in (
        ("greedy", "mcts", "5x5x4", {}),
        ("random", "greedy", "5x5x4", {}),
        ("greedy", "random", "4x4x3", {}),
        ("greedy", "random", "5x5x4", {"seed": 2}),
        ("greedy", "random", "5x5x4", {"limits": Limits(nodes=5)}),
        ("greedy", "random", "5x5x4", {"openings": "none"}),
    ):
        with pytest.raises(BadFile):
            play_match(first, second, game=game, games=4, resume=path, **more)
    assert path.read_bytes() == before


def test_own_players_take_part():
    class First:
        def act(self, state, limits=None):
            return Decision(action=state.legal_actions()[0])

    result = play_match(
        Entrant("first", lambda game, seed: First()), "greedy", game="4x4x3", games=6, seed=1
    )
    assert result.players == ("first", "greedy")
    assert result.counts.losses > 3


def test_what_an_own_player_has_besides_act_is_used(tmp_path):
    closed = []

    class Program(Player):
        version = "program 3"
        is_timed = True

        def act(self, state, limits=None):
            return Decision(state.legal_actions()[0], stats=search_stats(seconds=0.125))

        def close(self):
            closed.append(self)

    path = tmp_path / "games.jsonl"
    program = Entrant("program", lambda game, seed: Program())
    play_match(program, "random", games=2, out=path, openings="none", seed=1, concurrency=1)
    first, second = records(path)
    assert first.versions == ("program 3", f"inarow {inarow.__version__}")
    assert second.versions == first.versions[::-1]
    assert set(first.times[::2]) == set(second.times[1::2]) == {0.125}
    assert len(set(closed)) == len(closed) == 2


@pytest.mark.parametrize("out", [None, "games.jsonl"], ids=["in the core", "with records"])
def test_notes_of_players_are_in_the_result(tmp_path, out):
    def noted(game, seed):
        return NativePlayer(game, _core.random(game.new_initial_state(), seed), note="I guess.")

    path = out and tmp_path / out
    match = {"games": 4, "seed": 1, "out": path}
    assert play_match(Entrant("noted", noted), "random", **match).notes == ("I guess.", "")
    if path:
        assert [record.event["notes"] for record in records(path)] == [
            ["I guess.", ""] if record.players[0] == "noted" else ["", "I guess."]
            for record in records(path)
        ]
        resumed = play_match(Entrant("noted", noted), "random", games=4, resume=path)
        assert resumed.notes == ("I guess.", "")
    assert play_match("random", "random", games=2).notes == ("", "")


@pytest.mark.parametrize(
    ("notes", "shown"),
    [
        ("Two", {}),
        (["only one"], {}),
        (None, {}),
        (["", "two\nlines"], {"b": "two lines"}),
        ([["a list"], 3], {"a": "['a list']", "b": "3"}),
    ],
)
def test_notes_of_foreign_records_are_text_or_none(notes, shown):
    record = GameRecord(game="tictactoe", players=("a", "b"), moves=(4,), event={"notes": notes})
    counter = GameCounter(("a", "b"))
    counter.add(batch_of(record, ("a", "b")))
    assert counter.notes == shown


def test_what_cannot_act_is_no_player():
    with pytest.raises(BadSpec, match="object is not a player: it has no method act"):
        play_match(Entrant("thing", lambda game, seed: object()), "random", games=2)


def test_faults_are_counted_and_told():
    class Broken:
        def act(self, state, limits=None):
            raise OSError("disk on fire")

    result = play_match(Entrant("broken", lambda game, seed: Broken()), "random", games=4, seed=1)
    assert result.faults == ({"crash": 4}, {})
    assert result.counts == (0, 0, 4)
    assert result.warnings == [
        "broken lost games by its own fault: 4 by crash. The first: OSError: disk on fire"
    ]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"first": "nobody"}, UnknownPlayer),
        ({"second": "mcts:sims=0"}, BadSpec),
        ({"game": "chess"}, BadSpec),
        ({"games": 0}, BadSpec),
        ({"sprt": "elo0=5,elo1=0"}, BadSpec),
        ({"openings": "nonsense"}, BadFile),
        ({"first": "greedy", "game": "ultimate"}, BadSpec),
    ],
)
def test_bad_settings_are_refused(tmp_path, change, error):
    settings_ = {"first": "random", "second": "random", "game": "tictactoe", "games": 2} | change
    first, second = settings_.pop("first"), settings_.pop("second")
    with pytest.raises(error):
        play_match(first, second, **settings_)
    with pytest.raises(error):
        play_match(first, second, out=tmp_path / "games.jsonl", **settings_)


def test_a_game_clock_is_kept(tmp_path):
    path = tmp_path / "games.jsonl"
    result = play_match(
        "mcts",
        "negamax",
        game="7x7x5",
        games=2,
        concurrency=1,
        limits=Limits(left=3.0, increment=0.05),  # so long that a busy machine does not matter
        out=path,
        seed=1,
    )
    assert result.faults == ({}, {})
    for record in records(path):
        assert record.limits == {"left": 3.0, "increment": 0.05}
        for seat in (0, 1):
            assert sum(t for t in record.times[seat::2] if t) < 3.0 + 0.05 * len(record.moves)
