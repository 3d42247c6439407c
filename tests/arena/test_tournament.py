"""Tournaments: exact after any number of kills, and refused when they cannot be right."""

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from inarow.arena import play_tournament, resume_tournament
from inarow.arena.tournament import GAMES_FILE, SETTINGS_FILE
from inarow.errors import BadFile, BadSpec
from inarow.player import Limits
from inarow.protocols.jsonl import from_json, to_json
from inarow.protocols.record import End

PLAYERS = ["random", "greedy", "mcts:sims=20", "negamax:depth=1"]
SLOWER = ["random", "greedy", "mcts:sims=3000", "heuristic-mcts:sims=2000"]


def games(directory):
    found = [from_json(line) for line in (directory / GAMES_FILE).read_text().splitlines()]
    return sorted(
        (r.event["pairing"], r.event["number"], r.players, r.moves, r.result, r.end, r.seeds)
        for r in found
    )


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "knockout", "swiss"])
def test_every_format_comes_to_an_end_and_can_be_repeated(tmp_path, form):
    standings = [
        play_tournament(
            PLAYERS, tmp_path / name, game="5x5x4", format=form, games=4, seed=3, concurrency=n
        )
        for name, n in (("a", 1), ("b", 3))
    ]
    assert games(tmp_path / "a") == games(tmp_path / "b")
    assert standings[0].games == standings[0].scheduled == len(games(tmp_path / "a"))
    figures = standings[0].as_dict()
    json.dumps(figures, allow_nan=False)
    assert sum(row["points"] for row in figures["players"]) == standings[0].games
    assert (figures["winner"] is not None) == (form == "knockout")
    assert figures["players"][-1]["name"] == "random"


COMMAND = [
    "tournament", *SLOWER, "--game", "5x5x4", "--games", "50", "--seed", "8",
]  # fmt: skip


def run(arguments):
    return subprocess.Popen(
        [sys.executable, "-c", "from inarow.cli.main import main; main()", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.slow
def test_a_tournament_killed_ten_times_ends_with_exactly_the_same_games(tmp_path):
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    process = run([*COMMAND, "--out", str(undisturbed), "--json"])
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert json.loads(output)["games"] == 300

    whole = (undisturbed / GAMES_FILE).stat().st_size
    chance = random.Random(20)
    arguments = [*COMMAND, "--out", str(killed)]
    kills = 0
    grown = 0
    while kills < 10:
        process = run(arguments)
        # Kill it after some more games, a random number of them: so few that ten kills come first.
        log = killed / GAMES_FILE
        size = grown + chance.uniform(0, whole / 12)
        deadline = time.monotonic() + 60
        while not (log.exists() and log.stat().st_size > size) and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        if process.poll() is not None:
            break
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        kills += 1
        grown = log.stat().st_size
        arguments = ["tournament", "--resume", "--out", str(killed)]
    process = run([*arguments, "--json"])
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert kills == 10
    assert json.loads(output)["games"] == 300
    assert games(killed) == games(undisturbed)


def test_a_resumed_tournament_reports_its_whole_time(tmp_path):
    played = play_tournament(["random", "greedy"], tmp_path, games=4, seed=1)
    assert played.seconds > 0
    path = tmp_path / GAMES_FILE
    *others, last = map(from_json, path.read_text().splitlines())
    last = replace(last, event={**last.event, "elapsed": 1000})
    path.write_text("".join(f"{to_json(each)}\n" for each in (*others, last)))
    assert 1000 <= resume_tournament(tmp_path).seconds < 1100


def test_a_tournament_tells_its_games_and_draws_long_ones(tmp_path):
    told = []
    cup = play_tournament(
        ["random", "greedy@nodes=5"], tmp_path, games=4, seed=1, openings="none", max_moves=4,
        on_game=told.append,
    )  # fmt: skip
    assert cup.counter.total_ends() == {End.DRAW_RULE: 4}
    assert {len(record.moves) for record in told} == {4}
    again = resume_tournament(tmp_path, on_game=told.append)
    assert (again.games, len(told)) == (4, 4)
    assert again.settings == cup.settings
    assert json.loads((tmp_path / SETTINGS_FILE).read_text())["max_moves"] == 4


def test_settings_of_older_versions_are_read(tmp_path):
    play_tournament(["random", "greedy"], tmp_path, games=2, seed=1)
    path = tmp_path / SETTINGS_FILE
    older = json.loads(path.read_text())
    del older["max_moves"]
    path.write_text(json.dumps(older))
    assert resume_tournament(tmp_path).games == 2


def test_what_is_there_is_not_overwritten(tmp_path):
    play_tournament(["random", "greedy"], tmp_path, games=2, seed=1)
    before = (tmp_path / GAMES_FILE).read_bytes()
    with pytest.raises(BadFile, match="resume"):
        play_tournament(["random", "greedy"], tmp_path, games=2)
    assert resume_tournament(tmp_path).games == 2
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_foreign_games_are_not_counted(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    play_tournament(["random", "greedy"], one, games=2, seed=1)
    play_tournament(["random", "greedy"], other, games=2, seed=2)
    (one / GAMES_FILE).write_bytes((other / GAMES_FILE).read_bytes())
    with pytest.raises(BadFile, match="not of this tournament"):
        resume_tournament(one)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '{"players": 3}', "no json", "null", pytest.param("[" * 10**5, id="deep")],
)
def test_damaged_settings_are_named(tmp_path, text):
    (tmp_path / SETTINGS_FILE).write_text(text)
    with pytest.raises(BadFile, match=SETTINGS_FILE):
        resume_tournament(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"), [("games", math.inf), ("openings", 3), ("max_moves", "4"), ("game", None)]
)
def test_settings_of_a_wrong_type_are_named(tmp_path, name, value):
    play_tournament(["random", "greedy"], tmp_path, games=2, seed=1)
    file = tmp_path / SETTINGS_FILE
    file.write_text(json.dumps({**json.loads(file.read_text()), name: value}))
    with pytest.raises(BadFile, match=SETTINGS_FILE):
        resume_tournament(tmp_path)


@pytest.mark.parametrize("limit", ['"time": NaN', '"time": -1', '"nodes": 1.5', '"left": "1"'])
def test_settings_with_wrong_limits_are_named(tmp_path, limit):
    play_tournament(["random", "greedy"], tmp_path, games=2, seed=1)
    file = tmp_path / SETTINGS_FILE
    settings = json.loads(file.read_text())
    file.write_text(json.dumps({**settings, "limits": json.loads(f"{{{limit}}}")}))
    with pytest.raises(BadFile, match=SETTINGS_FILE):
        resume_tournament(tmp_path)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["random"], {}, "at least two"),
        (["random", "greedy", "random"], {}, "twice"),
        (["random", "greedy"], {"format": "league"}, "no format"),
        (["random", "nobody"], {}, "no player"),
        (["random", "greedy"], {"game": "ultimate"}, "does not play"),
        (["random", "greedy"], {"games": 0}, "at least one game"),
    ],
)
def test_bad_tournaments_are_refused_before_anything_is_written(
    tmp_path, players, options, sentence
):
    with pytest.raises(BadSpec, match=sentence):
        play_tournament(players, tmp_path / "new", **options)
    assert not (tmp_path / "new").exists()


def test_limits_are_kept_in_the_settings(tmp_path):
    limits = Limits(nodes=50, left=10.0, increment=0.5)
    play_tournament(["random", "greedy"], tmp_path, games=2, limits=limits, seed=1)
    kept = json.loads((tmp_path / SETTINGS_FILE).read_text())["limits"]
    assert (kept["nodes"], kept["left"], kept["increment"]) == (50, 10.0, 0.5)
    record = from_json((tmp_path / GAMES_FILE).read_text().splitlines()[0])
    assert record.limits == {"nodes": 50, "left": 10.0, "increment": 0.5}
