"""The ladder: checkpoints get ratings in the right order, and games are not played twice."""

import json
from itertools import pairwise
from types import SimpleNamespace

import pytest

import inarow
from inarow.arena import ladder
from inarow.arena.ladder import Ladder, play_ladder, read_ladder, spread
from inarow.arena.report.plots import LadderPoint
from inarow.errors import BadFile, BadSpec, UnknownPlayer
from inarow.runlog import CHECKPOINT_FILE, LADDER_FILE, SETTINGS_FILE, RunFolder


def make_run(directory, *specs, game="5x5x4", first=1, score=None):
    """A run whose checkpoints are players that need no model."""
    folder = RunFolder(directory)
    if not directory.exists():
        folder.create(f'learner = "none"\ngame = "{game}"\n')
    for step, spec in enumerate(specs, first):
        folder.save_checkpoint(
            {"model.none": spec.encode()},
            games=100 * step,
            step=step,
            seconds=2.5 * step,
            player=spec,
            score=score,
        )
    return directory


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", "mcts:sims=4", "mcts:sims=8")


@pytest.fixture
def played(monkeypatch):
    """The first player of each match that needed new games."""
    found = []
    play_match = ladder.play_match

    def counting(first, second, **options):
        before = options["resume"].stat().st_size if options["resume"].exists() else 0
        result = play_match(first, second, **options)
        if options["resume"].stat().st_size > before:
            found.append(first.name)
        return result

    monkeypatch.setattr(ladder, "play_match", counting)
    return found


def test_a_learner_climbs(tmp_path):
    run = make_run(tmp_path / "run", "mcts:sims=4", "mcts:sims=40", "mcts:sims=400")
    found = play_ladder(run, anchors=("random", "greedy"), games=20)
    elos = [point.elo for point in found.points]
    assert elos == sorted(elos)
    assert elos[0] > found.anchors["random"] == 0
    assert [point.games for point in found.points] == [100, 200, 300]
    assert [point.seconds for point in found.points] == [2.5, 5.0, 7.5]
    assert found.best == found.points[2]
    assert read_ladder(run) == found
    json.dumps(found.as_dict(), allow_nan=False)
    png, svg = found.draw(run / "plots")
    assert png == run / "plots" / "ladder.png"
    assert png.read_bytes().startswith(b"\x89PNG")
    assert svg.read_text().startswith("<?xml")


def test_of_equal_checkpoints_the_last_is_the_best():
    points = [LadderPoint(str(n), n, 1.0, elo, 0.0, 0.0) for n, elo in enumerate((9.0, 9.0, 1.0))]
    assert Ladder(tuple(points), {}).best.games == 1


def test_the_best_of_a_run_is_that_of_its_ladder(tmp_path):
    run = make_run(tmp_path / "run", "mcts:sims=40", score=0.1)
    make_run(run, "random", first=2, score=0.8)
    training = RunFolder(run)
    training.publish()
    assert (run / "best.none").read_text() == "random"
    assert play_ladder(run, games=10).best.name == "mcts:sims=40"
    assert (run / "best.none").read_text() == "mcts:sims=40"
    assert (run / "model.none").read_text() == "random"
    # The training goes on: its evaluations do not overrule the ladder, and what that chose is kept.
    training.save_checkpoint(
        {"model.none": b"greedy"}, games=300, step=3, seconds=9, player="greedy", score=0.9
    )
    training.publish(keep=1)
    assert (run / "best.none").read_text() == "mcts:sims=40"
    assert [each.games for each in training.checkpoints()] == [100, 300]
    assert not list(run.glob("*.part"))
    # Without a ladder, or if its choice is gone, the evaluations count again.
    (run / LADDER_FILE).unlink()
    training.publish()
    assert (run / "best.none").read_text() == "greedy"


def test_only_new_checkpoints_cost_new_games(run, played):
    first = play_ladder(run, games=4)
    assert len(played) == 3
    assert play_ladder(run, games=4) == first
    assert len(played) == 3
    make_run(run, "mcts:sims=16", first=9)
    play_ladder(run, games=4)
    assert played[3:] == ["900 games"] * 3


def test_a_run_that_moved_keeps_its_games(run, played):
    before = play_ladder(run, games=4)
    moved = run.rename(run.with_name("elsewhere"))
    assert play_ladder(moved, games=4).as_dict()["anchors"] == before.as_dict()["anchors"]
    assert len(played) == 3


def test_games_of_what_has_changed_do_not_count(run, played):
    """Neither those of other conditions, nor those of a checkpoint that came again, but changed."""
    play_ladder(run, games=4)
    play_ladder(run, games=4, seed=2)
    play_ladder(run, games=4, limits=inarow.Limits(sims=2))
    assert len(played) == 9
    make_run(run, "mcts:sims=9", first=2)
    play_ladder(run, games=4)
    assert played[9:] == ["200 games"] * 2


@pytest.mark.parametrize(
    ("count", "most", "games"),
    [
        (1, 2, [0]),
        (3, 20, [0, 1, 2]),
        (9, 2, [0, 8]),
        (9, 5, [0, 2, 4, 6, 8]),
        (10, 5, [0, 4, 8, 9]),
        (200, 5, [0, 64, 128, 192, 199]),
    ],
)
def test_many_checkpoints_are_thinned(count, most, games):
    checkpoints = [SimpleNamespace(games=number) for number in range(count)]
    assert [each.games for each in spread(checkpoints, most)] == games


def test_those_that_were_chosen_stay_as_the_run_grows():
    checkpoints = [SimpleNamespace(games=number) for number in range(200)]
    chosen = [{each.games for each in spread(checkpoints[:n], 20)} for n in range(100, 150)]
    for before, after in pairwise(chosen):
        assert len(before - after) <= 1  # the last one


def test_bad_ladders_are_refused(run, tmp_path):
    with pytest.raises(BadFile, match="is not the folder of a training run"):
        play_ladder(tmp_path / "nowhere")
    with pytest.raises(BadFile, match="has no checkpoints yet"):
        play_ladder(make_run(tmp_path / "new"))
    with pytest.raises(BadSpec, match="at least one anchor"):
        play_ladder(run, anchors=("random", "random"))
    with pytest.raises(BadSpec, match="at least two checkpoints"):
        play_ladder(run, most=1)
    with pytest.raises(UnknownPlayer, match="no player 'nobody'"):
        play_ladder(run, anchors=("nobody",))
    assert not (run / "ladder").exists()


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("game = 5", "name no game"),
        ("", "name no game"),
        ('game = "chess"', "no game 'chess'"),
        ('game = "gomoku', "cannot be read"),
    ],
)
def test_an_odd_game_is_one_sentence(run, game, says):
    (run / SETTINGS_FILE).write_text(game)
    with pytest.raises(inarow.InarowError, match=says):
        play_ladder(run)


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ("{model}", "There is no player"),
        ("", "There is no player"),
        ("mcts:sims=many", "sims=many is not valid"),
        ("mcts:sims", "cannot be read"),
        ("tabular:file={model}", "is damaged, or not a file of tensors"),
        ("tabular:file=/dev/zero", "is not a file of weights"),
        ("engine:network=/nowhere", "cannot be read"),
        ("tabular", "does not play"),
    ],
)
def test_an_odd_player_is_one_sentence(tmp_path, player, says):
    run = make_run(tmp_path / "run", player)
    with pytest.raises(inarow.InarowError, match=says):
        play_ladder(run)
    assert not (run / "ladder").exists()


def test_a_changed_checkpoint_is_refused(run):
    (run / "checkpoints" / "000000200" / "model.none").write_text("other")
    with pytest.raises(BadFile, match="has changed since it was written"):
        play_ladder(run)


def test_checkpoints_of_the_same_games_are_refused(run):
    about = run / "checkpoints" / "000000100" / CHECKPOINT_FILE
    about.write_text(about.read_text().replace('"games": 100', '"games": 200'))
    with pytest.raises(BadFile, match="two checkpoints of the same number of games"):
        play_ladder(run)


@pytest.mark.parametrize("content", ["", "[]", '{"checkpoints": [5], "anchors": {}}', "[" * 9999])
def test_a_damaged_file_of_ratings_is_refused(run, content):
    assert read_ladder(run) is None
    (run / LADDER_FILE).write_text(content)
    for read in (lambda: read_ladder(run), RunFolder(run).publish):
        with pytest.raises(BadFile, match="has no ratings of checkpoints"):
            read()
