"""``inarow bench``, and what ``analyse`` and ``play`` say of the engine's thoughts."""

import re

import inarow
from inarow.cli.search_text import progress_text
from inarow.player import Line, Progress
from tests.cli.test_commands import run, run_json


def test_bench_engine():
    found = run_json("bench", "engine", "--nodes", "300")
    assert re.fullmatch("[0-9a-f]{12}", found["signature"])
    assert found["nodes"] == sum(position["nodes"] for position in found["positions"])
    assert len(found["positions"]) == 36
    assert found["nodes"] <= 36 * 300
    assert found["nodes_per_second"] > 0
    assert found["nodes_per_processor_second"] > 0
    assert found["threads"] is None
    shown = run("bench", "engine", "--nodes", "300").stdout
    assert f"signature {found['signature']} at 300 nodes" in shown
    assert shown.count("opening") == 8


def test_bench_engine_on_ultimate():
    found = run_json("bench", "engine", "--game", "ultimate", "--nodes", "300")
    assert re.fullmatch("[0-9a-f]{12}", found["signature"])
    assert len(found["positions"]) == 18
    assert {position["kind"] for position in found["positions"]} == {"opening", "middle", "late"}
    wrong = run("bench", "engine", "--game", "tictactoe")
    assert wrong.returncode == 2
    assert "gomoku or ultimate" in wrong.stderr


def test_wrong_benches_get_one_sentence():
    result = run("bench", "motor")
    assert result.returncode == 2
    assert "No such command 'motor'" in result.stderr
    assert run("bench", "engine", "--nodes", "0").returncode == 2
    assert "--threads" in run("bench", "engine", "--help").stdout


def test_analyse_shows_several_lines():
    asked = ["--moves", "h8 i9 h10", "--player", "engine:mb=4", "--nodes", "3000", "--lines", "3"]
    (row,) = run_json("analyse", "gomoku", *asked)["players"]
    assert len(row["lines"]) == 3
    assert row["lines"][0]["move"] == row["move"]
    assert row["selective_depth"] >= row["depth"] > 0
    assert row["win_probability"] == (1 + row["value"]) / 2
    assert row["speed"] > 0
    shown = run("analyse", "gomoku", *asked).stdout
    assert f"{row['depth']}/{row['selective_depth']}" in shown
    assert f"{100 * row['win_probability']:.0f} %" in shown
    assert all(line["move"] in shown for line in row["lines"])


def test_play_says_what_the_machine_thinks_and_gives_hints():
    game = ["play", "gomoku", "--second", "engine:mb=4", "--time", "0.1", "--seed", "1"]
    shown = run(*game, stdin="hint\nh8\nq\n").stdout
    assert re.search(r"The engine would play h8: \d+ %, depth \d+/\d+, .* nodes/s, line h8", shown)
    assert re.search(r"O plays \w+: \d+ %, depth", shown)
    over = run("play", "--second", "human", stdin="a1\na2\nb1\nb2\nc1\nhint\nq\n").stdout
    assert "The game is over." in over


def test_analyse_thinks_on_about_a_forced_move():
    asked = ["--moves", "h8 g7 i9 a3 j10 a5 k11", "--player", "engine:mb=4", "--time", "0.4"]
    (row,) = run_json("analyse", "gomoku", *asked)["players"]
    assert row["move"] == "l12"
    assert row["seconds"] > 0.3 or abs(row["value"]) == 1


def test_progress_is_one_line_of_text():
    game = inarow.load_game("gomoku")
    progress = Progress((Line(0.24, (112, 127), 9, 21),), nodes=90_000, seconds=0.1)
    assert progress_text(game, progress) == "62 %, depth 9/21, 90k nodes, 900k nodes/s, line h8 h9"
    bare = Progress((), nodes=90_000, seconds=0.1, depth=3)
    assert progress_text(game, bare) == "depth 3, 90k nodes, 900k nodes/s"
