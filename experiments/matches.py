"""Matches and trainings as parts of an experiment."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from experiments.experiment import Run, points

from inarow import Limits
from inarow.arena import Entrant, play_match
from inarow.arena.records import read_log
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.files import create_folder
from inarow.learning import load_learner
from inarow.runlog import Event, RunFolder
from inarow.spec import Value, value_text

OPENINGS = "random:plies=2"
"""Two random moves, each opening played with both colours: else deterministic players repeat."""

MARGIN = 0.5
"""Seconds over a limit of time that lose no game, in every experiment: the machine may be busy."""

MARGIN_SAYS = (
    f"A move may take {MARGIN:g} s longer than its limit before the game is lost, because the "
    "machine may be busy; the tables say how many games were lost by a fault."
)

Faults = Mapping[str, int]


@dataclass(frozen=True)
class Match:
    """What a match found, for its first player."""

    first: Counts
    second: Counts
    pairs: tuple[int, ...]
    distinct: int
    seconds: float
    """A move of the first player, on average."""
    faults: tuple[Faults, Faults] = ({}, {})
    """Games that either player lost by its own fault, such as a crash or the limit of time."""

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
            fault_text(self.faults),
        ]

    def turned(self) -> Match:
        """The match for its second player; the time of a move stays that of the first."""
        return Match(
            self.second.reversed(),
            self.first.reversed(),
            self.pairs[::-1],
            self.distinct,
            self.seconds,
            self.faults[::-1],
        )


COLUMNS = (
    *("moving first: W D L", "moving second: W D L", "points, 95 %", "distinct", "a move"),
    "lost by a fault",
)
"""Of ``Match.cells``."""


def fault_text(faults: tuple[Faults, Faults]) -> str:
    """The games that were lost by a fault, by whom and by which.

    >>> fault_text(({}, {})), fault_text(({}, {"crash": 2, "timeout": 1}))
    ('none', 'opponent: 2 crash, 1 timeout')
    """
    shown = (
        f"{who}: {', '.join(f'{number} {end}' for end, number in found.items())}"
        for who, found in zip(("player", "opponent"), faults, strict=True)
        if found
    )
    return "; ".join(shown) or "none"


def match(
    run: Run,
    player: str | Entrant,
    opponent: str | Entrant,
    game: str,
    games: int,
    limits: Limits | None = None,
    name: str | None = None,
    openings: str = OPENINGS,
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
            openings=openings,
            seed=run.seed,
            concurrency=1,
            margin=MARGIN,
            resume=records_of(run, name),
        )
        return {
            "first": list(found.as_first),
            "second": list(found.as_second),
            "pairs": list(found.pairs),
            "distinct": found.distinct,
            "seconds": round(found.thinking[0].mean, 6),
            "faults": list(found.faults),
        }

    found = run.part(name, play, lambda value: thought(records_of(run, name)))
    first, second = Counts(*found["first"]), Counts(*found["second"])
    faults = (found["faults"][0], found["faults"][1])
    return Match(first, second, tuple(found["pairs"]), found["distinct"], found["seconds"], faults)


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


def spec_of(player: str, **parameters: Value | Path) -> str:
    """The description of a player; paths and commands may have any character.

    >>> spec_of("alphazero", file=Path("runs/a,b"), sims=100)
    'alphazero:file="runs/a,b",sims=100'
    """
    return f"{player}:{','.join(f'{key}={_quoted(value)}' for key, value in parameters.items())}"


def _quoted(value: Value | Path) -> str:
    """A value for a description; an @ outside quotes would begin the limits of a player."""
    text = value_text(str(value) if isinstance(value, Path) else value)
    return value_text(f"{value},")[:-2] + '"' if "@" in text and text[0] != '"' else text


def train(
    run: Run, name: str, learner: str, game: str, seed: int | None = None, **settings: Value
) -> Path:
    """Train, or go on with a training that was stopped; returns the folder of the run.

    The seed is that of the experiment unless another one is given.
    """
    folder = run.folder / name

    def learn() -> float:
        made = load_learner(
            learner,
            game,
            out=folder,
            seed=run.seed if seed is None else seed,
            resume=folder.exists(),
            **settings,
        )
        made.learn()
        return round(made.seconds, 3)

    run.part(f"training {name}", learn, float)
    return folder


def training_events(folder: Path) -> list[Event]:
    """The events of a training without those of its evaluations."""
    return [event for event in RunFolder(folder).events() if event["kind"] == "train"]
