"""The curves of a training run, from whatever its events are."""

import json

import pytest

from inarow.arena.ladder import LADDER_FILE, Ladder
from inarow.arena.report.plots import LadderPoint
from inarow.errors import BadFile
from inarow.runlog import EVENTS_FILE
from inarow.server.config import Config
from inarow.server.lab import training_view as module
from inarow.server.lab.training_view import (
    CURVES,
    LINE_BYTES,
    POINTS,
    SAMPLES,
    EventReader,
    training_view,
)
from inarow.server.lab.trainings import read_training
from inarow.server.schema.lab import NewTraining
from inarow.server.storage import StoredRun

RUN = StoredRun("r", "training", "", "", "running")


def trained(games, **figures):
    return {"kind": "train", "step": games, "games": games, "seconds": games / 10, **figures}


def evaluated(games, **changes):
    points = {
        f"{side}_{name}": value
        for side in ("first", "second")
        for name, value in (("points", 0.8), ("low", 0.7), ("high", 0.9), ("wins", 40))
    }
    about = {"kind": "evaluation", "opponent": "random", "points": 0.8}
    return trained(games) | about | points | changes


def lines(events):
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


@pytest.fixture
def read(tmp_path):
    def read(content):
        (tmp_path / EVENTS_FILE).write_bytes(content)
        reader = EventReader(tmp_path / EVENTS_FILE)
        reader.read()
        return reader

    return read


def test_long_curves_are_thinned(read):
    reader = read(lines(trained(games, loss=1 / games) for games in range(1, 2001)))
    figures = reader.figures()
    assert POINTS / 4 < len(figures.games) <= POINTS
    assert (figures.games[0], figures.games[-1]) == (1, 2000)
    assert figures.values["loss"][-1] == 1 / 2000
    assert figures.seconds[-1] == reader.seconds == 200
    assert figures.steps == figures.games


def test_the_games_of_the_last_evaluations_are_shown(read):
    events = [evaluated(games, sample=f"b2 a{games % 3 + 1}") for games in range(1, 101)]
    samples = read(lines([trained(1), *events, evaluated(101)])).samples
    assert len(samples) == SAMPLES
    assert (samples[0].opponent, samples[0].games, samples[0].moves) == ("random", 100, "b2 a2")
    assert [each.games for each in samples] == list(range(100, 100 - SAMPLES, -1))


def test_figures_that_are_no_numbers_are_gaps(read):
    events = [trained(1, loss=float("nan"), note="x"), trained(2, loss=1e400), trained(3, loss=2)]
    figures = read(lines(events)).figures()
    assert figures.values == {"loss": [None, None, 2.0], "note": [None, None, None]}
    json.loads(figures.model_dump_json())


def test_figures_and_opponents_are_limited(read):
    many = {f"figure {number}": 1 for number in range(200)}
    events = [trained(1, **many), *(evaluated(1, opponent=f"p{each}") for each in range(50))]
    reader = read(lines(events))
    assert len(reader.figures().values) == CURVES
    assert len(reader.evaluations) == module.OPPONENTS


def test_evaluations_are_by_opponent_and_side(read):
    reader = read(lines([evaluated(5), evaluated(5, opponent="greedy"), evaluated(9)]))
    assert list(reader.evaluations) == ["random", "greedy"]
    first, second = reader.evaluations["random"].items()
    assert (first.games, second.games) == (5, 9)
    assert (first.first_low, first.first_points, first.second_high) == (0.7, 0.8, 0.9)


def test_what_evaluations_count_is_kept_if_it_is_there(read):
    counts = {"first_wins": 40, "first_draws": 5, "first_losses": 5}
    (point,) = read(lines([evaluated(5, **counts)])).evaluations["random"].items()
    assert (point.first_wins, point.first_draws, point.first_losses) == (40, 5, 5)
    assert (point.second_wins, point.second_draws) == (40, None)


def test_a_ladder_is_shown_as_soon_as_it_is_there(tmp_path):
    directory = tmp_path / "run"
    read_training(NewTraining(learner="tabular", seed=1), Config()).write(directory)
    assert training_view(RUN, directory).ladder is None
    points = tuple(LadderPoint(f"{n}", n, n / 10, n * 2.0, 0.0, 400.0) for n in (200, 100))
    ladder = Ladder(points, {"random": 0.0})
    (directory / LADDER_FILE).write_text(json.dumps(ladder.as_dict()))
    shown = training_view(RUN, directory).ladder
    assert [(each.games, each.elo) for each in shown.checkpoints] == [(100, 200.0), (200, 400.0)]
    assert shown.anchors == {"random": 0.0}


def test_a_line_that_is_being_written_is_left_out(read):
    whole = lines([trained(1, loss=1)])
    assert read(whole + b'{"kind": "train", "st').figures().games == [1]
    assert read(b"").figures().games == []


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[1]",
        b"{}",
        b'{"kind": "train", "games": 1}',
        b'{"kind": "train", "games": 1, "seconds": NaN}',
        b'{"kind": "train", "games": 1e999, "seconds": 1}',
        b'{"kind": "train", "games": [], "seconds": 1}',
        b'{"kind": "evaluation", "opponent": "x", "games": 1, "seconds": 1}',
        json.dumps(evaluated(2, first_low=float("inf"))).encode(),
        b"[" * 9000,
        b"\xff",
    ],
)
def test_lines_that_are_no_events_are_named(read, line):
    with pytest.raises(BadFile, match=f"{EVENTS_FILE}, line 2: this is not an event"):
        read(lines([trained(1)]) + line + b"\n")


def test_a_line_without_end_is_not_read_whole(read):
    with pytest.raises(BadFile, match=f"line 2: longer than {LINE_BYTES} bytes"):
        read(lines([trained(1)]) + b"x" * (3 * LINE_BYTES))


def test_what_did_not_change_is_not_read_again(tmp_path, monkeypatch):
    directory = tmp_path / "run"
    read_training(NewTraining(learner="tabular", seed=1), Config()).write(directory)
    times = []
    real = module.read_training_view
    monkeypatch.setattr(module, "read_training_view", lambda path: times.append(path) or real(path))
    assert training_view(RUN, directory) == training_view(RUN, directory)
    assert len(times) == 1
    (directory / EVENTS_FILE).write_bytes(lines([trained(1, loss=1)]))
    assert training_view(RUN, directory).figures.values == {"loss": [1.0]}
    assert len(times) == 2
