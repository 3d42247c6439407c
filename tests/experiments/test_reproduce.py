"""``inarow reproduce``: every experiment runs, resumes, and says what holds for every seed."""

import json
import os
import re
import subprocess
import sys
import tomllib
from math import comb
from pathlib import Path

import pytest

from inarow.arena.records import read_log
from inarow.cli import reproduce
from inarow.cli.main import main
from inarow.errors import BadFile
from inarow.games import load_game
from inarow.players import PLAYERS
from tests.cli.test_commands import run_json

ROOT = Path(__file__).parents[2]
ENTRIES = tomllib.loads((ROOT / reproduce.INDEX).read_text("utf-8"))["experiment"]
NAMES = [entry["name"] for entry in ENTRIES]


WATCHER = """
import os, sys

def watch(event, args):
    if event == "open" and isinstance(args[0], (str, os.PathLike)):
        folder, name = os.path.split(os.fspath(args[0]))
        if os.path.basename(folder) == "weights":
            with open({opened!r}, "a") as file:
                file.write(name + "\\n")

sys.addaudithook(watch)
"""
"""Notes the shipped weights that a Python process opens; each process imports it when it starts."""


def run(name, folder, *words):
    """Run an experiment; returns what it found. ``folder / "opened"`` names the weights it read."""
    words = ["reproduce", name, "--quick", "--out", str(folder), *words]
    watcher = WATCHER.format(opened=str(folder / "opened"))
    (folder / "sitecustomize.py").write_text(watcher, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "inarow", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads((folder / f"{name}-quick" / "result.json").read_text("utf-8"))


def check_states(parts):
    """Fewer than the paper's."""
    assert parts["minimax:depth=400 on 3x3x3"] == 5478
    assert parts["cached:depth=400 on 3x3x3"] < 1675
    assert parts["cached:depth=400 on 4x4x3"] < 25_589
    assert parts["minimax:depth=400 on 4x4x3"] is None  # a quick run gives up earlier


def check_caching(parts):
    """It saves more than three quarters, as in the paper."""
    assert parts["cached:depth=400 on 3x3x3"] < parts["alphabeta:depth=400 on 3x3x3"] / 4


def check_random(parts):
    """Deepening does not lose."""
    assert parts
    assert all(sum(each["results"]) == 1 for each in parts.values())
    assert all(each["results"][2] == 0 for each in parts.values())


def check_perfect_play(parts):
    """Nobody beats it, and none of ours loses to it; the paper's learners may."""
    played = {name: part["results"] for name, part in parts.items() if "moving" in name}
    assert len(played) == 36
    assert all(wins == 0 and sum(played[name]) == 10 for name, (wins, _, _) in played.items())
    ours = [results for name, results in played.items() if "as in the paper" not in name]
    assert ours == [[0, 10, 0]] * 30


def check_map(parts):
    """Every player that plays a game is rated, and every learned one says how it was trained."""
    for game in ("tictactoe", "5x5x4"):
        found = parts[f"{game}, ratings"]
        rows = {row["name"]: row for row in found["players"]}
        assert set(rows) == {player.name for player in PLAYERS if plays(player, game)}
        assert all(row["elo_low"] < row["elo"] < row["elo_high"] for row in rows.values())
        assert all(row["games"] for row in rows.values())
        assert sum(row["games"] for row in rows.values()) == 2 * found["games"]
        assert sum(row["wins"] - row["losses"] for row in rows.values()) == 0
        assert abs(sum(row["elo"] for row in rows.values())) < 2  # each is rounded
        trained = {name for name, row in rows.items() if row["training_time"]}
        assert trained == {"td", "td-alphabeta", "td-mcts", "alphazero"} | (
            {"tabular", "dqn"} if game == "tictactoe" else set()
        )


def plays(player, game):
    return not player.runs_program and player.plays(load_game(game))


CHECKS = {
    "map": check_map,
    "nxn-states": check_states,
    "nxn-caching": check_caching,
    "nxn-random": check_random,
    "solvers-5.1": check_perfect_play,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_writes_a_complete_page(name, tmp_path):
    result = run(name, tmp_path)
    folder = tmp_path / f"{name}-quick"
    page = (folder / "page.md").read_text("utf-8")
    report = (folder / "report.html").read_text("utf-8")
    assert f"inarow reproduce {name} --seed 1 --quick" in page
    assert "## Deviations" in page
    assert result["scaled"]
    opened = set((tmp_path / "opened").read_text("utf-8").split()) - {"manifest.json"}
    assert opened <= set(result["weights"]), "index.toml does not name all weights that are loaded"
    assert not re.search(r"""(src|href)=["']?https?:""", report)
    for picture in re.findall(r"!\[.*\]\((.*)\)", page):
        assert (folder / picture).exists()
        assert (folder / picture).with_suffix(".png").exists()
    tables = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
    assert tables
    for table in tables:
        assert len(table) > 2
        assert len({line.count("|") for line in table}) == 1
    CHECKS.get(name, lambda parts: None)(result["parts"])


def test_an_experiment_runs_in_the_folder_of_its_user(tmp_path):
    """So the command of an engine may be relative to it, as --out may."""
    program = f"#!/bin/sh\nexec {sys.executable} {ROOT / 'tests' / 'fakes' / 'good.py'}\n"
    (tmp_path / "engine.sh").write_text(program, "utf-8")
    (tmp_path / "engine.sh").chmod(0o755)
    words = ["gomoku-abm-engines", "--quick", "--out", "here", "--engine", "Fake=./engine.sh"]
    done = subprocess.run(
        [sys.executable, "-m", "inarow", "reproduce", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "here" / "gomoku-abm-engines-quick"
    assert "| Fake | `threat` |" in (folder / "page.md").read_text("utf-8")
    (games,) = (folder / "matches").iterdir()
    assert {record.end for record in read_log(games)} <= {"line", "full board"}


def test_one_report_has_all_experiments(tmp_path):
    from experiments.report import combine  # noqa: PLC0415

    for name in ("nxn-caching", "nxn-deepening"):
        run(name, tmp_path)
    report = combine(tmp_path, "-quick").read_text("utf-8")
    assert report.count("<h1>") == report.count("</html>") == 1
    assert re.findall(r'<h2 id="([^"]+)">', report) == ["nxn-caching", "nxn-deepening"]
    assert report.count("<table>") == 2
    assert not re.search(r"""(src|href)=["']?https?:""", report)


def test_results_are_published_without_logs(tmp_path):
    from experiments.index import entries  # noqa: PLC0415
    from experiments.publish import publish  # noqa: PLC0415

    run("map", tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    entry = next(each for each in entries() if each.name == "map")
    place = publish(entry, tmp_path / "map-quick", root=tmp_path / "root", data=data)
    assert {path.suffix for path in place.iterdir()} == {".json", ".md", ".svg"}
    assert sorted(path.name for path in data.iterdir()) == ["methods.json"]


def test_every_experiment_has_results_and_a_paper_that_names_them():
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs/papers").glob("*.md"))
    for entry in ENTRIES:
        folder = ROOT.joinpath(*entry["module"].split(".")[:-1], "results", entry["name"])
        result = json.loads((folder / "result.json").read_text("utf-8"))
        assert f"inarow reproduce {entry['name']} --seed 1" in result["command"]
        assert "--quick" not in result["command"]
        assert f"results/{entry['name']}/page.md" in pages


def test_a_run_that_was_stopped_goes_on_to_the_same_figures(tmp_path):
    """Only the parts that are missing are computed: one that is there is believed."""
    first = run("solvers-5.1", tmp_path)["parts"]
    parts = tmp_path / "solvers-5.1-quick" / "parts.jsonl"
    head, *lines = parts.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if "[0, 10, 0]" in line)
    name = json.loads(lines[at])["name"]
    lines[at] = lines[at].replace("[0, 10, 0]", "[0, 9, 1]")
    parts.write_text("\n".join([head, *lines[: at + 3]]) + "\n", "utf-8")
    again = run("solvers-5.1", tmp_path)["parts"]
    assert again.pop(name)["results"] == [0, 9, 1]
    first.pop(name)
    assert again == first


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"seed": 2, "quick": true, "share": 1.0}\n', "of a run with another seed and version"),
        ("nothing\n", "is damaged"),
    ],
)
def test_parts_that_do_not_fit_are_refused(content, says, tmp_path, capfd):
    folder = tmp_path / "nxn-states-quick"
    folder.mkdir()
    (folder / "parts.jsonl").write_text(content, "utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["reproduce", "nxn-states", "--quick", "--out", str(tmp_path)])
    assert stopped.value.code == 1
    assert says in capfd.readouterr().err
    assert (folder / "parts.jsonl").read_text("utf-8") == content


def a_run(name, folder, *words):
    """A run in this process."""
    from experiments.experiment import Run, parser_of  # noqa: PLC0415
    from experiments.index import entries  # noqa: PLC0415

    entry = next(each for each in entries() if each.name == name)
    return Run(entry, parser_of(entry).parse_args([*words, "--out", str(folder)]))


def test_a_match_that_was_stopped_plays_only_the_rest(tmp_path):
    from experiments.matches import match, records_of  # noqa: PLC0415

    def play():
        run = a_run("gomoku-abm-depths", tmp_path)
        path = records_of(run, "random v greedy on 5x5x4")
        return match(run, "random", "greedy", "5x5x4", 8), path

    whole, path = play()
    games = path.read_bytes().splitlines(keepends=True)
    assert len(games) == 8
    path.write_bytes(b"".join(games[:3]) + games[3][:40])  # killed while it wrote the fourth
    (tmp_path / "parts.jsonl").unlink()
    again, _ = play()
    assert path.read_bytes().startswith(b"".join(games[:3]))
    assert (again.first, again.second, again.pairs) == (whole.first, whole.second, whole.pairs)
    assert again.distinct == whole.distinct


def test_the_time_of_a_match_is_that_of_all_its_games(tmp_path):
    """Also of those before it was stopped."""
    from experiments.matches import match, records_of, thought  # noqa: PLC0415

    run = a_run("gomoku-abm-depths", tmp_path)
    path = records_of(run, "random v greedy on 5x5x4")
    match(run, "random", "greedy", "5x5x4", 4)
    games = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    games[0]["times"][-1] = 1000.0
    del games[0]["check"]
    path.write_text("".join(f"{json.dumps(game)}\n" for game in games), "utf-8")
    (tmp_path / "parts.jsonl").unlink()
    again = a_run("gomoku-abm-depths", tmp_path)
    match(again, "random", "greedy", "5x5x4", 4)
    again.finish(())
    result = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert 1000 < thought(path) <= result["seconds"] + 0.1 < 1100


def test_names_that_look_alike_have_files_of_their_own(tmp_path):
    from experiments.matches import records_of  # noqa: PLC0415

    run = a_run("gomoku-abm-depths", tmp_path)
    names = ["a:b v c", "a b v c", "x" * 300, "x" * 301]
    assert len({records_of(run, name) for name in names}) == len(names)


def test_what_is_begun_is_of_a_run_with_these_options(tmp_path):
    """A run that was killed in its first part is not resumed with another seed."""
    run = a_run("nxn-caching", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run.part("first", interrupted)
    with pytest.raises(BadFile, match="of a run with another seed:"):
        a_run("nxn-caching", tmp_path, "--seed", "2")


def interrupted():
    raise KeyboardInterrupt


def test_the_command_on_a_page_names_the_engines(tmp_path):
    run = a_run("gomoku-abm-engines", tmp_path, "--engine", "Wine=./pbrain-wine -x")
    assert run.command.endswith("--seed 1 --engine 'Wine=./pbrain-wine -x'")


def test_the_list():
    entries = run_json("reproduce")
    assert [entry["name"] for entry in entries] == NAMES
    assert all((ROOT / f"{entry['module'].replace('.', '/')}.py").exists() for entry in ENTRIES)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nxn-stats"], "did you mean nxn-states?"),
        (["nxn-states", "--budget", "soon"], "'soon' is no time"),
        (["nxn-states", "--budget", "0m"], "'0m' is no time"),
        (["gomoku-abm-engines", "--engine", "wine"], "'wine' is no engine: give NAME=CMD"),
        (["gomoku-abm-engines", "--engine", "a=x", "--engine", "a=y"], "have the same name"),
        (["nxn-states", "--engine", "a=x"], "nxn-states plays no engines of yours"),
    ],
)
def test_wrong_words_are_one_sentence(words, says, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["reproduce", *words])
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_without_a_checkout(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(reproduce.inarow, "__file__", str(tmp_path / "a" / "b" / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(["reproduce"])
    assert stopped.value.code == 2
    assert "run this command in a checkout" in capsys.readouterr().err


def test_a_budget_scales_the_games(tmp_path):
    entry = next(entry for entry in ENTRIES if entry["name"] == "nxn-random")
    half = (entry["least"] + entry["minutes"]) / 2
    run = a_run("nxn-random", tmp_path, "--budget", str(half))
    assert run.games(100, quick=2) == 50
    assert run.games(2, quick=2) == 2
    assert run.count(29, quick=2, what="iterations") == 14
    assert run.some([1, 2, 3], 1, "things") == [1, 2, 3]


def test_the_smallest_run_has_the_fewest_games(tmp_path):
    least = next(entry["least"] for entry in ENTRIES if entry["name"] == "nxn-random")
    run = a_run("nxn-random", tmp_path, "--budget", str(least))
    assert run.games(100, quick=2) == 2
    assert run.scaled == ["pairs of games: 1 instead of 50"]


def test_half_an_hour_has_room_for_every_experiment():
    shares = reproduce.shares_of(ENTRIES, 30.0)
    assert list(shares) == NAMES
    assert sum(shares.values()) <= 30.1  # each is rounded
    for entry in ENTRIES:
        assert 0.2 <= entry["least"] <= shares[entry["name"]] < entry["minutes"]


def test_a_budget_too_short_for_all_leaves_out_the_longest(tmp_path, monkeypatch, capsys):
    least = sum(entry["least"] for entry in ENTRIES)
    shares = reproduce.shares_of(ENTRIES, least - 0.1)
    assert set(NAMES) - set(shares) == {"map"}
    monkeypatch.setattr(reproduce, "_run", ended)
    words = ["reproduce", "all", "--budget", f"{least - 0.1:.1f}m", "--out", str(tmp_path)]
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert not stopped.value.code
    told = capsys.readouterr().out
    assert "map was skipped: it takes 6.5 min at least." in told
    assert "report.html  scaled: games: 2 instead of 50" in told


def ended(root, module, words):
    """An experiment that has ended at once."""
    if module != reproduce.REPORT:
        folder = Path(words[words.index("--out") + 1])
        folder.mkdir()
        (folder / "result.json").write_text('{"scaled": ["games: 2 instead of 50"]}', "utf-8")
    return 0


def test_a_gate_is_passed_by_luck():
    """Without draws it is the chance of 14 wins or more of 24; with draws alone nobody passes."""
    from experiments.ultimate.gate import kept_by_luck  # noqa: PLC0415

    assert kept_by_luck(0.0) == pytest.approx(sum(comb(24, wins) for wins in range(14, 25)) / 2**24)
    assert kept_by_luck(1.0) == 0
