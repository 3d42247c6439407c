"""The commands as a person or a script runs them: in a process of their own."""

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest
from rich.console import Console

from inarow.cli import play

COMMAND = [sys.executable, "-c", "from inarow.cli.main import main; main()"]
SAYS_READY = [sys.executable, "-c", "from inarow.cli.main import main; print(flush=True); main()"]
"""The same with an empty line first, once all is imported, which may take long."""
FULL_DISK = Path("/dev/full")
NOTE = "Uses weights learned on another board: Tic-tac-toe."
"""Of the player ``foreign`` on 4x4x3."""


def run(*arguments, stdin=""):
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def run_json(*arguments):
    result = run(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_games():
    listed = run_json("games")
    assert [game["name"] for game in listed] == ["tictactoe", "gomoku", "mnk", "ultimate"]
    size = listed[1]["parameters"][0]
    assert (size["name"], size["default"], size["low"], size["high"]) == ("size", 15, 1, 20)
    shown = run("games").stdout
    assert all(game["name"] in shown for game in listed)


def test_players():
    listed = run_json("players")
    names = [player["name"] for player in listed]
    assert {"random", "minimax", "alphabeta", "cached", "deepening"} <= set(names)
    shown = run("players").stdout
    assert all(name in shown for name in names)
    assert "cmd=…" in shown
    assert "(must be given)" in shown
    threat = next(player for player in listed if player["name"] == "threat")
    aliases = {each["name"]: each.get("alias") for each in threat["parameters"]}
    assert aliases == {"depth": None, "candidates": "b", "vcf_depth": "vcf", "mb": None}
    assert "(short: b)" in shown


def test_analyse():
    asked = ["--player", "minimax", "--player", "deepening", "--player", "random"]
    found = run_json("analyse", "tictactoe", "--moves", "a1 b2 a2", *asked, "--time", "1")
    assert [row["player"] for row in found["players"]] == ["minimax", "deepening", "random"]
    for row in found["players"][:2]:
        assert row["move"] == "a3"
        assert row["action"] == 6
        assert row["proven"] == "draw"
        assert row["value"] == 0
        assert row["pv"][0] == "a3"
        assert row["nodes"] > 0
        assert row["seconds"] >= 0
        assert row["moves"][0] == {
            "move": "a3",
            "action": 6,
            "visits": None,
            "prior": None,
            "value": 0,
        }
    assert len(found["players"][0]["moves"]) == 6  # of all it looks at everything
    assert found["players"][2]["moves"] == []
    shown = run("analyse", "tictactoe", "--moves", "a1 b2 a2", *asked).stdout
    assert "minimax" in shown
    assert "a3" in shown


def test_analyse_shows_several_lines_of_the_engine_on_ultimate():
    asked = ("analyse", "ultimate", "--moves", "e5 d6", "--lines", "2", "--nodes", "2000")
    (row,) = run_json(*asked, "--player", "engine:mb=4")["players"]
    assert len({line["move"] for line in row["lines"]}) == 2
    shown = run(*asked, "--player", "mcts").stdout
    assert "Only engine shows several lines: on ultimate" in shown


def test_analyse_tells_what_a_player_says_about_itself(foreign):
    asked = ("analyse", "4x4x3", "--player", foreign, "--player", "greedy")
    assert [row["note"] for row in run_json(*asked)["players"]] == [NOTE, ""]
    shown = run(*asked).stdout.splitlines()
    assert [line for line in shown if NOTE in line] == [f"{foreign}: {NOTE}"]


def test_play_tells_what_the_machine_says_about_itself(foreign):
    shown = run("play", "4x4x3", "--second", foreign, stdin="b2\nq\n").stdout.splitlines()
    assert [line for line in shown if NOTE in line] == [f"O: {NOTE}"]
    assert NOTE not in run("play", "tictactoe", "--second", foreign, stdin="q\n").stdout


def test_a_terminal_that_is_cleared_shows_the_note_again(monkeypatch, foreign):
    output = io.StringIO()
    monkeypatch.setattr(play, "console", Console(file=output, force_terminal=True))
    monkeypatch.setattr(sys, "stdin", io.StringIO("b2\nq\n"))
    play.play("4x4x3", second=foreign)
    screens = output.getvalue().split("\x1b[2J")[1:]
    assert len(screens) == 3  # the second with your stone, while the machine thinks
    assert all(NOTE in screen for screen in screens)


def test_solve():
    found = run_json("solve", "4x3x3")
    assert found["value"] == "win"
    assert found["best"]
    assert found["nodes"] > 0
    assert run_json("solve", "tictactoe", "--moves", "a1 b1")["distance"] == 5
    assert "draw" in run("solve", "tictactoe").stdout
    unsolved = run("solve", "gomoku", "--time", "0.2")
    assert unsolved.returncode == 1
    assert "not solved within 0.2 seconds" in unsolved.stderr


def test_perft():
    assert run_json("perft", "ultimate", "7")["leaves"] == 33_782_544
    counts = run_json("perft", "tictactoe", "9", "--threads", "1")
    assert (counts["leaves"], counts["finished"]) == (127_872, 255_168)
    divided = run_json("perft", "tictactoe", "2", "--divide", "--moves", "b2 a1")["divide"]
    assert len(divided) == 7
    assert divided["c3"] == {"leaves": 6, "finished": 0}
    shown = run("perft", "tictactoe", "9", "--divide").stdout
    assert "127,872 leaves" in shown.replace("\n", " ")
    assert "c3" in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess", "3"], "There is no game 'chess'"),
        (["perft", "21x21x5", "3"], "m must be a whole number from 1 to 20"),
        (["perft", "tictactoe", "three"], "DEPTH"),
        (["perft", "tictactoe", "--", "-3"], "DEPTH"),
        (["perft", "tictactoe"], "Missing argument 'DEPTH'"),
        (["perft", "tictactoe", "3", "--moves", "z9"], "'z9' is no cell"),
        (["perft", "tictactoe", "3", "--moves", "a1a1"], "Move 2 does not fit"),
        (["play", "--second", "deepmind"], "There is no player 'deepmind'"),
        (["play", "--board", "big"], "No such option"),
        (["analyse", "tictactoe", "--player", "cached:mb=0"], "mb must be a whole number from 1"),
        (["analyse", "tictactoe", "--moves", "a1 a2 b1 b2 c1"], "The game is over"),
        (["solve", "21x3x3"], "m must be a whole number"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_wrong_commands_get_one_sentence_and_status_2(arguments, says):
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_help_for_everything():
    top = run()
    assert top.returncode == 0
    for command in ("play", "games", "perft"):
        assert command in top.stdout
        assert run(command, "--help").returncode == 0
    assert run("--version").stdout.startswith("inarow ")


def test_ctrl_c_stops_a_long_count():
    process = subprocess.Popen(
        [*SAYS_READY, "perft", "gomoku", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.readline()
    time.sleep(3)  # to be sure that it counts
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "stopped" in errors


def test_a_reader_that_leaves_is_no_error():
    command = [*COMMAND, "perft", "gomoku", "2", "--divide"]
    process = subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True)
    process.stdout.close()
    errors = process.stderr.read()
    process.wait(timeout=30)
    assert "Traceback" not in errors


@pytest.mark.skipif(not FULL_DISK.exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("arguments", ["games", "games --json", "games --nonsense --json"])
def test_output_to_a_full_disk_is_one_sentence(arguments):
    with FULL_DISK.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments.split()], stdout=full, stderr=PIPE, text=True, check=False
        )
    said = "Standard output cannot be written: No space left on device."
    if "--nonsense" in arguments:  # what was wrong first
        assert done.stderr == "inarow: No such option: --nonsense\n"
        assert done.returncode == 2
    else:
        assert (done.stderr, done.returncode) == (f"inarow: {said}\n", 1)


def test_a_game_between_humans_shows_the_winner():
    shown = run("play", "--second", "human", stdin="a1\na2\nb1\nb2\nc1\nq\n")
    assert shown.returncode == 0
    assert "X wins" in shown.stdout


def test_wrong_moves_are_explained_and_the_game_goes_on():
    moves = "z99\nb2\nb2\n?\nm\nu\nu\nu\nn\n\nq\n"
    shown = run("play", "--second", "human", stdin=moves).stdout
    assert "'z99' is no cell of this board" in shown
    assert "b2 is taken" in shown
    assert "take back your last move" in shown
    assert "There is no move of yours to take back" in shown


def test_undo_against_a_machine_takes_back_its_answer_too():
    shown = run("play", "--seed", "1", stdin="b2\nu\nm\nq\n").stdout
    assert "No moves yet" in shown
    # The machine moved first: its opening move is not the human's to take back.
    shown = run(
        "play", "--first", "random", "--second", "human", "--seed", "1", stdin="u\nq\n"
    ).stdout
    assert "There is no move of yours to take back" in shown


def test_undo_after_the_end():
    shown = run("play", "--second", "human", stdin="a1\na2\nb1\nb2\nc1\nu\nm\nq\n").stdout
    assert "X wins" in shown
    assert "a1 a2 b1 b2" in shown


@pytest.mark.parametrize("spec", ["tictactoe", "gomoku", "ultimate", "1x1x1", "20x20x5"])
def test_machines_play_to_the_end_and_a_seed_repeats_the_game(spec):
    game = ["play", spec, "--first", "random", "--second", "random", "--seed", "5"]
    first, second = run(*game), run(*game)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert "wins" in first.stdout or "draw" in first.stdout


def test_a_new_game_differs_and_a_seed_repeats_them_all():
    """Each new game against casual began like the first."""
    games = ["h8", "m"] + 8 * ["n", "h8", "m"]

    def answers(*options):
        shown = run(
            "play", "gomoku", "--second", "casual", *options, stdin="\n".join([*games, "q\n"])
        )
        return [line for line in shown.stdout.splitlines() if line.startswith("h8 ")]

    first = answers("--seed", "3")
    assert len(first) == 9
    assert len(set(first)) > 2
    assert first == answers("--seed", "3")


def test_end_of_input_ends_the_game_politely():
    result = run("play", "ultimate", stdin="")
    assert result.returncode == 0
    assert result.stderr == ""


def test_a_copy_of_the_games_makes_no_folders(tmp_path):
    """A wrong letter in the path would put the copy where nobody looks for it."""
    target = tmp_path / "missing" / "copy.db"
    copied = run("serve", "--data", str(tmp_path), "--backup", str(target))
    assert copied.returncode == 2
    assert copied.stderr == (
        f"inarow: There is no folder {target.parent} for the copy: make it first.\n"
    )
    assert list(tmp_path.iterdir()) == []
