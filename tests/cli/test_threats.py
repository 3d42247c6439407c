"""``inarow analyse`` shows forced wins by threats in five in a row."""

from tests.cli.test_commands import run, run_json

OPEN_THREE = "h8 a1 i8 c1 j8"


def test_threats_are_shown_in_words():
    own = run("analyse", "gomoku", "--moves", OPEN_THREE + " e1", "--player", "greedy").stdout
    assert "X has VCF in 3: " in own
    other = run("analyse", "gomoku", "--moves", OPEN_THREE, "--player", "greedy").stdout
    assert "O has" not in other
    assert "X threatens VCF in 3: " in other


def test_threats_are_in_the_json():
    found = run_json("analyse", "gomoku", "--moves", OPEN_THREE, "--player", "greedy")
    (threat,) = found["threats"]
    assert threat["kind"] == "vcf"
    assert threat["player"] == 0
    assert threat["plies"] == len(threat["line"]) == 3


def test_the_engine_proves_what_is_shown():
    found = run_json(
        "analyse",
        "10x10x5",
        "--moves",
        "c5 a1 d5 c1 f6 h1 f7 j1",
        "--player",
        "engine",
        "--nodes",
        "9999",
    )
    assert found["threats"][0]["kind"] == "vct"
    assert found["players"][0]["proven"] == "win"
    assert len(found["players"][0]["pv"]) % 2 == 1


def test_other_games_have_none():
    assert run_json("analyse", "tictactoe", "--player", "greedy")["threats"] == []
