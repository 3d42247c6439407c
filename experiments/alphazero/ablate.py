"""What each part of AlphaZero's training is worth: the same training without it, and a match.

    python -m experiments.alphazero.ablate [NAME ...] [--game ultimate] [--train 8192] [--games 200]
        [--sims 200] [--seeds 1] [--cores 1] [--set KEY=VALUE ...] [--out runs/ablations]

Every variant learns from the same number of games with the same seeds. Then its network plays that
of the usual settings, or of the variant that it is compared with: the same simulations a move, both
colours equally, openings of two random moves. The table also has the time of each training: what
costs time must gain something. ``--cores N`` runs N trainings or matches at once, each in a process
of its own. ``--set`` changes a setting of all variants, such as ``blocks=2`` or ``network=res``.

Trainings and matches are kept in ``--out``; the same command goes on with them. After each variant,
``results.json``, ``results.md`` and ``ablations.svg`` there are written anew. Results: README.md
beside this file.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from inarow.arena import play_match
from inarow.arena.report.figure import LOST, lighten, saved_figure
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import estimate_elo, score_interval
from inarow.errors import InarowError
from inarow.files import create_folder, replacing
from inarow.games import load_game
from inarow.learning import load_learner
from inarow.runlog import RunFolder
from inarow.spec import Value, value_text

USUAL, PUCT, NO_FOURS = "usual", "PUCT and noise at the root", "no search for fours"
VARIANTS: dict[str, dict[str, Value]] = {
    USUAL: {},
    "every move searched in full": {"full_share": 1.0},
    "no soft policy, no reply": {"soft_policy": 0.0, "reply": 0.0},
    "results alone as values": {"thoughts": 0.0},
    "samples learned twice": {"reuse": 2.0},
    "samples learned eight times": {"reuse": 8.0},
    "small window that does not grow": {"window": 5000, "window_growth": 0.0},
    PUCT: {"considered": 0},
    "visits by noise learned, too": {"considered": 0, "prune": False},
    NO_FOURS: {"vcf": 0},
    "no random moves at first": {"random_plies": 0},
    "no symmetries": {"symmetries": "none"},
    "no average of weights": {"average": 0.0},
    "floating point": {"int8": False},
}
"""By name: what is different from the usual settings."""
COMPARED_WITH = {"visits by noise learned, too": PUCT}
"""With what, if not the usual settings: without noise at the root there is nothing to prune."""
COMMON: dict[str, Value] = {
    "sims": 32,
    "fast_sims": 8,
    "at_once": 256,
    "job_games": 256,
    "report_every": 512,
    "checkpoint_every": 1024,
    "keep": 1,
    "evaluate_every": 0,
    "window": 50_000,
    "batch": 512,
    "rate": 0.003,
    "workers": 1,
}
"""A short training with few simulations, in one process."""
OPENINGS, MATCH_SEED = "random:plies=2", 7
ACROSS, ROW_HEIGHT = 7.0, 0.32  # inches


class Found(NamedTuple):
    """What the matches of a variant found, all seeds together; for the variant."""

    name: str
    against: str
    minutes: tuple[float, float]
    """Of a training of the variant, and of what it is compared with."""
    counts: Counts
    pairs: tuple[int, ...]
    distinct: int
    by_seed: tuple[float, ...]
    """Points a game."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        elo, (low, high) = self.elo, score_interval(self.counts, self.pairs)
        return {
            "variant": self.name,
            "settings": VARIANTS[self.name],
            "against": self.against,
            "minutes": [round(each, 2) for each in self.minutes],
            **self.counts._asdict(),
            "distinct": self.distinct,
            "points": [self.counts.points / self.counts.games, low, high],
            "points_by_seed": list(self.by_seed),
            "elo": [elo.elo, elo.low, elo.high],
        }

    @property
    def elo(self) -> Any:
        """The difference, with its interval."""
        return estimate_elo(self.counts, self.pairs)

    def row(self) -> str:
        """A row of the table."""
        low, high = score_interval(self.counts, self.pairs)
        elo, points = self.elo, self.counts.points / self.counts.games
        minutes = f"{self.minutes[0]:.1f} ({self.minutes[1]:.1f})"
        results = ", ".join(map(str, self.counts))
        return (
            f"| {self.name} | {self.against} | {minutes} | {results} ({self.distinct}) "
            f"| {points:.1%} [{low:.1%}, {high:.1%}] | {elo.elo:+.0f} [{elo.low:+.0f}, "
            f"{elo.high:+.0f}] |"
        )


HEAD = (
    "| variant | against | minutes of it (of the other) | wins, draws, losses (different games) "
    "| points, 95 % | Elo, 95 % |\n|---|---|---|---|---|---|"
)


def folder_of(name: str, seed: int, options: argparse.Namespace) -> Path:
    """Where the training of a variant is."""
    place: Path = options.out / f"{name.replace(' ', '-').replace(',', '')}-{seed}"
    return place


def train(name: str, seed: int, options: argparse.Namespace) -> None:
    """Train a variant, or go on with it."""
    folder = folder_of(name, seed, options)
    settings: dict[str, Value] = {**COMMON, **options.settings, **VARIANTS[name]}
    learner = load_learner(
        "alphazero",
        options.game,
        out=folder,
        seed=seed,
        resume=folder.exists(),
        games=options.train,
        **settings,
    )
    learner.learn()


def play(name: str, seed: int, options: argparse.Namespace) -> tuple[Counts, tuple[int, ...], int]:
    """The match of a variant, or the rest of it: counts, pairs and different games."""
    folders = [folder_of(each, seed, options) for each in (name, compared_with(name))]
    log = folders[0].with_name(f"{folders[0].name}-{options.train}-{options.sims}.jsonl")
    result = play_match(
        *(f"alphazero:sims={options.sims},file={value_text(str(each))}" for each in folders),
        game=options.game,
        games=options.games,
        openings=OPENINGS,
        seed=MATCH_SEED,
        concurrency=1,
        resume=log,
    )
    return result.counts, result.pairs, result.distinct


def compared_with(name: str) -> str:
    """What a variant plays against."""
    return COMPARED_WITH.get(name, USUAL)


def found_of(
    name: str, matches: Sequence[tuple[Counts, tuple[int, ...], int]], options: argparse.Namespace
) -> Found:
    """The matches of all seeds added up."""
    counts, pairs, distinct = zip(*matches, strict=True)
    minutes = [
        np.mean([_minutes(folder_of(each, seed, options)) for seed in options.seeds])
        for each in (name, compared_with(name))
    ]
    return Found(
        name,
        compared_with(name),
        (float(minutes[0]), float(minutes[1])),
        Counts(*np.sum(counts, axis=0).tolist()),
        tuple(np.sum(pairs, axis=0).tolist()),
        sum(distinct),
        tuple(each.points / each.games for each in counts),
    )


def _minutes(folder: Path) -> float:
    return RunFolder(folder).checkpoints()[-1].seconds / 60


def run_all(names: Sequence[str], options: argparse.Namespace) -> Iterator[Found]:
    """Train and play on all cores; each variant as soon as its matches are over.

    A match that can be played goes before the next training.
    """
    needed = dict.fromkeys(each for name in names for each in (compared_with(name), name))
    to_train = [(name, seed) for name in needed for seed in options.seeds]
    to_play = [(name, seed) for name in names for seed in options.seeds]
    trained: set[tuple[str, int]] = set()
    played: dict[tuple[str, int], tuple[Counts, tuple[int, ...], int]] = {}
    running: dict[Future[Any], tuple[Callable[..., Any], tuple[str, int]]] = {}
    # "spawn", for a copy of a process with PyTorch's threads may hang
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.cores, context, initializer=_end_at_once) as pool:
        while to_train or to_play or running:
            while len(running) < options.cores:
                ready = (
                    (name, seed)
                    for name, seed in to_play
                    if {(name, seed), (compared_with(name), seed)} <= trained
                )
                if task := next(ready, None):
                    to_play.remove(task)
                    running[pool.submit(play, *task, options)] = play, task
                elif to_train:
                    task = to_train.pop(0)
                    running[pool.submit(train, *task, options)] = train, task
                else:
                    break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                what, task = running.pop(future)
                try:
                    result = future.result()
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
                if what is train:
                    trained.add(task)
                    print(f"{task[0]}, seed {task[1]}: trained", file=sys.stderr, flush=True)
                    continue
                played[task] = result
                matches = [played.get((task[0], seed)) for seed in options.seeds]
                if None not in matches:
                    yield found_of(task[0], [each for each in matches if each], options)


def _end_at_once() -> None:
    """Let Ctrl-C end a process of the pool without a traceback; its work goes on next time."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def write(found: Sequence[Found], options: argparse.Namespace) -> None:
    """The results so far as JSON, as a table and as a picture."""
    about = {
        "game": options.game,
        "train": options.train,
        "sims": options.sims,
        "seeds": options.seeds,
        "openings": OPENINGS,
        "common": {**COMMON, **options.settings},
        "results": [each.as_dict() for each in found],
    }
    with replacing(options.out / "results.json") as aside:
        aside.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    with replacing(options.out / "results.md") as aside:
        aside.write_text("\n".join([HEAD, *(each.row() for each in found), ""]), encoding="utf-8")
    draw(options.out / "ablations.svg", found)


def draw(path: Path, found: Sequence[Found]) -> None:
    """The Elo of each variant against what it is compared with, and its interval."""
    with saved_figure(path, across=ACROSS, down=1 + ROW_HEIGHT * len(found)) as figure:
        axes = figure.subplots()
        for place, each in enumerate(found):
            elo = each.elo
            axes.plot([elo.low, elo.high], [place, place], color=LOST, linewidth=2)
            axes.plot([elo.elo], [place], "o", color=LOST, markersize=5)
        axes.axvline(0, color="#444444", linewidth=1)
        axes.set_yticks(range(len(found)), [_label(each) for each in found])
        axes.invert_yaxis()
        axes.set_xlabel("Elo against the usual settings, 95 %")
        lighten(axes, "x")


def _label(found: Found) -> str:
    return found.name if found.against == USUAL else f"{found.name}\n(against {found.against})"


def setting(text: str) -> tuple[str, str]:
    """A name and a value; the learner checks both."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return name, value


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, play, and print a row for each variant."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the variants; default: all")
    parser.add_argument("--game", default="ultimate")
    parser.add_argument("--train", type=int, default=8192, help="games of each training")
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--sims", type=int, default=200, help="of each move in a match")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the trainings")
    parser.add_argument("--cores", type=int, default=1, help="trainings and matches at once")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        type=setting,
        metavar="KEY=VALUE",
        help="a setting of all variants; may be repeated",
    )
    parser.add_argument("--out", type=Path, default=Path("runs/ablations"))
    options = parser.parse_args(arguments)
    options.settings = dict(options.settings)
    if unknown := set(options.names) - set(VARIANTS) | {USUAL} & set(options.names):
        known = ", ".join(f"{name!r}" for name in VARIANTS if name != USUAL)
        sys.exit(f"There is no variant {min(unknown)!r}: {known}.")
    if options.cores < 1:
        sys.exit("--cores must be at least 1.")
    try:
        has_fours = load_game(options.game).kind == "mnk"
        if NO_FOURS in options.names and not has_fours:
            sys.exit(f"{NO_FOURS!r} is for m,n,k games, not for {options.game}.")
        usual = [
            name for name in VARIANTS if name not in {USUAL, *(() if has_fours else [NO_FOURS])}
        ]
        create_folder(options.out)
        found: list[Found] = []
        print(HEAD, flush=True)
        for each in run_all(options.names or usual, options):
            print(each.row(), flush=True)
            found.append(each)
            write(found, options)
    except InarowError as error:
        sys.exit(str(error))
    except BrokenProcessPool:
        sys.exit("A process of a training or a match was ended: the same command goes on.")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
