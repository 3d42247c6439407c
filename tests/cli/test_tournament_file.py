"""``inarow tournament --config``: players and settings from a TOML file."""

import json

import pytest

from inarow.arena.tournament import read_settings
from inarow.cli.main import main
from inarow.cli.tournament import tournament
from inarow.cli.tournament_file import TournamentFile
from inarow.player import Limits
from tests.fakes import spec

CUP = """
game = "5x5x4"
format = "gauntlet"
games = 2
sims = 20
max-moves = 20
openings = "none"
seed = 7

players = ["greedy", {spec = "mcts", sims = 5}, {spec = "random"}]
"""


def play(capsys, *arguments, status=0):
    """The result of a tournament as JSON."""
    with pytest.raises(SystemExit) as ended:
        main(["tournament", *map(str, arguments), "--json"])
    assert ended.value.code == status
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def cup(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    return path


def test_a_tournament_from_a_file(capsys, cup, tmp_path):
    result = play(capsys, "--config", cup, "--out", tmp_path / "out")
    assert result["games"] == 4
    assert {row["name"] for row in result["players"]} == {"greedy", "mcts@sims=5", "random"}
    settings = read_settings(tmp_path / "out")
    assert settings.players == ("greedy", "mcts@sims=5", "random")
    assert settings.limits == Limits(sims=20)
    assert (settings.game, settings.format, settings.games) == ("5x5x4", "gauntlet", 2)
    assert (settings.max_moves, settings.seed, settings.openings) == (20, 7, "none")
    again = play(capsys, "--config", cup, "--out", tmp_path / "out", "--resume")
    assert again["games"] == 4


def test_options_have_priority(capsys, cup, tmp_path):
    play(capsys, "--config", cup, "--out", tmp_path / "out", "--seed", 8, "--max-moves", 9)
    settings = read_settings(tmp_path / "out")
    assert (settings.seed, settings.max_moves, settings.games) == (8, 9, 2)
    play(capsys, "random", "greedy", "--config", cup, "--out", tmp_path / "two")
    assert read_settings(tmp_path / "two").players == ("random", "greedy")


def test_the_file_can_name_everything(capsys, tmp_path, monkeypatch):
    """Engines, their own limits, the folders: then the command is only the file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(f"""
        game = "gomoku"
        games = 1
        openings = "none"
        out = "out"
        log = "logs"
        clock = "60+1"

        [[players]]
        spec = '{spec("good")}'
        time = 5.0

        [[players]]
        spec = "greedy"
    """)
    play(capsys, "--config", "cup.toml")
    assert read_settings(tmp_path / "out").limits == Limits(left=60, increment=1)
    (log,) = (tmp_path / "logs").iterdir()
    assert "X > INFO timeout_turn 5000" in log.read_text()
    assert "INFO timeout_match 0" in log.read_text()  # its own limits replace the clock
    assert play(capsys, "--config", "cup.toml", "--resume")["games"] == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gmae = 'gomoku'", "has no setting 'gmae': did you mean game? There are: "),
        ("maxmoves = 3", "did you mean max-moves?"),
        ("games = 0", "cup.toml: games must be at least 1."),
        ("games = '3'", "cup.toml: games must be a whole number."),
        ("players = 'random'", "cup.toml: players must be a list."),
        ("players = ['random', {spec = 'mcts', tme = 1}]", "player 2 has no setting 'tme'"),
        ("players = [{time = 1}]", 'player 1 needs spec, as in spec = "engine".'),
        ("players = [3]", "player 1 must be a text or a table with spec."),
        ("players = ['random', 'random']", "random is given twice"),
        ("players = ['random', 'greedy']\nclock = 'soon'", "write 60, 60+0.5 or 5:00+3"),
        ("players = ['random', {spec = 'mcts', clock = 'soon'}]", "write 60, 60+0.5 or 5:00+3"),
        ("players = ['random', 'greedy']\ndraw = 'soon'", "The draw rule 'soon' cannot be read"),
        ("games = ", "cup.toml cannot be read: Invalid value"),
        pytest.param("x = " + "[" * 100_000, "it is nested too deeply", id="deep"),
        pytest.param("#" * (1 << 20) + "#", "cup.toml is larger than 1 MB", id="large"),
    ],
)
def test_wrong_files_get_a_sentence_and_leave_nothing(capsys, tmp_path, monkeypatch, text, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(text)
    assert says in play(capsys, "--config", "cup.toml", status=2)["error"]
    assert [path.name for path in tmp_path.iterdir()] == ["cup.toml"]


def test_a_missing_file_is_named(capsys):
    assert (
        "nowhere.toml cannot be read" in play(capsys, "--config", "nowhere.toml", status=2)["error"]
    )


def test_settings_have_the_names_of_the_options():
    options = set(tournament.__annotations__) - {"return"}
    only_options = {"resume", "config", "json", "json_lines"}
    renamed = {"format_name": "format"}
    assert {renamed.get(name, name) for name in options - only_options} == set(
        TournamentFile.model_fields
    )
