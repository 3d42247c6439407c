"""The games of an iteration: split into jobs, played wherever the settings say, and kept.

Each shard is on disk as soon as its job is done. A run that was killed in the middle, or lost its
cluster, plays only the jobs that are missing when it goes on.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from inarow.games import Game
from inarow.learning.alphazero.learner import AlphaZeroSettings
from inarow.learning.alphazero.selfplay import KIND
from inarow.learning.cluster import backend_for
from inarow.learning.jobs import Job
from inarow.learning.replay import SUFFIX, Shard, shard_from_bytes
from inarow.learning.run import SHORTEST
from inarow.runlog import PER_SECOND
from inarow.shards import Shards
from inarow.spec import Value


class Played(NamedTuple):
    """The games of an iteration."""

    shards: Sequence[tuple[str, Shard]]
    """By name, in the order of the games."""
    figures: dict[str, float]


class SelfPlay:
    """Plays games by their numbers."""

    def __init__(
        self, settings: AlphaZeroSettings, seed: int, encoding: str, shards: Shards
    ) -> None:
        self._settings, self._seed, self._shards = settings, seed, shards
        self._options = _options(settings, encoding)
        self._backend = backend_for(settings.workers, settings.cluster)

    def play(self, game: Game, model: bytes, first: int, count: int) -> Played:
        """Games ``first`` to ``first + count - 1`` with a network; an error changes nothing."""
        checksum = hashlib.sha256(model).hexdigest()
        every = self._settings.job_games
        jobs = [
            Job(
                kind=KIND,
                game=game.spec,
                network=checksum,
                seed=self._seed,
                first=start,
                count=min(every, first + count - start),
                settings=self._options,
            )
            for start in range(first, first + count, every)
        ]
        contents = {job.first: self._shards.kept(_name(job), job.as_json()) for job in jobs}
        missing = [job for job in jobs if contents[job.first] is None]
        started = time.monotonic()
        new = self._backend.run(missing, {checksum: model}, self._keep)
        seconds = time.monotonic() - started
        contents.update(zip((job.first for job in missing), new, strict=True))
        shards = []
        for job in jobs:
            content = contents[job.first]
            assert content is not None
            shards.append((_name(job), shard_from_bytes(Path(_name(job)), content)))
            self._shards.count(_name(job), content)
        figures = _figures([shard for _, shard in shards], count)
        asked_now = {_name(job) for job in missing}
        now = sum(shard.evaluations for name, shard in shards if name in asked_now)
        return Played(shards, {**figures, f"evaluations{PER_SECOND}": now / max(seconds, SHORTEST)})

    def _keep(self, job: Job, content: bytes) -> None:
        self._shards.keep(_name(job), content, job.as_json())

    def close(self) -> None:
        """End the processes that play."""
        self._backend.close()


def _name(job: Job) -> str:
    return f"{job.first:09d}{SUFFIX}"


def _options(settings: AlphaZeroSettings, encoding: str) -> dict[str, Value]:
    """What the games depend on besides the network and their numbers."""
    return {
        "encoding": encoding,
        "at_once": settings.at_once,
        "sims": settings.sims,
        "fast_sims": settings.fast_sims,
        "full_share": settings.full_share,
        "considered": settings.considered,
        "value_scale": settings.value_scale,
        "vcf": settings.vcf,
        "random_plies": settings.random_plies,
        "c": settings.c,
        "fpu": settings.fpu,
        "noise": 0.0 if settings.considered else settings.noise,
        "temperature": settings.temperature,
        "temperature_plies": settings.temperature_plies,
        "prune": settings.prune,
    }


def _figures(shards: Sequence[Shard], count: int) -> dict[str, float]:
    """Results of the first player, the mean length, and what the network was asked."""
    names = ("first_wins", "draws", "second_wins", "length", "evaluations")
    totals: dict[str, float] = dict.fromkeys(names, 0.0)
    for shard in shards:
        results = shard.arrays["results"]
        totals["first_wins"] += int((results > 0).sum())
        totals["draws"] += int((results == 0).sum())
        totals["second_wins"] += int((results < 0).sum())
        totals["length"] += float(shard.arrays["lengths"].sum()) / count
        totals["evaluations"] += shard.evaluations
    return totals
