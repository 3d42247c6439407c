"""A program runs only if its user names it: never because a file does."""

import json
import sys

import pytest

import inarow
from inarow.arena import play_match, play_tournament, resume_tournament
from inarow.arena.ladder import play_ladder
from inarow.arena.tournament import write_settings
from inarow.arena.tournament_state import TournamentSettings
from inarow.errors import BadFile, BadSpec
from inarow.server.lab.tournament_worker import play as play_in_lab
from inarow.server.lab.worker import StopHandler, report_end
from inarow.spec import value_text
from tests.arena.test_ladder import make_run
from tests.cli.test_commands import run

GAME = "gomoku:size=8"
REFUSED = "runs a program, which a file alone may not ask for"


class Trap:
    """Programs that would leave a file behind."""

    def __init__(self, folder):
        self.marker = folder / "it-ran"
        program = f"{sys.executable} -c \"open('{self.marker}', 'w')\""
        (folder / "trap_module.py").write_text(f"open({str(self.marker)!r}, 'w')\n")
        self.specs = [
            f"external:cmd={value_text(program)}",
            f" EXTERNAL : cmd={value_text(program)}",
            "python:class=trap_module.Player",
        ]


@pytest.fixture
def trap(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    trap = Trap(tmp_path)
    yield trap
    sys.modules.pop("trap_module", None)


@pytest.fixture(params=[0, 1, 2])
def spec(trap, request):
    return trap.specs[request.param]


def cup(folder, spec):
    write_settings(folder, TournamentSettings(("random", spec), game=GAME, games=2))
    return folder


def test_the_trap_works(trap):
    game = inarow.load_game(GAME)
    for spec in trap.specs:
        with pytest.raises(inarow.InarowError), inarow.load_player(spec, game) as player:
            player.act(game.new_initial_state())
        assert trap.marker.exists()
        trap.marker.unlink()
        sys.modules.pop("trap_module", None)


def test_the_file_of_a_tournament_runs_no_program(trap, spec, tmp_path):
    cup(tmp_path / "cup", spec)
    with pytest.raises(BadSpec, match=f"{REFUSED}: give the players of the tournament again"):
        resume_tournament(tmp_path / "cup")
    assert not trap.marker.exists()


def test_limits_of_its_own_make_no_program_trusted(trap, tmp_path):
    for number, spec in enumerate(trap.specs):
        with pytest.raises(BadSpec, match=REFUSED):
            resume_tournament(cup(tmp_path / str(number), f"{spec}@time=1"))
    assert not trap.marker.exists()


def test_the_file_of_a_ladder_runs_no_program(trap, spec, tmp_path):
    made = make_run(tmp_path / "run", spec, game=GAME)
    with pytest.raises(BadSpec, match=f"{REFUSED}: allow it by --allow SPEC"):
        play_ladder(made, games=2)
    assert not trap.marker.exists()


def test_the_model_of_a_checkpoint_is_no_program(tmp_path):
    made = make_run(tmp_path / "run", "external:cmd={model}", game=GAME)
    with pytest.raises(BadSpec, match=REFUSED):
        play_ladder(made, games=2)


def test_the_file_of_a_match_runs_no_program(trap, spec, tmp_path):
    path = tmp_path / "games.jsonl"
    play_match("random", "greedy", game=GAME, games=2, seed=1, out=path)
    record = json.loads(path.read_text().splitlines()[0])
    del record["check"]
    record["event"]["match"] = record["players"] = ["random", spec]
    path.write_text(json.dumps(record) + "\n")
    with pytest.raises(BadFile):
        play_match("random", "greedy", game=GAME, games=2, resume=path)
    assert not trap.marker.exists()


def test_a_stored_tournament_of_the_lab_runs_no_program(trap, spec, tmp_path):
    reports = []
    report_end(play_in_lab, cup(tmp_path / "cup", spec), reports.append, StopHandler())
    (report,) = reports
    assert report["end"] == "failed"
    assert REFUSED in report["message"]
    assert str(tmp_path / "cup") not in report["message"]
    assert not trap.marker.exists()


def test_the_command_line_allows_what_it_names(tmp_path, monkeypatch):
    (tmp_path / "own_module.py").write_text(
        "import inarow\n"
        "class Last:\n"
        "    def act(self, state, limits=None):\n"
        "        return inarow.Decision(state.legal_actions()[-1])\n"
    )
    monkeypatch.chdir(tmp_path)
    own = "python:class=own_module.Last"
    cup(tmp_path / "cup", own)
    refused = run("tournament", "--resume", "cup")
    assert refused.returncode == 2
    assert REFUSED in refused.stderr
    others = run("tournament", "random", "greedy", own, "--resume", "--out", "cup")
    assert "has other players" in others.stderr
    allowed = run("tournament", "random", own, "--resume", "--out", "cup", "--json")
    assert json.loads(allowed.stdout)["games"] == 2, allowed.stderr

    make_run(tmp_path / "run", own, game=GAME)
    ladder = ("ladder", "run", "--games", "2", "--json")
    assert REFUSED in run(*ladder).stderr
    assert REFUSED in run(*ladder, "--allow", f"{own},n=1").stderr
    allowed = run(*ladder, "--allow", own)
    assert len(json.loads(allowed.stdout)["checkpoints"]) == 1, allowed.stderr


def test_a_message_shows_no_controls_of_a_file(tmp_path):
    made = make_run(tmp_path / "run", "python:class=a.B\a\u202e", game=GAME)
    refused = run("ladder", str(made)).stderr
    assert refused.startswith(f"inarow: python:class=a.B {REFUSED}")


def test_ordinary_players_need_no_permission(tmp_path):
    play_tournament(["random", "casual"], tmp_path, games=2, seed=1)
    assert resume_tournament(tmp_path).games == 2
    assert resume_tournament(tmp_path, players=["random"]).games == 2
