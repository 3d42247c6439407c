"""What each part of AlphaZero's training is worth: the same training without it, and a match.

    python -m experiments.alphazero.ablate [NAME …] [--game ultimate] [--train 8192] [--games 200]

Every variant learns from the same number of games with the same seed. Then its network plays that
of the usual settings, with the same simulations a move, both colours equally. The table also has
the time of each training: what costs time must gain something. Trainings are kept in ``--out``; the
same command goes on with them. Results: README.md beside this file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.arena import play_match
from inarow.arena.statistics.elo import score_interval
from inarow.errors import InarowError
from inarow.learning import load_learner
from inarow.runlog import RunFolder
from inarow.spec import Value

USUAL = "usual"
VARIANTS: dict[str, dict[str, Value]] = {
    USUAL: {},
    "every move searched in full": {"full_share": 1.0},
    "no soft policy, no reply": {"soft_policy": 0.0, "reply": 0.0},
    "results alone as values": {"thoughts": 0.0},
    "samples learned twice": {"reuse": 2.0},
    "samples learned eight times": {"reuse": 8.0},
    "PUCT and noise at the root": {"considered": 0},
    "no symmetries": {"symmetries": "none"},
    "no average of weights": {"average": 0.0},
    "floating point": {"int8": False},
}
"""By name: what is different from the usual settings."""
COMMON: dict[str, Value] = {
    "sims": 32,
    "fast_sims": 8,
    "at_once": 256,
    "job_games": 256,
    "report_every": 512,
    "checkpoint_every": 10**9,
    "evaluate_every": 0,
    "window": 50_000,
    "batch": 512,
    "rate": 0.003,
}
"""A short training with few simulations."""


def train(name: str, options: argparse.Namespace) -> Path:
    """Train a variant, or go on with it; returns its folder."""
    folder: Path = options.out / name.replace(" ", "-").replace(",", "")
    settings: dict[str, Value] = {**COMMON, **VARIANTS[name]}
    learner = load_learner(
        "alphazero",
        options.game,
        out=folder,
        seed=options.seed,
        resume=folder.exists(),
        games=options.train,
        **settings,
    )
    learner.learn()
    return folder


def main() -> None:
    """Train, play, and print a row for each variant."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the variants; default: all")
    parser.add_argument("--game", default="ultimate")
    parser.add_argument("--train", type=int, default=8192, help="games of each training")
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--sims", type=int, default=200, help="of each move in a match")
    parser.add_argument("--out", type=Path, default=Path("runs/ablations"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.names) - set(VARIANTS):
        sys.exit(f"There is no variant {min(unknown)!r}: {', '.join(VARIANTS)}.")
    try:
        usual = train(USUAL, options)
        print(f"| variant | minutes ({USUAL}: {_minutes(usual):.1f}) | points |\n|---|---|---|")
        for name in options.names or [each for each in VARIANTS if each != USUAL]:
            print(row(name, train(name, options), usual, options), flush=True)
    except InarowError as error:
        sys.exit(str(error))


def row(name: str, folder: Path, usual: Path, options: argparse.Namespace) -> str:
    """The row of a variant, after its match."""
    result = play_match(
        *(f"alphazero:sims={options.sims},file={each}" for each in (folder, usual)),
        game=options.game,
        games=options.games,
        seed=options.seed,
        concurrency=1,
    )
    low, high = score_interval(result.counts, result.pairs)
    points = f"{result.counts.points / result.games:.1%} [{low:.1%}, {high:.1%}]"
    return f"| {name} | {_minutes(folder):.1f} | {points} |"


def _minutes(folder: Path) -> float:
    return RunFolder(folder).checkpoints()[-1].seconds / 60


if __name__ == "__main__":
    main()
