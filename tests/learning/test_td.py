"""TD learning: how quickly it is safe, the paper's rule, other boards, and what is refused."""

import random

import numpy as np
import pytest

import inarow
from inarow.arena import Entrant, play_match
from inarow.learning import load_learner
from inarow.learning.registry import find_learner
from inarow.learning.run import usual_opponents
from inarow.models.ntuple import tuples_from_bytes
from inarow.runlog import SETTINGS_FILE
from inarow.solving import solve
from tests.exhaustive import is_safe

SEEDS = 20
QUICK = {"evaluate_every": 0, "checkpoint_every": 10**6}


def learned(out, spec="tictactoe", *, games, seed=1, **settings):
    learner = load_learner("td", spec, out=out, seed=seed, games=games, **QUICK | settings)
    learner.learn()
    return learner


@pytest.mark.parametrize(("games", "least"), [(2000, 19), (10_000, 20)])
def test_it_is_safe_on_3x3_after_some_thousand_games(games, least, tmp_path):
    game = inarow.load_game("tictactoe")
    runs = [learned(tmp_path / str(seed), games=games, seed=seed) for seed in range(SEEDS)]
    assert sum(is_safe(run.player(), game) for run in runs) >= least


def test_shipped_weights_never_lose_on_3x3():
    game = inarow.load_game("tictactoe")
    assert is_safe(inarow.load_player("td", game, seed=1), game)


def test_without_training_it_is_not_safe(tmp_path):
    learner = load_learner("td", "tictactoe", out=tmp_path / "run")
    assert not is_safe(learner.player(), learner.game)


def test_the_papers_rule_learns_something_but_is_not_safe(tmp_path):
    """Its rows cannot tell a fork: random against random has 0.65 and 0.35 points."""
    paper = load_learner(
        "td", "tictactoe", out=tmp_path / "run", seed=1, preset="paper", games=3000
    )
    assert (paper.settings.features, paper.settings.trace) == ("rows", 0)
    events = []
    paper.learn(events.append)
    last = [event for event in events if event.get("opponent") == "random"][-1]
    assert last["first_points"] > 0.75
    assert last["second_points"] > 0.6
    assert not is_safe(paper.player(), paper.game)


@pytest.mark.parametrize(
    ("spec", "preset"), [("5x5x4", "ours"), ("5x5x4", "paper"), ("ultimate", "ours")]
)
def test_it_beats_random_on_other_games(spec, preset, tmp_path):
    learner = learned(tmp_path / "run", spec, games=1000, preset=preset)
    result = play_match(
        Entrant("td", lambda game, seed: learner.player(seed)),
        "random",
        game=spec,
        games=60,
        seed=1,
    )
    assert result.as_first.points + result.as_second.points > 45


def test_a_folder_with_a_game_it_cannot_learn_is_not_resumed(tmp_path):
    learned(tmp_path / "run", games=10, preset="paper")
    settings = tmp_path / "run" / SETTINGS_FILE
    settings.write_text(settings.read_text().replace('"tictactoe"', '"20x20x20"'))
    with pytest.raises(inarow.BadSpec, match="td cannot learn 20x20x20"):
        load_learner("td", out=tmp_path / "run", resume=True)


def test_ultimate_has_no_rows(tmp_path):
    with pytest.raises(inarow.BadSpec, match="features=rows is for m,n,k games"):
        load_learner("td", "ultimate", out=tmp_path / "run", preset="paper")
    assert not (tmp_path / "run").exists()


@pytest.fixture(scope="module")
def safe_player(tmp_path_factory):
    return learned(tmp_path_factory.mktemp("td") / "run", games=10_000).player()


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        ("a1 a2 b1 b2", "win"),  # at once, for the first player
        ("a1 a2 b1 b2 a3", "win"),  # and for the second
        ("a1 b1 b2 c3", "win"),  # by a fork
        ("b1 a1 b3 b2 c3", "win"),
        ("a1 b1 b2", "loss"),
        ("b1 a1 b3 b2", "loss"),
    ],
)
def test_values_have_the_right_sign_for_both_sides(moves, value, safe_player):
    state = inarow.load_game("tictactoe").state_from(moves)
    assert solve(state).value == value
    assert safe_player.act(state).value * {"win": 1, "loss": -1}[value] > 0.3


def test_resuming_gives_the_same_bytes_as_one_run(tmp_path):
    """Also on a large board, where a weight is in many tuples."""
    every = {"report_every": 20, "checkpoint_every": 40}
    learned(tmp_path / "parts", "9x9x5", games=40, **every)
    load_learner("td", out=tmp_path / "parts", resume=True, games=120).learn()
    learned(tmp_path / "whole", "9x9x5", games=120, **every)
    parts, whole = ((tmp_path / name / "model.td").read_bytes() for name in ("parts", "whole"))
    assert parts == whole


def test_it_starts_from_another_board_with_the_same_k(tmp_path):
    learned(tmp_path / "5x5x4", "5x5x4", games=500)
    target = load_learner(
        "td", "6x6x4", out=tmp_path / "6x6x4", init=tmp_path / "5x5x4", games=1, **QUICK
    )
    state = target.game.state_from("c3 d4 c4")
    blank = load_learner("td", "6x6x4", out=tmp_path / "blank", **QUICK).player().act(state)
    begun = target.player().act(state)
    assert blank.value == 0 != begun.value
    borrowed = inarow.load_player(f"td:file={tmp_path / '5x5x4'}", target.game).act(state)
    assert begun.value == borrowed.value
    before = weights_of(target)
    target.learn()
    assert not np.array_equal(weights_of(target), before)


def weights_of(learner):
    learner.save()
    path = learner.folder.path / "model.td"
    return np.concatenate(list(tuples_from_bytes(path, path.read_bytes()).arrays.values()))


@pytest.mark.parametrize(
    ("spec", "settings", "sentence"),
    [
        ("4x4x4", {}, "has weights of tictactoe, which do not fit 4x4x4"),
        ("ultimate", {}, "has weights of tictactoe, which do not fit ultimate"),
        ("4x3x3", {"features": "rows"}, "was learned with other features: set them alike"),
        ("tictactoe", {"preset": "paper"}, "was learned with other features: set them alike"),
    ],
)
def test_it_does_not_start_from_what_does_not_fit(spec, settings, sentence, tmp_path):
    learned(tmp_path / "source", games=10)
    with pytest.raises(inarow.BadFile, match=sentence):
        load_learner("td", spec, out=tmp_path / "run", init=tmp_path / "source", **settings)
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_with_its_own_features_only(tmp_path):
    learned(tmp_path / "run", games=10)
    path = tmp_path / "run" / SETTINGS_FILE
    path.write_text(path.read_text().replace('features = "tuples"', 'features = "rows"'))
    with pytest.raises(inarow.BadFile, match="does not fit this game"):
        load_learner("td", out=tmp_path / "run", resume=True)


def test_rows_that_are_too_long_are_refused(tmp_path):
    for spec in ("11x11x11", "15x15x12"):
        with pytest.raises(inarow.BadSpec, match=r"td cannot learn .* and 10 is the most"):
            load_learner("td", spec, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
    longest = learned(tmp_path / "longest", "10x10x10", games=2)
    assert longest.player().act(longest.game.new_initial_state()).value is not None


@pytest.mark.parametrize("spec", ["5x5x6", "1x1x1", "5x1x2", "3x20x3"])
def test_boards_of_any_shape_are_learned_and_played(spec, tmp_path):
    """Even those that no row fits on, which have no weights at all."""
    game = inarow.load_game(spec)
    learned(tmp_path / "run", spec, games=20)
    player = inarow.load_player(f"td:file={tmp_path / 'run'}", game, seed=1)
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        assert state.is_legal(player.act(state).action)
        state.apply_action(rng.choice(state.legal_actions()))
    resumed = load_learner("td", out=tmp_path / "run", resume=True, games=40)
    resumed.learn()
    assert resumed.games == 40


@pytest.mark.parametrize(
    ("spec", "opponents"),
    [("tictactoe", "random greedy"), ("gomoku", "random greedy"), ("ultimate", "random")],
)
def test_the_usual_opponents_are_those_that_play_the_game(spec, opponents, tmp_path):
    game = inarow.load_game(spec)
    assert usual_opponents(find_learner("td"), game) == opponents
    assert load_learner("td", game, out=tmp_path / "run").settings.opponents == opponents
    if opponents == "random":
        with pytest.raises(inarow.BadSpec, match="greedy does not play"):
            load_learner("td", game, out=tmp_path / "other", opponents="greedy")
