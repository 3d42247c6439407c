"""The tournament report: the page says what the games say, whoever the players are."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from html.parser import HTMLParser
from importlib import resources
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.image import imread

from inarow.arena.counts import count_records
from inarow.arena.report import replay, write_report
from inarow.arena.report.format import short_names
from inarow.arena.report.page import safe_json
from inarow.arena.report.plots import LadderPoint, draw_crosstable, draw_ladder, draw_ratings
from inarow.arena.report.replay import fair_quotas, game_data, viewer_data
from inarow.arena.statistics.cross_table import CrossTable
from inarow.files import replacing
from inarow.games import load_game
from inarow.games.geometry import CELL, Geometry
from inarow.games.svg import COLOURS, board_svg
from inarow.protocols.record import End, GameRecord
from inarow.untrusted_text import one_line

HOSTILE = [
    "</script><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "<!-- <script>",
    "$\\frac{1$ & co &amp; ${policy} $title",
    "名前 🙂 عربي \u202eevil\u2028\x00\ud800",
    "x" * 10_000,
    "x" * 10_001,
    "",
]


# A stand-in for ratings, so that the report is tested by itself.
@dataclass(frozen=True)
class Rating:
    name: str
    elo: float
    low: float
    high: float
    games: int = 0
    points: float = 0.0


@dataclass(frozen=True)
class Ratings:
    players: tuple[Rating, ...]
    advantage: Rating
    draw_rate: float
    superiority: dict[tuple[str, str], float]


def made_ratings(players, elos=None):
    """Ratings in the order of the players, the first the best."""
    elos = elos or [100.0 * (len(players) - place) for place in range(len(players))]
    rated = tuple(
        Rating(name, elo, elo - 30, elo + 40) for name, elo in zip(players, elos, strict=True)
    )
    superiority = {
        (one, other): 0.5 + (players.index(other) - players.index(one)) / (2 * len(players))
        for one in players
        for other in players
        if one != other
    }
    return Ratings(rated, Rating("", 35.0, 10.0, 60.0), 0.25, superiority)


def random_record(rng, players, spec="tictactoe", opening=1):
    state = load_game(spec).new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    moves = tuple(state.history())
    thought = len(moves) - opening
    return GameRecord(
        game=spec,
        players=players,
        moves=moves,
        opening=opening,
        result=tuple(state.returns()),
        end=End.LINE if state.winning_line() else End.FULL,
        times=(None,) * opening + tuple(rng.random() for _ in range(thought)),
        values=(None,) * opening + tuple(rng.uniform(-1, 1) for _ in range(thought)),
        nodes=(None,) * opening + tuple(rng.randrange(10**6) for _ in range(thought)),
        started=f"2026-11-16T10:00:{rng.randrange(60):02}+00:00",
    )


def tournament(players, rounds=2, seed=1, spec="tictactoe"):
    rng = random.Random(seed)
    return [
        random_record(rng, (one, other) if number % 2 else (other, one), spec)
        for one, other in combinations(players, 2)
        for number in range(rounds)
    ]


def table_of(players, records):
    table = CrossTable(players)
    for record in records:
        if record.result is not None:
            table.add(*record.players, record.result[0])
    return table


def report(directory, players, records, settings=None, ratings=None):
    table = table_of(players, records)
    paths = write_report(
        directory,
        "A tournament",
        settings or {"game": "tictactoe"},
        players,
        lambda: iter(records),
        ratings or made_ratings(players),
        table,
    )
    return Page(paths[0].read_text(encoding="utf-8"))


class Page(HTMLParser):
    """A page taken apart; complains about whatever is not well formed."""

    VOID = frozenset({"meta", "link", "input"})

    def __init__(self, text):
        super().__init__()
        self.source = text
        self.open = []
        self.elements = []  # (tag, attributes)
        self.text = ""
        self.scripts = []  # (attributes, content)
        self.styles = []
        self.tables = {}  # by the name of the caption: rows of texts
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        assert len(attributes) == len(attrs), f"attribute given twice in {tag}"
        self.elements.append((tag, attributes))
        if tag in self.VOID:
            return
        self.open.append(tag)
        if tag == "caption":
            self.rows = self.tables[attributes["id"].removesuffix("-caption")] = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            if tag == "th":
                assert attributes["scope"] in ("row", "col", "colgroup")
            self.rows[-1] += [""] * int(attributes.get("colspan", "1"))

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append((self.elements[-1][1], data))
        elif self.open and self.open[-1] == "style":
            self.styles.append(data)
        else:
            self.text += data
            if {"td", "th"} & set(self.open) and "small" not in self.open:
                self.rows[-1][-1] += data

    def data(self):
        (content,) = (text for attributes, text in self.scripts if "type" in attributes)
        return json.loads(content)

    def body(self, name, players):
        rows = self.tables[name][-len(players) :]
        return {row[1]: row[2:] for row in rows}


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """A page about four players, and its games."""
    players = ["mcts", "greedy", "random", "mcts:sims=10"]
    records = tournament(players, rounds=7)
    directory = tmp_path_factory.mktemp("report")
    return report(directory, players, records), players, records, directory


def assert_picture(path):
    pixels = imread(path)
    assert min(pixels.shape[:2]) > 100
    assert pixels[..., :3].std() > 0.02


def count(records, player, side=None, opponent=None):
    """Wins, draws and losses, the slow way."""
    results = [
        record.result[place]
        for record in records
        for place in (0, 1)
        if record.players[place] == player
        and side in (None, place)
        and opponent in (None, record.players[1 - place])
    ]
    return results.count(1.0), results.count(0.0), results.count(-1.0)


def test_standings_say_what_the_games_say(four):
    page, players, records, _ = four
    rows = page.body("standings", players)
    assert list(rows) == players
    for rank, player in enumerate(players):
        wins, draws, losses = count(records, player)
        games, points = wins + draws + losses, wins + draws / 2
        elo, interval, *cells = rows[player]
        assert elo == f"+{100 * (4 - rank)}"
        assert interval == f"+{100 * (4 - rank) - 30} to +{100 * (4 - rank) + 40}"
        assert cells == [
            str(games),
            f"{points:g}",
            f"{100 * points / games:.1f} %",
            str(wins),
            str(draws),
            str(losses),
            "\u2013".join(map(str, count(records, player, side=0))),
            "\u2013".join(map(str, count(records, player, side=1))),
        ]


def test_square_tables_say_what_the_games_and_ratings_say(four):
    page, players, records, _ = four
    cross, likely = page.body("crosstable", players), page.body("superiority", players)
    superiority = made_ratings(players).superiority
    for player in players:
        for place, opponent in enumerate(players):
            if player == opponent:
                continue
            wins, draws, _ = count(records, player, opponent=opponent)
            assert cross[player][place] == f"{wins + draws / 2:g}"
            assert float(likely[player][place]) == pytest.approx(
                100 * superiority[player, opponent], abs=0.051
            )
    titles = {attributes.get("title") for tag, attributes in page.elements if tag == "td"}
    wins, draws, losses = count(records, "mcts", opponent="greedy")
    assert f"mcts v greedy: {wins} won, {draws} drawn, {losses} lost" in titles


def test_ends_and_times_say_what_the_games_say(four):
    page, players, records, _ = four
    ends = page.body("ends", players)
    assert page.tables["ends"][0][2:] == ["Won", "Drawn", "Lost"]
    assert page.tables["ends"][1] == ["line", "full board", "line"]
    times = page.body("times", players)
    for player in players:
        assert [int(cell or 0) for cell in ends[player]] == list(count(records, player))
        own = [
            (record.times[move], record.nodes[move])
            for record in records
            for move in range(record.opening, len(record.moves))
            if record.players[move % 2] == player
        ]
        moves, mean, worst, _, nodes = times[player]
        seconds = [second for second, _ in own]
        assert int(moves) == len(own)
        assert mean == f"{1000 * sum(seconds) / len(own):.3g} ms"
        assert float(worst.split()[0]) == pytest.approx(1000 * max(seconds), rel=0.005)
        assert int(nodes.replace(",", "")) == round(sum(n for _, n in own) / len(own))


def test_first_move_and_draws_are_told(four):
    page, _, records, _ = four
    first = Counter(record.result[0] for record in records)
    assert (
        f"In {len(records)} games the player who moved first won {first[1]}, drew {first[0]} "
        f"and lost {first[-1]}" in page.text
    )
    assert "+35 Elo (95 % interval +10 to +60)" in page.text
    assert "the ratings expect 25.0 %" in page.text


def test_every_game_is_in_the_page_with_all_that_is_known(four):
    page, _, records, _ = four
    data = page.data()
    assert [game["i"] for game in data["games"]] == list(range(1, len(records) + 1))
    game = load_game("tictactoe")
    for shown, record in zip(data["games"], records, strict=True):
        assert tuple(data["players"][player] for player in shown["p"]) == record.players
        assert tuple(game.parse_moves(shown["m"])) == record.moves
        assert shown["r"] == record.result[0]
        assert data["ends"][shown["e"]] == record.end
        own = slice(record.opening, None)
        assert shown["t"] == pytest.approx([1000 * t for t in record.times[own]], rel=0.006)
        assert shown["v"] == pytest.approx([100 * v for v in record.values[own]], abs=0.51)
        assert shown["n"] == list(record.nodes[own])
        line = game.state_from(record.moves).winning_line()
        assert game.parse_moves(shown.get("w", "")) == line
    assert data["boards"] == [{"game": "tictactoe", "rows": 3, "columns": 3}]


def test_the_page_asks_the_network_for_nothing(four):
    page = four[0]
    urls = set(re.findall(r"https?:[^\s\"'<]*", page.source))
    assert urls == {"http://www.w3.org/2000/svg"}
    references = {
        value
        for _, attributes in page.elements
        for key, value in attributes.items()
        if key in ("src", "href", "action")
    }
    assert all(value.startswith(("#", "data:")) for value in references)
    targets = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(targets) == len(set(targets))
    assert {value[1:] for value in references if value.startswith("#")} <= set(targets)


def test_the_policy_allows_just_the_script_and_style_of_the_page(four):
    page = four[0]
    (policy,) = (
        attributes["content"]
        for tag, attributes in page.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    (script,) = (text for attributes, text in page.scripts if not attributes)
    (style,) = page.styles
    hashes = [
        f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (style, script)
    ]
    assert f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]};" in policy
    assert "unsafe" not in policy
    for _, attributes in page.elements:  # the policy would forbid them
        assert not [key for key in attributes if key == "style" or key.startswith("on")]


def test_the_script_writes_text_only():
    script = (resources.files(replay.__package__) / "assets" / "viewer.js").read_text()
    for danger in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval",
        "Function(",
    ):
        assert danger not in script
    assert len(script.splitlines()) < 300


def test_hostile_names_stay_text(tmp_path):
    records = [
        replace(record, detail=f"said {HOSTILE[0]}", event={}, tags={})
        for record in tournament(HOSTILE)
    ]
    settings = {name: name for name in HOSTILE} | {"records": HOSTILE[0]}
    page = report(tmp_path, HOSTILE, records, settings)
    assert {tag for tag, _ in page.elements} == {
        tag for tag, _ in report(tmp_path, ["a", "b"], tournament(["a", "b"])).elements
    }
    assert len(page.scripts) == 2
    assert page.tables["standings"][1][1] == HOSTILE[0]
    titles = [attributes.get("title", "") for tag, attributes in page.elements if tag == "bdi"]
    assert "x" * 10_000 in titles
    names = [row[1] for row in page.tables["standings"][1:]]
    assert max(map(len, names)) < 50
    assert len(set(names)) == len(HOSTILE)
    assert not {"\u202e", "\u2028", "\x00"} & set(page.text)
    assert f"said {HOSTILE[0]}" in {game["d"] for game in page.data()["games"]}
    for name in ("ratings.png", "crosstable.png"):
        assert_picture(tmp_path / name)


def test_all_rows_of_a_table_are_of_one_length(four):
    page = four[0]
    assert set(page.tables) == {"standings", "crosstable", "superiority", "ends", "times", "list"}
    for name, rows in page.tables.items():
        lengths = {len(row) for row in rows}
        if name == "ends":  # the first two heads span the second row
            lengths.remove(len(rows[1]))
            assert len(rows[1]) + 2 in lengths
        assert len(lengths) == 1


def test_pictures_are_written_and_old_files_replaced(four, tmp_path):
    _, players, records, _ = four
    (tmp_path / "report.html").write_text("old")
    table = table_of(players, records)
    arguments = ({}, players, lambda: records, made_ratings(players), table)
    paths = write_report(tmp_path / "new" / "..", "A title", *arguments)
    assert [path.name for path in paths] == ["report.html", "ratings.png", "crosstable.png"]
    assert "A title" in (tmp_path / "report.html").read_text()
    for path in paths[1:]:
        assert_picture(path)
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == sorted(
        p.name for p in paths
    )


def test_a_failed_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(TypeError), replacing(path) as aside:
        _ = aside.write_text("half") + "not a number"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("players", [[], ["mcts"], ["mcts", "greedy"]])
def test_a_tournament_without_games(tmp_path, players):
    page = report(tmp_path, players, [])
    assert "No game has been played yet" in page.text
    assert page.data()["games"] == []
    assert [row[1] for row in page.tables["standings"][1:]] == players
    for name in ("ratings.png", "crosstable.png"):
        pixels = imread(tmp_path / name)
        assert pixels[..., :3].std() > 0


def test_players_that_are_not_rated_are_listed_last(tmp_path):
    players = ["new", "mcts", "greedy"]
    page = report(tmp_path, players, tournament(players[1:]), ratings=made_ratings(players[1:]))
    rows = page.tables["standings"][1:]
    assert [row[1] for row in rows] == ["mcts", "greedy", "new"]
    assert rows[2][2:5] == ["\u2013", "\u2013", "0"]


def test_viewer_and_tables_call_a_player_the_same(tmp_path):
    players = ["y" + "x" * 1000, "y" + "x" * 1001]  # the same when shortened
    ratings = made_ratings(players[::-1])
    page = report(tmp_path, players, tournament(players, rounds=1), ratings=ratings)
    best, other = (row[1] for row in page.tables["standings"][1:])
    assert best != other
    data = page.data()
    shown = dict(zip(players[::-1], (best, other), strict=True))
    (record,) = tournament(players, rounds=1)
    names = [data["players"][player] for player in data["games"][0]["p"]]
    assert names == [shown[player] for player in record.players]


def test_ratings_without_bounds_are_drawn(tmp_path):
    players = ["all", "some", "none"]
    infinite = made_ratings(players, [float("inf"), float("nan"), -float("inf")])
    page = report(tmp_path, players, tournament(players), ratings=infinite)
    assert [row[2] for row in page.tables["standings"][1:]] == ["+\u221e", "?", "\u2212\u221e"]
    assert not re.search(r"[>\"\s](nan|inf)\b", page.source)
    assert_picture(tmp_path / "ratings.png")


def test_sixty_players(tmp_path):
    players = [f"mcts:sims={2**number}" for number in range(60)]
    page = report(tmp_path, players, tournament(players, rounds=1))
    assert len(page.tables["crosstable"]) == 61
    assert page.tables["crosstable"][0][2:] == [str(number) for number in range(1, 61)]
    assert len(page.source) < 3_000_000
    cross = imread(tmp_path / "crosstable.png")
    assert min(cross.shape[:2]) > 60 * 30  # pixels of a cell
    assert max(cross.shape[:2]) < 4000


def test_most_games_stay_out_of_a_page_that_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr(replay, "MAX_GAMES", 10)
    players = ["a", "b", "c"]
    records = tournament(players, rounds=20)
    page = report(tmp_path, players, records, {"records": "here/games.jsonl"})
    assert "The latest 10 of 60 games are here" in page.text
    assert "the other 50 are only in here/games.jsonl" in page.text
    shown = Counter(1 + (game["i"] - 1) // 20 for game in page.data()["games"])
    assert sorted(shown.values()) == [3, 3, 4]
    assert {game["i"] for game in page.data()["games"]} >= {20, 40, 60}  # the latest of each pair


def test_long_games_take_more_of_the_page(monkeypatch):
    monkeypatch.setattr(replay, "MAX_MOVES", 100)
    records = tournament(["a", "b"], rounds=40)
    data = viewer_data(["a", "b"], lambda: records, count_records(["a", "b"], records))
    moves = sum(len(record.moves) for record in records)
    assert len(data["games"]) == 100 * 40 // moves


def test_games_that_came_after_the_count_are_left_for_the_next_report():
    records = tournament(["a", "b", "c"], rounds=2)
    counter = count_records(["a", "b", "c"], records[:2])
    data = viewer_data(["a", "b", "c"], lambda: records, counter)
    assert [game["i"] for game in data["games"]] == [1, 2]


def test_repeated_games_are_warned_of(tmp_path):
    players = ["greedy", "threat", "random"]
    same = tournament(players[:2], rounds=1) * 10
    varied = tournament(["threat", "random"], rounds=10)
    page = report(tmp_path, players, same + varied)
    distinct = len({record.moves for record in same + varied})
    assert f"20 games, {distinct} of them distinct" in page.text
    repeats = "greedy and threat repeat themselves: of 9 games that began like an earlier one, 9"
    assert repeats in page.text
    page = report(tmp_path, players, varied)
    assert "repeat themselves" not in page.text


def test_unfinished_games_and_strange_ends_are_told(tmp_path):
    record = tournament(["a", "b"], rounds=1)[0]
    open_game = replace(record, result=None, end=None)
    timeout = replace(record, result=(-1.0, 1.0), end=End.TIMEOUT)
    page = report(tmp_path, ["a", "b"], [open_game, timeout])
    assert page.tables["ends"][0][2:] == ["Won", "Lost", "Not finished"]
    assert page.tables["ends"][1] == ["timeout", "timeout", "not told"]
    first, second = page.data()["games"]
    assert "r" not in first
    assert "e" not in first
    assert (second["r"], page.data()["ends"][second["e"]]) == (-1, "timeout")


@given(st.integers(0, 10**6))
def test_local_boards_are_told_as_the_rules_have_them(seed):
    record = random_record(random.Random(seed), ("a", "b"), "ultimate", opening=2)
    data = game_data(record, load_game(record.game))
    state = load_game("ultimate").new_initial_state()
    assert len(data["f"]) == len(record.moves) + 1
    for ply in range(len(record.moves) + 1):
        told = ["."] * 9
        for when, board, outcome in data["l"]:
            if when <= ply:
                told[board] = outcome
        assert told == state.local_boards()
        forced = None if state.is_terminal() else state.forced_board()
        assert data["f"][ply] == ("-" if forced is None else str(forced))
        if ply < len(record.moves):
            state.apply_action(record.moves[ply])


def test_games_that_make_no_sense_are_shown_as_far_as_they_do():
    record = GameRecord(game="tictactoe", players=("a", "b"), moves=(0, 1, 1, 99), opening=7)
    assert game_data(record, load_game(record.game)) == {"o": 2, "m": "a1b1"}
    unknown = replace(record, game="chess", times=(0.1, float("nan"), None), opening=0)
    assert game_data(unknown, None) == {}
    bad = replace(record, opening=0, times=(0.1, float("nan")), values=(None, None), nodes=(7,))
    assert game_data(bad, load_game("tictactoe")) == {"m": "a1b1", "t": [100.0, None], "n": [7]}
    data = viewer_data(["a", "b"], lambda: [unknown], count_records(["a", "b"], [unknown]))
    assert data["boards"] == [None]


@given(st.dictionaries(st.tuples(st.text(), st.text()), st.integers(0, 50)), st.integers(0, 200))
def test_quotas_are_fair(counts, limit):
    quotas = fair_quotas(counts, limit)
    assert sum(quotas.values()) == min(limit, sum(counts.values()))
    assert all(0 <= quotas[pair] <= counts[pair] for pair in counts)
    cut = [quotas[pair] for pair in counts if quotas[pair] < counts[pair]]
    assert not cut or max(quotas.values()) <= min(cut) + 1


@given(st.lists(st.text(), unique=True))
def test_short_names_are_short_clean_and_distinct(names):
    short = short_names(names)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    for form in short.values():
        assert 0 < len(form) < 50
        assert one_line(form) == form
        form.encode()


@given(st.lists(st.text() | st.integers() | st.none(), max_size=5))
def test_json_in_a_page_is_read_back_and_ends_no_script(value):
    text = safe_json(value)
    assert json.loads(text) == value
    assert not set("<>&\u2028\u2029") & set(text)


def test_a_ladder_is_drawn(tmp_path):
    points = [
        LadderPoint(f"step {n}", 100 * n, 3600.0 * n, 50.0 * n, 50.0 * n - 20, float("inf"))
        for n in range(10)
    ]
    anchors = {"mcts": 200.0, "$\\frac{1$": -10.0}
    draw_ladder(points, anchors, tmp_path / "ladder.png", tmp_path / "ladder.svg")
    assert_picture(tmp_path / "ladder.png")
    assert "$\\frac{1$" in "".join(ElementTree.parse(tmp_path / "ladder.svg").getroot().itertext())
    draw_ladder(points, {}, tmp_path / "alone.png")
    assert_picture(tmp_path / "alone.png")
    draw_ladder([], {}, tmp_path / "empty.png")
    assert imread(tmp_path / "empty.png").std() > 0
    draw_ladder([], {"mcts": 200.0}, tmp_path / "anchors.png")
    assert_picture(tmp_path / "anchors.png")


def test_pictures_are_the_same_for_the_same_results(tmp_path, four):
    _, players, records, _ = four
    table, ratings = table_of(players, records), made_ratings(players)
    for name in ("one.png", "two.png"):
        draw_ratings(ratings, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    for name in ("one.png", "two.png"):
        draw_crosstable(table, ratings, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_the_viewer_s_board_looks_as_the_package_draws_it():
    """The viewer steps through games without Python: so what both draw by is compared."""
    assets = resources.files(replay.__package__) / "assets"
    style, script = ((assets / name).read_text() for name in ("report.css", "viewer.js"))
    light = dict(re.findall(r"--([a-z-]+): (#\w+);", style.partition("@media")[0]))
    of_the_package = {
        "wood": "board",
        "wood-line": "grid",
        "black": "stone-x",
        "white": "stone-o",
        "first": "x",
        "second": "o",
        "last": "last-dot",
        "win": "win",
    }
    assert {name: light[name] for name in of_the_package} == {
        name: COLOURS[other] for name, other in of_the_package.items()
    }
    stones = ElementTree.fromstring(board_svg(load_game("gomoku").state_from("h8")))
    (stone,) = stones.findall(f".//*[@stroke='{COLOURS['stone-x-edge']}']")
    star = stones.find(f".//*[@fill='{COLOURS['grid']}'][@r]")
    signs = ElementTree.fromstring(board_svg(load_game("tictactoe").state_from("b2 a1")))
    (cross,) = signs.findall(f".//*[@stroke='{COLOURS['x']}']")
    (ring,) = signs.findall(f".//*[@stroke='{COLOURS['o']}']")
    left, right = (float(text) for text in re.findall(r"[ML]([\d.]+) ", cross.get("d"))[:2])
    drawn = {
        "STONE": float(stone.get("r")) / CELL,
        "ARM": (right - left) / 2 / CELL,
        "RING": float(ring.get("r")) / CELL,
    }
    for name, share in drawn.items():
        assert float(re.search(rf"\b{name} = (\.\d+)", script)[1]) == pytest.approx(share), name
    # The viewer's cells have 10 units.
    assert re.search(r"const CELL = (\d+);", script)[1] == "10"
    width = float(re.search(r"\.mark \{[^}]*stroke-width: ([\d.]+);", style)[1])
    assert width == pytest.approx(10 * float(cross.get("stroke-width")) / CELL)
    radius = float(re.search(r'circle\("star", .*, ([\d.]+)\)', script)[1])
    assert radius == pytest.approx(10 * float(star.get("r")) / CELL)


@pytest.mark.parametrize("spec", ["gomoku", "gomoku:size=19", "10x12x5", "7x7x5", "ultimate"])
def test_the_viewer_has_stones_where_the_package_has(spec):
    game = load_game(spec)
    record = GameRecord(game=spec, players=("a", "b"), moves=(0,), opening=0, result=None)
    (board,) = viewer_data(["a", "b"], lambda: [record], count_records(["a", "b"], [record]))[
        "boards"
    ]
    geometry = Geometry(game)
    assert board.get("stones", False) == geometry.crossings
    assert game.parse_moves(board.get("stars", "")) == geometry.stars()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Debian's chromium")
@pytest.mark.parametrize(
    ("spec", "stones"), [("tictactoe", False), ("gomoku", True), ("ultimate", False)]
)
def test_a_browser_lists_the_games_and_draws_the_last_position(tmp_path, spec, stones):
    players = ["</script><script>document.title='broken'</script>", "mcts"]
    records = tournament(players, rounds=3, spec=spec)
    report(tmp_path / "page", players, records, {"game": spec})
    shown = subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            (tmp_path / "page" / "report.html").as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    assert "<title>A tournament</title>" in shown
    assert shown.count('aria-label="Replay game ') == 3
    first = shown.count('class="stone first"' if stones else 'class="mark first"')
    moves = len(records[-1].moves)
    assert first >= (moves + 1) // 2  # taken boards of ultimate bear a mark too
    assert f"Board after {moves} moves" in shown
    assert "3 of 3 games" in shown
