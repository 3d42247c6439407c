"""The ladder: checkpoints get ratings in the right order, and games are not played twice."""

import json

import pytest

import inarow
from inarow.arena import ladder
from inarow.arena.ladder import Checkpoint, Checkpoints, play_ladder
from inarow.errors import BadFile, BadSpec

GAME = inarow.load_game("5x5x4")


def make_run(directory, *specs):
    kept = Checkpoints(directory)
    for step, spec in enumerate(specs, 1):
        kept.add(Checkpoint(spec, 100 * step, 2.5 * step))
    return kept


def test_a_learner_climbs(tmp_path):
    make_run(tmp_path, "mcts:sims=4", "mcts:sims=40", "mcts:sims=400")
    found = play_ladder(tmp_path, GAME, anchors=("random", "greedy"), games=20)
    elos = [point.elo for point in found.points]
    assert elos == sorted(elos)
    assert elos[0] > found.anchors["random"] == 0
    assert [point.games for point in found.points] == [100, 200, 300]
    assert [point.seconds for point in found.points] == [2.5, 5.0, 7.5]
    assert found.picture.read_bytes().startswith(b"\x89PNG")
    json.dumps(found.as_dict(), allow_nan=False)


def test_only_new_checkpoints_cost_new_games(tmp_path, monkeypatch):
    played = []
    play_match = ladder.play_match

    def counting(*players, **options):
        before = options["resume"].stat().st_size if options["resume"].exists() else 0
        result = play_match(*players, **options)
        if options["resume"].stat().st_size > before:
            played.append(players)
        return result

    monkeypatch.setattr(ladder, "play_match", counting)
    kept = make_run(tmp_path, "mcts:sims=4", "mcts:sims=8")
    first = play_ladder(tmp_path, GAME, games=4)
    assert len(played) == 3
    assert play_ladder(tmp_path, GAME, games=4) == first
    assert len(played) == 3
    kept.add(Checkpoint("mcts:sims=16", 900, 9.0))
    play_ladder(tmp_path, GAME, games=4)
    assert [players[0] for players in played[3:]] == ["mcts:sims=16"] * 3


def test_a_checkpoint_of_a_training_begun_again_replaces_those_after_it(tmp_path):
    kept = make_run(tmp_path, "mcts:sims=4", "mcts:sims=8", "mcts:sims=16")
    kept.add(Checkpoint("mcts:sims=9", 200, 7.0))
    assert [each.spec for each in kept.read()] == ["mcts:sims=4", "mcts:sims=9"]


def test_bad_ladders_are_refused(tmp_path):
    with pytest.raises(BadFile, match="train with --checkpoints"):
        play_ladder(tmp_path, GAME)
    make_run(tmp_path, "mcts:sims=4")
    with pytest.raises(BadSpec, match="at least one anchor"):
        play_ladder(tmp_path, GAME, anchors=("random", "random"))
    with pytest.raises(BadFile, match="same player twice"):
        play_ladder(tmp_path, GAME, anchors=("mcts:sims=4",))
    (tmp_path / "checkpoints.jsonl").write_text('{"spec": "random"}\n')
    with pytest.raises(BadFile, match=r"line 1, is not a checkpoint"):
        play_ladder(tmp_path, GAME)
