"""The ablations of AlphaZero: what is trained and played, and that the same command goes on."""

import argparse
import json

import pytest

pytest.importorskip("torch")

from experiments.alphazero import ablate

PRUNED = "visits by noise learned, too"
SMALL = ("blocks=2", "channels=8", "batch=32", "report_every=8")
COMMAND = ["--game=4x4x3", "--games=4", "--sims=8", *(f"--set={each}" for each in SMALL)]


def files_in(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.safetensors")}


@pytest.mark.slow
def test_a_variant_plays_what_it_is_compared_with_and_the_same_command_goes_on(tmp_path, capsys):
    begun = argparse.Namespace(
        game="4x4x3", train=8, out=tmp_path, settings=dict(each.split("=") for each in SMALL)
    )
    ablate.train(PRUNED, 1, begun)  # as if it had been stopped half-way
    before = files_in(tmp_path)
    command = [PRUNED, "--train=16", f"--out={tmp_path}", *COMMAND]
    ablate.main(command)
    table = capsys.readouterr().out
    assert f"| {PRUNED} | {ablate.PUCT} |" in table
    assert not (tmp_path / "usual-1").exists()  # nobody plays it
    results = json.loads((tmp_path / "results.json").read_text())
    (row,) = results["results"]
    assert row["settings"] == {"considered": 0, "prune": False}
    assert row["wins"] + row["draws"] + row["losses"] == 4
    assert row["elo"][1] <= row["elo"][0] <= row["elo"][2]
    assert (tmp_path / "results.md").read_text() == table
    assert PRUNED in (tmp_path / "ablations.svg").read_text()
    trained = files_in(tmp_path)
    assert not set(before) & set(trained)  # the checkpoint of 8 games was followed by one of 16
    ablate.main(command)
    assert files_in(tmp_path) == trained
    assert capsys.readouterr().out == table


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no such thing"], "There is no variant 'no such thing'"),
        (["usual"], "There is no variant 'usual'"),
        ([ablate.NO_FOURS, "--game=ultimate"], "is for m,n,k games, not for ultimate"),
        (["--cores=0"], "--cores must be at least 1"),
        (["--game=chess"], "chess"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments, sentence, tmp_path):
    with pytest.raises(SystemExit, match=sentence):
        ablate.main([*arguments, f"--out={tmp_path / 'out'}"])
    assert not (tmp_path / "out").exists()


def test_a_setting_that_is_refused_is_one_sentence(tmp_path):
    with pytest.raises(SystemExit, match="sims=0 is out of range"):
        ablate.main([PRUNED, "--set=sims=0", f"--out={tmp_path}", "--game=4x4x3"])
