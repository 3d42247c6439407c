"""A checkpoint ladder: the strength of a learner over the course of its training.

The folder of a training run has checkpoints: players after so many games and seconds of training.
In the ladder, each checkpoint plays a few earlier ones and some anchors, which are players that do
not change. All games together give the ratings (see ``ratings``), which are stored and drawn
against wall clock and games. The checkpoint with the highest one is the best of the run from then
on (``RunFolder.best``), whatever its evaluations were. Games are stored, too, so an interrupted
ladder resumes, and only new checkpoints need new games.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from inarow.arena.entrant import Entrant, entrant
from inarow.arena.match import MatchResult, play_match
from inarow.arena.report.figure import png_and_svg
from inarow.arena.report.plots import LadderPoint, draw_ladder
from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import fit_ratings
from inarow.errors import BadFile, BadSpec
from inarow.extras import can_draw
from inarow.files import AnyPath, create_folder, replacing
from inarow.games import Game, load_game
from inarow.player import Limits
from inarow.players import check_trusted
from inarow.runlog import LADDER_FILE, Checkpoint, RunFolder

PICTURE = "ladder"
MATCHES = "ladder"
"""The folder of the games."""

NEIGHBOURS = 2
"""How many earlier checkpoints each one plays: games of unequal players say little."""

MOST = 20
"""Checkpoints that are rated by default: enough for a curve, and a few minutes of games."""


@dataclass(frozen=True)
class Ladder:
    """The ratings of checkpoints and anchors; the first anchor has 0."""

    points: tuple[LadderPoint, ...]
    anchors: Mapping[str, float]

    @property
    def best(self) -> LadderPoint:
        """The checkpoint with the highest rating, of equal ones the last."""
        return max(self.points, key=lambda point: (point.elo, point.games))

    def as_dict(self) -> dict[str, Any]:
        """The ratings as JSON."""
        return {
            "checkpoints": [asdict(point) for point in self.points],
            "anchors": dict(self.anchors),
            "best": asdict(self.best),
        }

    def draw(self, place: AnyPath) -> tuple[Path, ...]:
        """Draw them into a folder, such as ``plots`` of a run; returns the files, if any.

        Without matplotlib there are none: the ratings are what was worked for.
        """
        if not can_draw():
            return ()
        folder = Path(place)
        create_folder(folder)
        paths = png_and_svg(folder / PICTURE)
        draw_ladder(self.points, self.anchors, *paths)
        return paths


def read_ladder(directory: AnyPath) -> Ladder | None:
    """The ratings in the folder of a run; None if there are none yet."""
    path = Path(directory) / LADDER_FILE
    try:
        stored = json.loads(path.read_bytes())
        points = tuple(
            LadderPoint(
                str(each["name"]),
                int(each["games"]),
                *(float(each[key]) for key in ("seconds", "elo", "low", "high")),
            )
            for each in stored["checkpoints"]
        )
        return Ladder(points, {str(name): float(elo) for name, elo in stored["anchors"].items()})
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BadFile(f"{path} has no ratings of checkpoints: delete it.") from None


@dataclass(frozen=True)
class _Participant:
    """An anchor or a checkpoint."""

    entrant: Entrant
    label: str
    """For file names."""
    identity: str
    """Another player of the same name has another one."""


def play_ladder(
    directory: AnyPath,
    *,
    anchors: Sequence[str] = ("random",),
    games: int = 40,
    most: int = MOST,
    limits: Limits | None = None,
    openings: str | None = None,
    seed: int = 1,
    concurrency: int | None = None,
    allow: Collection[str] = (),
    on_match: Callable[[int, int, MatchResult], None] | None = None,
) -> Ladder:
    """Rate the checkpoints of a run; its folder gets the ratings, and the best model as ``best.*``.

    ``games`` is the number of games of each match; ``most`` the number of checkpoints, see
    ``spread``. ``on_match(done, total, result)`` is called after each match. ``allow`` are the
    checkpoints that may run a program: the folder may be somebody else's.
    """
    if not anchors or len(set(anchors)) < len(anchors):
        raise BadSpec("A ladder needs at least one anchor, and no anchor twice.")
    directory = Path(directory)
    folder = RunFolder(directory)
    game = _game_of(folder)
    checkpoints = spread(folder.checkpoints(), most)
    if not checkpoints:
        raise BadFile(f"{directory} has no checkpoints yet.")
    for checkpoint in checkpoints:
        check_trusted(checkpoint.spec(), allow, "allow it by --allow SPEC")
        checkpoint.files()  # whole and unchanged
    players = [*map(_anchor, anchors), *map(_checkpoint, checkpoints)]
    for player in players:
        player.entrant.check(game)
    names = [player.entrant.name for player in players]
    if len(set(names)) < len(names):
        raise BadFile(f"{directory} has two checkpoints of the same number of games.")
    conditions = (game.spec, limits or Limits(), openings, seed)
    matches = list(_meetings(len(anchors), len(checkpoints)))
    table = CrossTable(names)
    create_folder(directory / MATCHES)
    for done, (one, other) in enumerate(matches, 1):
        result = play_match(
            players[one].entrant,
            players[other].entrant,
            game=game,
            games=games,
            limits=limits,
            openings=openings,
            seed=seed,
            concurrency=concurrency,
            resume=directory / MATCHES / _file_name(players[one], players[other], conditions),
        )
        table.add_counts(names[one], names[other], result.as_first)
        table.add_counts(names[other], names[one], result.as_second.reversed())
        if on_match is not None:
            on_match(done, len(matches), result)
    ratings = fit_ratings(table, anchor=(anchors[0], 0.0))
    points = tuple(
        LadderPoint(each.spec(), each.games, each.seconds, rating.elo, rating.low, rating.high)
        for each, name in zip(checkpoints, names[len(anchors) :], strict=True)
        for rating in (ratings.of(name),)
    )
    ladder = Ladder(points, {name: ratings.of(name).elo for name in anchors})
    with replacing(directory / LADDER_FILE) as aside:
        aside.write_text(json.dumps(ladder.as_dict(), indent=2) + "\n", encoding="utf-8")
    folder.publish_best(checkpoints)
    return ladder


def spread(checkpoints: Sequence[Checkpoint], most: int) -> list[Checkpoint]:
    """At most so many checkpoints, evenly spread, with the first and the last.

    The step is a power of two: as a run grows, those that were chosen mostly stay so, and their
    games count again.
    """
    if most < 2:
        raise BadSpec("A ladder needs at least two checkpoints: the first and the last.")
    step = 1
    while len(chosen := {*range(0, len(checkpoints), step), len(checkpoints) - 1}) > most:
        step *= 2
    return [checkpoints[place] for place in sorted(chosen) if place >= 0]


def _game_of(folder: RunFolder) -> Game:
    spec = folder.settings().get("game")
    if not isinstance(spec, str):
        raise BadFile(f"The settings of {folder.path} name no game.")
    return load_game(spec)


def _anchor(spec: str) -> _Participant:
    return _Participant(entrant(spec), re.sub(r"[^\w=-]+", "-", spec)[:40], spec)


def _checkpoint(checkpoint: Checkpoint) -> _Participant:
    """Its name is not its path: a run may move. Nor is it its place, for others may come."""
    player = entrant(checkpoint.spec())
    return _Participant(
        Entrant(f"{checkpoint.games} games", player.make),
        f"{checkpoint.games:09d}",
        f"{checkpoint.player} {checkpoint.checksums[checkpoint.model.name]}",
    )


def _file_name(one: _Participant, other: _Participant, conditions: tuple[object, ...]) -> str:
    """A file for the games of these two and no others: a run may come here again, but changed."""
    match = repr((one.identity, other.identity, conditions))
    return f"{one.label}-{other.label}.{hashlib.sha256(match.encode()).hexdigest()[:8]}.jsonl"


def _meetings(anchors: int, checkpoints: int) -> Iterator[tuple[int, int]]:
    """The matches, by index in the list of anchors and then checkpoints."""
    yield from ((one, other) for other in range(anchors) for one in range(other + 1, anchors))
    for place in range(checkpoints):
        newest = anchors + place
        yield from ((newest, anchor) for anchor in range(anchors))
        yield from ((newest, newest - back) for back in range(1, min(place, NEIGHBOURS) + 1))
