"""A checkpoint ladder: the strength of a learner over the course of its training.

A learner saves checkpoints in a directory: players after so many games and seconds of training,
listed in ``checkpoints.jsonl``. In the ladder, each checkpoint plays a few earlier ones and some
anchors, which are players that do not change. All games together give the ratings (see
``ratings``), and a picture plots them against wall clock and games. Games are stored, so an
interrupted ladder resumes, and only new checkpoints need new games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from inarow.arena.match import MatchResult, play_match
from inarow.arena.report.plots import LadderPoint, draw_ladder
from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import Ratings, fit_ratings
from inarow.errors import BadFile, BadSpec
from inarow.files import replacing
from inarow.games import Game
from inarow.player import Limits
from inarow.players import check_trusted

CHECKPOINTS_FILE = "checkpoints.jsonl"
PICTURE_FILE = "ladder.png"
MATCHES = "ladder"
"""The directory of the games."""

NEIGHBOURS = 2
"""How many earlier checkpoints each one plays: games of unequal players say little."""


@dataclass(frozen=True)
class Checkpoint:
    """A learner at one moment: the player, and the cost of its training so far."""

    spec: str
    games: int
    seconds: float


class Checkpoints:
    """The checkpoints of one training run, in the order they were made."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._path = directory / CHECKPOINTS_FILE

    def add(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint; one for the same number of games is replaced."""
        self.directory.mkdir(parents=True, exist_ok=True)
        kept = [each for each in self.read() if each.games < checkpoint.games]
        with replacing(self._path) as aside:
            aside.write_text(
                "".join(json.dumps(asdict(each)) + "\n" for each in [*kept, checkpoint]),
                encoding="utf-8",
            )

    def read(self) -> list[Checkpoint]:
        """All checkpoints; none if there is no file yet."""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError):
            raise BadFile(f"{self._path} cannot be read.") from None
        return [self._parse(line, number) for number, line in enumerate(lines, 1)]

    def _parse(self, line: str, number: int) -> Checkpoint:
        try:
            fields = json.loads(line)
            return Checkpoint(str(fields["spec"]), int(fields["games"]), float(fields["seconds"]))
        except (ValueError, KeyError, TypeError):
            raise BadFile(f"{self._path}, line {number}, is not a checkpoint.") from None


@dataclass(frozen=True)
class Ladder:
    """The ratings of checkpoints and anchors; the first anchor has 0."""

    points: tuple[LadderPoint, ...]
    anchors: Mapping[str, float]
    ratings: Ratings
    picture: Path

    def as_dict(self) -> dict[str, Any]:
        """The ratings as JSON."""
        return {
            "checkpoints": [asdict(point) for point in self.points],
            "anchors": dict(self.anchors),
            "picture": str(self.picture),
        }


def play_ladder(
    directory: Path,
    game: Game,
    *,
    anchors: Sequence[str] = ("random",),
    games: int = 40,
    limits: Limits | None = None,
    openings: str | None = None,
    seed: int = 1,
    concurrency: int | None = None,
    allow: Collection[str] = (),
    on_match: Callable[[int, int, MatchResult], None] | None = None,
) -> Ladder:
    """Rate all checkpoints in a directory, and draw them.

    ``games`` is the number of games of each match. ``on_match(done, total, result)`` is called
    after each match. ``allow`` are the checkpoints that may run a program: the
    directory may be somebody else's.
    """
    checkpoints = Checkpoints(directory).read()
    if not checkpoints:
        raise BadFile(f"{directory} has no {CHECKPOINTS_FILE}: train with --checkpoints first.")
    if not anchors or len(set(anchors)) < len(anchors):
        raise BadSpec("A ladder needs at least one anchor, and no anchor twice.")
    for checkpoint in checkpoints:
        check_trusted(checkpoint.spec, allow, "allow it by --allow SPEC")
    players = [*anchors, *(checkpoint.spec for checkpoint in checkpoints)]
    if len(set(players)) < len(players):
        raise BadFile(f"{CHECKPOINTS_FILE} has the same player twice, or an anchor.")
    matches = list(_meetings(len(anchors), len(checkpoints)))
    table = CrossTable(players)
    (directory / MATCHES).mkdir(exist_ok=True)
    for done, (one, other) in enumerate(matches, 1):
        result = play_match(
            players[one],
            players[other],
            game=game,
            games=games,
            limits=limits,
            openings=openings,
            seed=seed,
            concurrency=concurrency,
            resume=directory / MATCHES / f"{_label(one, anchors)}-{_label(other, anchors)}.jsonl",
        )
        table.add_counts(players[one], players[other], result.as_first)
        table.add_counts(players[other], players[one], result.as_second.reversed())
        if on_match is not None:
            on_match(done, len(matches), result)
    ratings = fit_ratings(table, anchor=(anchors[0], 0.0))
    points = tuple(
        LadderPoint(each.spec, each.games, each.seconds, rating.elo, rating.low, rating.high)
        for each in checkpoints
        for rating in (ratings.of(each.spec),)
    )
    fixed = {name: ratings.of(name).elo for name in anchors}
    with replacing(directory / PICTURE_FILE) as aside:
        draw_ladder(points, aside, fixed)
    return Ladder(points, fixed, ratings, directory / PICTURE_FILE)


def _meetings(anchors: int, checkpoints: int) -> Iterator[tuple[int, int]]:
    """The matches, by index in the list of anchors and then checkpoints."""
    yield from ((one, other) for other in range(anchors) for one in range(other + 1, anchors))
    for place in range(checkpoints):
        newest = anchors + place
        yield from ((newest, anchor) for anchor in range(anchors))
        yield from ((newest, newest - back) for back in range(1, min(place, NEIGHBOURS) + 1))


def _label(place: int, anchors: Sequence[str]) -> str:
    """Part of a file name: anchors and checkpoints are numbered from 1."""
    return f"anchor{place + 1}" if place < len(anchors) else f"{place - len(anchors) + 1:04d}"
