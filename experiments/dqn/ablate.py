"""What each part of DQN is worth: short trainings of variants, a match of each, and their curves.

    python -m experiments.dqn.ablate [NAME ...] [--game 4x4x3] [--train 2048] [--seeds 1 2]

Each variant differs from the usual settings in one thing. A training is evaluated every so many
games against ``greedy``; afterwards its network plays a match against it. It prints a row for each
variant, with the mean of all evaluations (how fast it learns) and the matches of all seeds added
up, and draws a panel for each, beside what it is compared with. The same command goes on with
trainings that it has begun; so several can run at once, each with a seed, and then one with all.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from inarow.arena import MatchResult, play_match
from inarow.arena.report.figure import GAMES, LOST, count_games, lighten, saved_figure
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.errors import InarowError
from inarow.learning import load_learner
from inarow.learning.curves import Curve, drawable_events, win_rates_of
from inarow.runlog import RunFolder
from inarow.spec import Value

USUAL, NO_IMMEDIATE = "usual", "no immediate results"
VARIANTS: dict[str, dict[str, Value]] = {
    USUAL: {},
    NO_IMMEDIATE: {"immediate": 0.0},
    "plus sign": {"sign": "plus", "immediate": 0.0},
    "no symmetries": {"symmetries": "none"},
    "one step": {"n_step": 1},
    "only itself": {"past_share": 0.0, "greedy_share": 0.0},
    "only greedy": {"past_share": 0.0, "greedy_share": 1.0},
    "shaping": {"shaping": 0.3},
    "no priorities": {"priority": 0.0},
    "not double": {"double": False},
    "not dueling": {"dueling": False},
    "squared errors": {"loss": "huber"},
    "constant rate": {"rate_games": 10**12},
}
"""By name: what is different from the usual settings."""
COMPARED_WITH = {"plus sign": NO_IMMEDIATE}
"""With what, if not the usual settings: both lack the values by the rules, whose sign is right."""
COMMON: dict[str, Value] = {
    "blocks": 2,
    "channels": 16,
    "batch": 256,
    "reuse": 4.0,
    "rate": 0.002,
    "average": 0.99,
    "report_every": 128,
    "past_every": 512,
    "checkpoint_every": 512,
    "keep": 1,
    "evaluation_games": 100,
    "opponents": "greedy",
    "int8": False,
}
"""A short training with a small network: larger steps, and an average over fewer of them."""
OPENINGS, MATCH_SEED = "random:plies=2", 7
COLUMNS, PANEL = 4, (2.6, 2.1)  # panels side by side, and inches of each
OTHER = "#888888"


def folder_of(name: str, seed: int, options: argparse.Namespace) -> Path:
    """Where the training of a variant is."""
    place: Path = options.out / f"{name.replace(' ', '-')}-{seed}"
    return place


def train(name: str, seed: int, options: argparse.Namespace) -> None:
    """Train a variant, or go on with it."""
    folder = folder_of(name, seed, options)
    learner = load_learner(
        "dqn",
        options.game,
        out=folder,
        seed=seed,
        resume=folder.exists(),
        games=options.train,
        evaluate_every=options.every,
        **{**COMMON, **VARIANTS[name]},
    )
    learner.learn()


def play(name: str, seed: int, options: argparse.Namespace) -> MatchResult:
    """The match of a variant against greedy, both colours equally, or the rest of it."""
    folder = folder_of(name, seed, options)
    return play_match(
        f"dqn:file={folder}",
        "greedy",
        game=options.game,
        games=options.games,
        openings=OPENINGS,
        seed=MATCH_SEED,
        concurrency=1,
        resume=folder.with_suffix(".jsonl"),
    )


def row(name: str, options: argparse.Namespace) -> str:
    """The row of a variant: points in the evaluations, and in the matches at the end."""
    matches = [play(name, seed, options) for seed in options.seeds]
    total = Counts(*np.sum([match.counts for match in matches], axis=0).tolist())
    pairs = np.sum([match.pairs for match in matches], axis=0).tolist()
    low, high = score_interval(total, pairs)
    points = f"{total.points / total.games:.1%} [{low:.1%}, {high:.1%}]"
    by_seed = ", ".join(f"{match.counts.points / match.games:.1%}" for match in matches)
    on_the_way = np.mean([curve.values for curve in curves_of(name, options)])
    return f"| {name} | {on_the_way:.1%} | {', '.join(map(str, total))} | {points} | {by_seed} |"


def write_evaluations(path: Path, names: Sequence[str], options: argparse.Namespace) -> None:
    """All evaluations of all trainings as a table."""
    counts = ("wins", "draws", "losses")
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("variant", "seed", "games", "opponent", *counts))
        for name in names:
            for seed in options.seeds:
                for event in RunFolder(folder_of(name, seed, options)).events():
                    if event["kind"] == "evaluation":
                        both = [event[f"first_{each}"] + event[f"second_{each}"] for each in counts]
                        table.writerow((name, seed, event["games"], event["opponent"], *both))


def curves_of(name: str, options: argparse.Namespace) -> list[Curve]:
    """The points against greedy of each seed."""
    runs = [RunFolder(folder_of(name, seed, options)) for seed in options.seeds]
    return [win_rates_of(drawable_events(run))["greedy"]["points"] for run in runs]


def draw(path: Path, names: Sequence[str], options: argparse.Namespace) -> None:
    """A panel for each variant: the mean of its seeds and each of them, and what it is beside."""
    across, down = PANEL
    rows = math.ceil(len(names) / COLUMNS)
    with saved_figure(path, across=across * COLUMNS, down=0.4 + down * rows) as figure:
        places = figure.subplots(rows, COLUMNS, squeeze=False, sharex=True, sharey=True)
        panels = list(places.flat)
        for axes, name in zip(panels, names, strict=False):
            for each, colour in ((COMPARED_WITH.get(name, USUAL), OTHER), (name, LOST)):
                curves = curves_of(each, options)
                for curve in curves:
                    axes.plot(curve.games, curve.values, color=colour, linewidth=0.7, alpha=0.5)
                mean = np.mean([curve.values for curve in curves], axis=0)
                axes.plot(curves[0].games, mean, color=colour, linewidth=2, label=each)
            axes.margins(y=0.35)  # room for the legend
            axes.set_ylim(bottom=0)
            axes.legend(frameon=False, fontsize=8, loc="upper left")
            lighten(axes, "both")
            count_games(axes)
        for axes in panels[len(names) :]:
            axes.set_axis_off()
        figure.supxlabel(GAMES, size=10)
        figure.supylabel("points a game against greedy", size=10)


def main() -> None:
    """Train all variants, play their matches, print a row for each, and draw them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the variants; default: all")
    parser.add_argument("--game", default="4x4x3")
    parser.add_argument("--train", type=int, default=2048, help="games of each training")
    parser.add_argument("--every", type=int, default=256, help="games between two evaluations")
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2], help="of the trainings")
    parser.add_argument("--out", type=Path, default=Path("runs/dqn-ablations"))
    options = parser.parse_args()
    if unknown := set(options.names) - set(VARIANTS):
        sys.exit(f"There is no variant {min(unknown)!r}: {', '.join(VARIANTS)}.")
    names = options.names or list(VARIANTS)
    print("| variant | on the way | wins, draws, losses | at the end | each seed |")
    print("|---|---|---|---|---|", flush=True)
    try:
        for name in names:
            for seed in options.seeds:
                train(name, seed, options)
            print(row(name, options), flush=True)
    except InarowError as error:
        sys.exit(str(error))
    if USUAL in names and NO_IMMEDIATE in names:
        write_evaluations(options.out / "evaluations.csv", names, options)
        shown = [name for name in names if name != USUAL]
        draw(options.out / "ablations.svg", shown, options)


if __name__ == "__main__":
    main()
