"""Shards of self-play: what is in them is what was played, and images are images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import inarow
from inarow import _core
from inarow.cli.main import app
from inarow.errors import BadFile
from inarow.learning.images import cell_images, turned
from inarow.learning.replay import (
    NO_REPLY,
    ReplayWindow,
    samples_of,
    shard_from_bytes,
    shard_to_bytes,
    window_size,
)
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.protocols.jsonl import read_jsonl

PATH = Path("some.games")


def play_of(game, encoding="", **options):
    """Self-play of a network that finds all moves alike."""
    return _core.self_play(
        game.new_initial_state(),
        network=_core.Network.uniform(encoding),
        mb=1,
        fold=0,
        **{"sims": 8, "fast_sims": 4, "full_share": 0.6, **options},
    )


def games_of(game, count=12, encoding="", **options):
    """The shard of some of its games."""
    played = play_of(game, encoding, **options).play(3, 0, count)
    return shard_from_bytes(PATH, shard_to_bytes(game, played))


def test_a_shard_counts_simulations_and_what_the_network_was_asked():
    game = inarow.load_game("4x4x3")
    shard, kept = games_of(game), games_of(game, cache=1)
    assert kept.sims == shard.sims > 0
    assert 0 < kept.evaluations < shard.evaluations
    for name, array in shard.arrays.items():
        assert np.array_equal(array, kept.arrays[name])


def test_a_shard_that_does_not_say_its_counts_is_refused():
    game = inarow.load_game("4x4x3")
    arrays, about = tensors_from_bytes(PATH, shard_to_bytes(game, play_of(game).play(3, 0, 2)))
    for wrong in ({"sims": "many"}, {"game": "chess"}):
        with pytest.raises(BadFile, match="does not say what its games are"):
            shard_from_bytes(PATH, tensors_to_bytes(arrays, {**about, **wrong}))


@pytest.mark.parametrize(
    ("spec", "encoding"),
    [("tictactoe", "planes"), ("5x4x3", "planes"), ("ultimate", "rich"), ("ultimate", "paper")],
)
def test_samples_are_positions_of_the_games(spec, encoding):
    game = inarow.load_game(spec)
    shard = games_of(game, encoding=encoding)
    samples = samples_of(PATH, shard, encoding)
    arrays, seen, start = shard.arrays, 0, 0
    for number, length in enumerate(arrays["lengths"]):
        moves = [int(move) for move in arrays["moves"][start : start + length]]
        start += length
        end = game.new_initial_state()
        for move in moves:
            end.apply_action(move)
        assert end.is_terminal()
        assert end.returns()[0] == arrays["results"][number]
        state = game.new_initial_state()
        for ply, move in enumerate(moves):
            if seen < len(samples) and (
                (arrays["sample_games"][seen], arrays["sample_plies"][seen]) == (number, ply)
            ):
                np.testing.assert_array_equal(
                    samples.planes[seen], state.observation_tensor(encoding=encoding)
                )
                # The sign: how the game ended for the player to move, of both colours.
                assert samples.results[seen] == end.returns()[state.current_player()]
                policy = samples.policies[seen].astype(float)
                assert policy.sum() == pytest.approx(1, abs=0.01) or not policy.any()
                assert set(np.flatnonzero(policy)) <= set(state.legal_actions())
                reply = moves[ply + 1] if ply + 1 < length else NO_REPLY
                assert samples.replies[seen] == reply
                seen += 1
            state.apply_action(move)
    assert seen == len(samples) > 20


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_damage_is_found(data):
    game = inarow.load_game("tictactoe")
    content = bytearray(shard_to_bytes(game, played(game)))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(inarow.InarowError):
        samples_of(PATH, shard_from_bytes(PATH, bytes(content)), "planes")


def played(game):
    play = _core.self_play(
        game.new_initial_state(), network=_core.Network.uniform(), mb=1, sims=4, fast_sims=4
    )
    return play.play(1, 0, 3)


def test_games_that_cannot_be_are_refused():
    game = inarow.load_game("tictactoe")
    for name, value in [("moves", 9), ("lengths", 3), ("sample_plies", 50), ("sample_games", 77)]:
        arrays = dict(played(game))
        arrays[name] = arrays[name].copy()
        arrays[name][-1] = value
        shard = shard_from_bytes(PATH, shard_to_bytes(game, arrays))
        with pytest.raises(inarow.BadFile, match="has no games of self-play"):
            samples_of(PATH, shard, "planes")


@pytest.mark.parametrize("spec", ["tictactoe", "5x4x3", "ultimate"])
def test_images_are_those_of_the_game(spec):
    game = inarow.load_game(spec)
    encoding = list(game.encodings())[-1]
    samples = samples_of(PATH, games_of(game, encoding=encoding), encoding)
    images = cell_images(game, "8")
    assert len(images) == len(game.symmetries())
    for symmetry, image in zip(game.symmetries(), images, strict=True):
        planes, policies, replies = turned(samples, np.tile(image, (len(samples), 1)))
        np.testing.assert_array_equal(planes, symmetry.apply(samples.planes.astype(np.float32)))
        np.testing.assert_array_equal(policies, symmetry.apply(samples.policies.astype(np.float32)))
        for before, after in zip(samples.replies, replies, strict=True):
            assert after == (NO_REPLY if before == NO_REPLY else symmetry.action(int(before)))


def test_the_64_images_of_the_paper_are_permutations_but_no_symmetries():
    game = inarow.load_game("ultimate")
    images = cell_images(game, "64")
    assert len({tuple(image) for image in images}) == 64
    assert all(sorted(image) == list(range(81)) for image in images)
    real = {tuple(image) for image in cell_images(game, "8")}
    assert len(real & {tuple(image) for image in images}) == 8
    with pytest.raises(inarow.BadSpec, match="symmetries=64 is for ultimate"):
        cell_images(inarow.load_game("9x9x5"), "64")


def test_the_window_keeps_the_newest_and_draws_from_each_board():
    small, large = inarow.load_game("4x4x3"), inarow.load_game("5x5x3")
    window = ReplayWindow("planes")
    sizes = [window.add(str(i), games_of(small, 4)) for i in range(3)]
    sizes += [window.add(str(i), games_of(large, 4)) for i in range(3, 6)]
    assert len(window) == window.total == sum(sizes)
    assert window.drop_beyond(sum(sizes)) == []
    assert window.drop_beyond(sum(sizes[2:])) == ["0", "1"]
    assert len(window) == sum(sizes[2:])
    assert window.total == sum(sizes)
    rng = np.random.default_rng(1)
    shapes = {window.draw(8, rng).planes.shape[1:] for _ in range(60)}
    assert shapes == {(3, 4, 4), (3, 5, 5)}


def test_the_window_grows_ever_more_slowly():
    sizes = [window_size(total, 1000) for total in (0, 1000, 2000, 20_000, 200_000)]
    assert sizes[0] == sizes[1] == 1000
    assert sizes == sorted(sizes)
    assert sizes[-1] < 200_000 / 4


def test_the_games_of_a_shard_can_be_converted(tmp_path):
    game = inarow.load_game("6x6x4")
    (tmp_path / "data").mkdir()
    content = shard_to_bytes(
        game,
        _core.self_play(
            game.new_initial_state(), network=_core.Network.uniform(), mb=1, sims=4, fast_sims=4
        ).play(1, 0, 5),
    )
    (tmp_path / "data" / "000000000.games").write_bytes(content)
    out = tmp_path / "games.jsonl"
    done = CliRunner().invoke(app, ["convert", str(tmp_path / "data"), str(out)])
    assert done.exit_code == 0, done.output
    with out.open("rb") as file:
        records = list(read_jsonl(file))
    assert len(records) == 5
    for record in records:
        state = game.new_initial_state()
        for move in record.moves:
            state.apply_action(move)
        assert state.is_terminal()
        assert tuple(state.returns()) == record.result
    (tmp_path / "data" / "000000000.games").write_bytes(content[:-9])
    done = CliRunner().invoke(app, ["convert", str(tmp_path / "data"), str(tmp_path / "b.sgf")])
    assert isinstance(done.exception, inarow.BadFile)
