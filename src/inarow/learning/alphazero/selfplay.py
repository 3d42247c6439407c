"""Games of self-play as jobs: a network, settings and numbers in, a shard of games out."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from inarow import _core
from inarow.games import load_game
from inarow.learning.jobs.job import Job
from inarow.learning.replay import shard_to_bytes
from inarow.models.onnx import NetworkModel, network_from_bytes

KIND = "alphazero"
TREE_MB, CACHE_MB = 2, 64
"""Memory of the tree of each game, and of the evaluations that all games of a job share."""


def play_job(job: Job, network: bytes) -> bytes:
    """Play the games of a job."""
    game = load_game(job.game)
    options: dict[str, Any] = dict(job.settings)
    encoding = options.pop("encoding")
    model = _model(network)
    if model.about["encoding"] != encoding:
        raise ValueError(f"The network is for the encoding {model.about['encoding']!r}.")
    play = _core.self_play(
        game.new_initial_state(),
        network=model.for_search(),
        fold=0,
        mb=TREE_MB,
        cache=CACHE_MB,
        reuse=False,
        **options,
    )
    return shard_to_bytes(game, play.play(job.seed, job.first, job.count))


@lru_cache(maxsize=1)
def _model(network: bytes) -> NetworkModel:
    return network_from_bytes(Path("network of self-play"), network)
