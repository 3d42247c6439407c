"""What each part of DQN is worth: short trainings of variants, and their curves in one picture.

    python -m experiments.dqn.ablate [NAME ...] [--game 5x5x4] [--train 2048]

Each variant differs from the usual settings in one thing. A training is evaluated every so many
games against ``random`` and ``greedy``. It prints the last evaluation of each, and draws all curves
to ``ablations.svg`` in ``--out``. The same command goes on with trainings that it has begun.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.errors import InarowError
from inarow.learning import load_learner
from inarow.learning.plots import draw_comparison
from inarow.runlog import RunFolder
from inarow.spec import Value

USUAL = "usual"
VARIANTS: dict[str, dict[str, Value]] = {
    USUAL: {},
    "plus sign": {"sign": "plus", "immediate": 0.0},
    "no symmetries": {"symmetries": "none"},
    "one step": {"n_step": 1},
    "only itself": {"past_share": 0.0, "greedy_share": 0.0},
    "shaping": {"shaping": 0.3},
    "no immediate results": {"immediate": 0.0},
    "no priorities": {"priority": 0.0},
    "not double": {"double": False},
    "not dueling": {"dueling": False},
}
"""By name: what is different from the usual settings."""
COMMON: dict[str, Value] = {
    "blocks": 2,
    "channels": 32,
    "reuse": 4.0,
    "report_every": 128,
    "checkpoint_every": 10**9,
    "evaluation_games": 100,
    "int8": False,
}
"""A short training with a small network."""


def train(name: str, options: argparse.Namespace) -> RunFolder:
    """Train a variant, or go on with it; returns its folder."""
    folder: Path = options.out / name.replace(" ", "-")
    learner = load_learner(
        "dqn",
        options.game,
        out=folder,
        seed=options.seed,
        resume=folder.exists(),
        games=options.train,
        evaluate_every=options.every,
        **{**COMMON, **VARIANTS[name]},
    )
    learner.learn()
    return RunFolder(folder)


def row(name: str, folder: RunFolder) -> str:
    """The last evaluations of a variant."""
    found = {}
    for event in folder.events():
        if event["kind"] == "evaluation":
            counts = [
                Counts(*(event[f"{side}_{each}"] for each in ("wins", "draws", "losses")))
                for side in ("first", "second")
            ]
            low, high = score_interval(counts[0].plus(counts[1]))
            found[event["opponent"]] = f"{event['points']:.1%} [{low:.1%}, {high:.1%}]"
    minutes = folder.checkpoints()[-1].seconds / 60
    return f"| {name} | {' | '.join(found.values())} | {minutes:.1f} |"


def main() -> None:
    """Train all variants, print a row for each, and draw them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the variants; default: all")
    parser.add_argument("--game", default="5x5x4")
    parser.add_argument("--train", type=int, default=2048, help="games of each training")
    parser.add_argument(
        "--every", type=int, default=512, help="games from evaluation to evaluation"
    )
    parser.add_argument("--out", type=Path, default=Path("runs/dqn-ablations"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.names) - set(VARIANTS):
        sys.exit(f"There is no variant {min(unknown)!r}: {', '.join(VARIANTS)}.")
    print("| variant | random | greedy | minutes |\n|---|---|---|---|", flush=True)
    folders = []
    try:
        for name in options.names or VARIANTS:
            folders.append(train(name, options))
            print(row(name, folders[-1]), flush=True)
    except InarowError as error:
        sys.exit(str(error))
    for picture in draw_comparison(folders):
        shutil.copy(picture, options.out / f"ablations{picture.suffix}")


if __name__ == "__main__":
    main()
