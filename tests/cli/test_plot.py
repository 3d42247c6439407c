"""``inarow plot`` as a person runs it, on whatever a run may have written."""

import json
import math
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from inarow.cli.main import main
from inarow.games import load_game
from inarow.games.svg import board_svg
from inarow.learning import load_learner
from inarow.learning.curves import Curve, curves_of
from inarow.learning.plots import draw_run
from inarow.runlog import EVENTS_FILE, RunFolder
from tests.cli.test_commands import run_json

EVALUATION = {
    "kind": "evaluation",
    "opponent": "random",
    "points": 0.7,
    "first_points": 0.8,
    "first_low": 0.7,
    "first_high": 0.9,
    "second_points": 0.6,
    "second_low": 0.5,
    "second_high": 0.7,
}


def training(**figures):
    return {"kind": "train", **figures}


@pytest.fixture
def folder(tmp_path):
    made = RunFolder(tmp_path / "run")
    made.create('learner = "tabular"\ngame = "tictactoe"\n')
    return made


def add(folder, *events, first=1):
    for step, event in enumerate(events, first):
        counted = {"step": step, "games": 100 * step, "seconds": float(step)}
        folder.add_event({"kind": event["kind"], **counted, **event})


def pictures(folder):
    """The names of all pictures; each must be one."""
    paths = draw_run(folder)
    for path in paths:
        if path.suffix == ".png":
            assert imread(path)[..., :3].std() > 0.01
        else:
            ElementTree.parse(path)
    assert not list(folder.path.rglob("*.part"))
    return sorted({path.stem for path in paths})


def text_of(folder, name):
    """What is written in a picture."""
    root = ElementTree.parse(folder.path / "plots" / f"{name}.svg").getroot()
    return "".join(root.itertext())


def test_the_last_game_against_each_opponent_is_a_picture(folder):
    mcts = {**EVALUATION, "opponent": "mcts:sims=20"}
    add(folder, {**EVALUATION, "sample": "a1 b2"}, {**EVALUATION, "sample": "b2 a1 c3"})
    add(folder, {**mcts, "sample": "b2 a2"}, first=3)
    names = pictures(folder)
    assert {"game-random", "game-mcts-sims=20"} <= set(names)
    drawn = (folder.path / "plots" / "game-random.svg").read_text("utf-8")
    assert drawn == board_svg(load_game("tictactoe").state_from("b2 a1 c3"), numbers=True)


def test_a_training_is_drawn(tmp_path):
    out = tmp_path / "run"
    every = {"checkpoint_every": 100, "evaluate_every": 100, "evaluation_games": 4}
    load_learner("tabular", "tictactoe", out=out, games=300, **every).learn()
    names = ("win-rates", "results", "figures")
    expected = [str(out / "plots" / f"{name}.{kind}") for name in names for kind in ("png", "svg")]
    expected += [str(out / "plots" / f"game-{opponent}.svg") for opponent in ("random", "greedy")]
    assert run_json("plot", str(out)) == {"files": expected}
    assert sorted(map(str, (out / "plots").iterdir())) == sorted(expected)
    run_json("ladder", str(out), "--games", "2")
    assert str(out / "plots" / "ladder.svg") in run_json("plot", str(out))["files"]


def test_each_kind_of_figure_has_its_picture(folder):
    for step in range(1, 40):
        figures = {"policy_loss": 1 / step**3, "value_loss": 2.0, "reward": step, "entropy": 0.5}
        results = {"first_wins": 50, "draws": step, "second_wins": 50 - step}
        add(folder, training(**figures, **results), first=step)
        add(folder, EVALUATION, {**EVALUATION, "opponent": "greedy"}, first=step)
    assert pictures(folder) == ["figures", "losses", "results", "reward", "win-rates"]
    assert "policy_loss" in text_of(folder, "losses")
    assert "0.0001" in text_of(folder, "losses")  # the logarithmic axis
    assert "entropy" in text_of(folder, "figures")
    assert "policy_loss" not in text_of(folder, "figures")
    for word in ("against random", "against greedy", "as first player", "tabular, tictactoe"):
        assert word in text_of(folder, "win-rates")


def test_one_event_is_enough(folder):
    add(folder, training(loss=0.5, reward=1, first_wins=3, draws=2, second_wins=1, speed=3.5))
    assert pictures(folder) == ["figures", "losses", "results", "reward"]


def test_a_run_may_still_be_writing(folder):
    add(folder, EVALUATION)
    with (folder.path / EVENTS_FILE).open("a") as file:
        file.write('{"kind": "evaluation", "step": 2, "ga')
    assert pictures(folder) == ["win-rates"]


def test_numbers_that_are_none_are_gaps(folder):
    odd = (math.nan, math.inf, -math.inf, 10**400, 1e308, 1.0, True, "text", None, [1])
    for step in range(1, 60):
        add(folder, training(loss=math.nan, odd=odd[step % len(odd)], lost=-math.inf), first=step)
        add(folder, {**EVALUATION, "first_points": math.nan, "second_low": math.inf}, first=step)
    assert pictures(folder) == ["figures", "losses", "win-rates"]
    assert "no finite values" in text_of(folder, "figures")


@pytest.mark.parametrize("name", ["$\\frac{1$", "_hidden_", "a_b^{c}", "<b>&", "名前", "x" * 500])
def test_names_are_shown_as_they_are(folder, name):
    add(folder, training(**{f"{name}loss": 1.0, name: 2.0}), {**EVALUATION, "opponent": name})
    assert pictures(folder) == ["figures", "losses", "win-rates"]
    for picture in ("figures", "losses", "win-rates"):
        assert name[:10] in text_of(folder, picture)


@pytest.mark.parametrize(
    "line", ["5", "{}", '{"kind": "train", "games": "many", "loss": 1}', '{"games": NaN, "x": 1}']
)
def test_lines_that_are_no_events_are_left_out(folder, line):
    add(folder, EVALUATION)
    with (folder.path / EVENTS_FILE).open("a") as file:
        file.write(line + "\n")
    assert pictures(folder) == ["win-rates"]


@pytest.mark.parametrize(
    ("prepare", "says"),
    [
        (lambda folder: None, "has no events yet."),
        (lambda folder: (folder.path / "settings.toml").unlink(), "is not the folder of"),
        (lambda folder: (folder.path / EVENTS_FILE).write_text("x\n"), "cannot be read"),
        (lambda folder: (folder.path / "ladder.json").write_text("x"), "no ratings"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(folder, prepare, says, capsys):
    prepare(folder)
    with pytest.raises(SystemExit) as end:
        main(["plot", str(folder.path)])
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert len(said.err.splitlines()) == 1
    assert not (folder.path / "plots").exists()


def test_the_same_events_make_the_same_pictures(folder):
    add(folder, training(loss=0.5, first_wins=3, draws=2, second_wins=1), EVALUATION)
    before = {path: path.read_bytes() for path in draw_run(folder)}
    assert before == {path: path.read_bytes() for path in draw_run(folder)}


def test_several_runs_are_compared(tmp_path, capsys):
    for place in ("a/run", "b/run", "other"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        made = RunFolder(tmp_path / place)
        made.create("")
        add(made, EVALUATION, EVALUATION)
    with pytest.raises(SystemExit):
        main(["plot", *(str(tmp_path / place) for place in ("a/run", "b/run", "other"))])
    compared = tmp_path / "a" / "run" / "plots" / "comparison.svg"
    assert str(compared) in capsys.readouterr().out.replace("\n", " ")
    shown = "".join(ElementTree.parse(compared).getroot().itertext())
    assert "a/run" in shown
    assert "b/run" in shown
    assert "other" in shown


def test_very_many_events_are_thinned(folder):
    """By what is read and drawn, not by the clock: the machine may be busy."""
    line = json.dumps({"kind": "train", "step": 1, "games": 1, "seconds": 1.0, "loss": 0.5})
    rated = json.dumps({"games": 1, **EVALUATION})
    (folder.path / EVENTS_FILE).write_text((line + "\n") * 50_000 + (rated + "\n") * 30)
    events = folder.events(most=1000)
    assert 900 < sum(event["kind"] == "train" for event in events) <= 1000
    assert sum(event["kind"] == "evaluation" for event in events) == 30
    assert len(folder.events()) == 50_030
    assert pictures(folder) == ["losses", "win-rates"]
    assert (folder.path / "plots" / "losses.svg").stat().st_size < 100_000


def test_thinning_keeps_what_stands_out():
    values = np.sin(np.arange(100_000.0))
    values[31_234], values[77_777], values[500:5000] = 9.0, -9.0, np.nan
    thin = Curve(np.arange(100_000.0), values).thinned(400)
    assert len(thin.games) <= 410
    assert (np.nanmax(thin.values), np.nanmin(thin.values)) == (9.0, -9.0)
    assert np.isnan(thin.values).any()
    assert (thin.games[0], thin.games[-1]) == (0, 99_999)
    assert (np.diff(thin.games) > 0).all()


def test_a_moving_average_is_the_mean_around_each_value():
    rng = np.random.default_rng(1)
    values = rng.normal(size=50)
    values[10:25] = np.nan
    mean = Curve(np.arange(50.0), values).averaged(7).values
    with np.errstate(all="ignore"):
        slow = [
            float(np.nanmean(part)) if np.isfinite(part).any() else math.nan
            for part in (values[max(0, n - 3) : n + 4] for n in range(50))
        ]
    np.testing.assert_allclose(mean, slow, atol=1e-12)


def test_what_is_no_figure_is_no_curve():
    event = {"kind": "train", "step": 1, "games": 5, "seconds": 1.0, "a": 1, "b": True, "c": "d"}
    assert list(curves_of([event])) == ["a"]
