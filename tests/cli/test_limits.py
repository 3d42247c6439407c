"""Limits on the command line: what would not end a search gets one sentence, at once."""

import pytest

from inarow.cli.main import main

COMMANDS = {
    "analyse": ["analyse", "gomoku"],
    "bench": ["bench", "engine", "--threads", "2"],
    "ladder": ["ladder", "nowhere"],
    "match": ["match", "mcts", "deepening", "--game", "gomoku"],
    "openings": ["openings", "gomoku"],
    "play": ["play", "gomoku", "--first", "mcts", "--second", "mcts"],
    "solve": ["solve", "gomoku"],
    "tournament": ["tournament", "mcts", "deepening", "--game", "gomoku"],
}
SEARCHES = ("analyse", "ladder", "match", "tournament")
OPTIONS = {
    "--time": [*COMMANDS],
    "--nodes": [*SEARCHES, "bench", "openings"],
    "--sims": SEARCHES,
    "--depth": SEARCHES,
    "--margin": ["match", "tournament"],
}


@pytest.mark.parametrize(
    ("command", "option"),
    [(command, option) for option, commands in OPTIONS.items() for command in commands],
)
@pytest.mark.parametrize("value", ["nan", "-1", "-inf"])
def test_what_is_no_limit_gets_one_sentence(command, option, value, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main([*COMMANDS[command], option, value])
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert option.removeprefix("--") in said.err
    assert len(said.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        *((command, "--time", "inf") for command in COMMANDS),
        *((command, "--nodes", str(2**63)) for command in SEARCHES),
        ("bench", "--nodes", str(2**63)),
        ("analyse", "--depth", str(2**31)),
        ("match", "--sims", str(2**63)),
    ],
)
def test_a_limit_beyond_the_range_is_out_of_range(
    command, option, value, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main([*COMMANDS[command], option, value])
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{option.removeprefix('--')}={value} is out of range" in said.err
    assert len(said.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_no_time_at_all_is_a_limit(capsys):
    with pytest.raises(SystemExit) as end:
        main(["solve", "gomoku", "--time", "-0.0"])
    assert end.value.code == 1
    assert "was not solved" in capsys.readouterr().err
