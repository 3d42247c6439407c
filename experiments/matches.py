"""Matches and trainings as parts of an experiment."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from experiments.experiment import Run, points

from inarow import Limits
from inarow.arena import play_match
from inarow.arena.records import read_log
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.files import create_folder
from inarow.learning import load_learner
from inarow.spec import Value

OPENINGS = "random:plies=2"
"""Two random moves, each opening played with both colours: else deterministic players repeat."""


@dataclass(frozen=True)
class Match:
    """What a match found, for its first player."""

    first: Counts
    second: Counts
    pairs: tuple[int, ...]
    distinct: int
    seconds: float
    """A move of the first player, on average."""

    @property
    def counts(self) -> Counts:
        """Of both sides."""
        return self.first.plus(self.second)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of the points."""
        return score_interval(self.counts, self.pairs)

    def cells(self) -> list[object]:
        """In a table, under ``COLUMNS``."""
        results = (f"{side.wins} {side.draws} {side.losses}" for side in (self.first, self.second))
        return [
            *results,
            points(self.counts, self.pairs),
            self.distinct,
            f"{self.seconds * 1000:.0f} ms",
        ]


COLUMNS = ("moving first: W D L", "moving second: W D L", "points, 95 %", "distinct", "a move")
"""Of ``Match.cells``."""


def match(
    run: Run,
    player: str,
    opponent: str,
    game: str,
    games: int,
    limits: Limits | None = None,
    name: str | None = None,
) -> Match:
    """Play a match, or the rest of it if it was stopped.

    ``name`` is that of the part, if that of a player has a folder in it.
    """
    name = name or f"{player} v {opponent} on {game}"

    def play() -> dict[str, object]:
        found = play_match(
            player,
            opponent,
            game=game,
            games=games,
            limits=limits,
            openings=OPENINGS,
            seed=run.seed,
            concurrency=1,
            resume=records_of(run, name),
        )
        return {
            "first": list(found.as_first),
            "second": list(found.as_second),
            "pairs": list(found.pairs),
            "distinct": found.distinct,
            "seconds": round(found.thinking[0].mean, 6),
        }

    found = run.part(name, play, lambda value: thought(records_of(run, name)))
    first, second = Counts(*found["first"]), Counts(*found["second"])
    return Match(first, second, tuple(found["pairs"]), found["distinct"], found["seconds"])


def records_of(run: Run, name: str) -> Path:
    """The file of a match's games; names that differ in a sign only have files of their own."""
    words = re.sub(r"[^\w.-]+", "-", name)[:60]
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    folder = run.folder / "matches"
    create_folder(folder)
    return folder / f"{words}-{digest}.jsonl"


def thought(path: Path) -> float:
    """The seconds of all moves of a match."""
    return sum(seconds or 0.0 for record in read_log(path) for seconds in record.times)


def train(run: Run, name: str, learner: str, game: str, **settings: Value) -> Path:
    """Train, or go on with a training that was stopped; returns the folder of the run."""
    folder = run.folder / name

    def learn() -> float:
        made = load_learner(
            learner, game, out=folder, seed=run.seed, resume=folder.exists(), **settings
        )
        made.learn()
        return round(made.seconds, 1)

    run.part(f"training {name}", learn, float)
    return folder
