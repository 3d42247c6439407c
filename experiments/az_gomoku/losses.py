"""AZ-Gomoku's figure 2: the curves of the losses with 10, 50, 100, 200 and 300 games."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, match, spec_of, train
from experiments.page import Chart

SELF_PLAY = (10, 50, 100, 200, 300)
PAPER_CHANNELS, CHANNELS, QUICK_CHANNELS = 512, 32, 16
"""Of the paper's convolutions, of ours, which has to do without a graphics card, and in a quick
run."""
QUICK_BOARD = "8x8x5"
SIMULATIONS = 100
EPOCHS = 10
LOSSES = {"policy_loss": "policy", "value_loss": "value", "loss": "total"}

Curves = dict[str, list[float]]


def curves_of(folder: Path, games: int) -> Curves:
    """The losses of each epoch of a training, by their names."""
    path = folder / "checkpoints" / f"{games:09}" / "epochs.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in LOSSES}


def losses(run: Run) -> Sequence[str]:
    """Train once on each number of games, and show the losses of each epoch."""
    game, channels = (QUICK_BOARD, QUICK_CHANNELS) if run.quick else ("gomoku", CHANNELS)
    found: dict[str, Curves] = {}
    specs = []
    for count in run.some(SELF_PLAY, 2, "trainings"):
        games = run.count(count, quick=4 + len(specs), what=f"games of self-play of {count}")
        folder = train(
            run,
            f"{count}-games",
            "alphazero",
            game,
            preset="az-gomoku",
            channels=channels,
            epochs=float(EPOCHS),
            games=games,
            report_every=games,
            checkpoint_every=games,
            evaluate_every=0,
        )
        name = str(count) if games == count else f"{count} ({games})"
        found[name] = run.part(f"losses after {count} games", partial(curves_of, folder, games))
        specs.append(spec_of("alphazero", sims=SIMULATIONS, vcf=0, file=folder))
    run.say(
        "The paper shows curves of the losses of one iteration on 10 to 300 games of self-play, "
        "without numbers. It says that with 10 games the losses start high and fall slowly, that "
        "with more games they start and end lower, with little gained beyond 200, and that the "
        "value's loss is far lower than the policy's."
    )
    _show(run, found)
    played = run.games(40, quick=2, what="games of each match")
    titles = [f"{more} against {fewer}" for fewer, more in pairwise(found)]
    rows = [
        [title, *match(run, more, fewer, game, played, name=title).cells()]
        for title, fewer, more in zip(titles, specs, specs[1:], strict=False)
    ]
    run.table(
        f"Each network against the one before it, {SIMULATIONS} simulations a move",
        ("games of self-play", *COLUMNS),
        rows,
    )
    return (
        f"Each training has the paper's {EPOCHS} epochs, and begins with a fresh network. A point "
        "is the mean over the steps of an epoch, on images of the samples that the network learns "
        "from; no samples are held out, nor does the paper say that some are.",
        "With more games an epoch has more steps, so that the same number of epochs is more "
        "training: that alone makes the losses fall further.",
        f"The network has {CHANNELS} channels instead of {PAPER_CHANNELS}; a quick run has "
        f"{QUICK_CHANNELS}, and a board of 8 x 8.",
        "Our own network is not beside it: it learns from other targets, so its losses cannot be "
        "compared.",
        "The matches are ours: the paper asks from which number on more games of self-play do not "
        "make a better player, and answers by the losses alone.",
    )


def _show(run: Run, found: dict[str, Curves]) -> None:
    """A chart of each loss with a curve of each training, and a table of its ends."""
    places = [str(epoch) for epoch in range(1, EPOCHS + 1)]
    for loss, shown in LOSSES.items():
        lines = {f"{name} games": curves[loss] for name, curves in found.items()}
        run.chart(Chart(f"{shown}-loss", f"{shown} loss by epoch", places, lines, "loss", {}))
    for title, at in (("first", 0), ("last", -1)):
        rows = [
            [name, *(f"{curves[loss][at]:.3f}" for loss in LOSSES)]
            for name, curves in found.items()
        ]
        run.table(f"Losses of the {title} epoch", ("games of self-play", *LOSSES.values()), rows)
    ends = [curves["loss"][-1] for curves in found.values()]
    falls = all(more < fewer for fewer, more in pairwise(ends))
    lower = all(curves["value_loss"][-1] < curves["policy_loss"][-1] for curves in found.values())
    run.say(
        f"The total loss of the last epoch {'falls' if falls else 'does not fall each time'} with "
        f"more games. The value's loss is {'' if lower else 'not '}below the policy's in every "
        "training."
    )


if __name__ == "__main__":
    run_experiment(losses)
