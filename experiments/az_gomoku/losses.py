"""AZ-Gomoku's figure 2: losses after 10, 50, 100, 200 and 300 games of self-play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, match, train
from experiments.page import Chart

from inarow.runlog import RunFolder

SELF_PLAY = (10, 50, 100, 200, 300)
CHANNELS = 32
SIMULATIONS = 100
NAMES = {"loss": "total", "policy_loss": "policy", "value_loss": "value"}


def losses(run: Run) -> Sequence[str]:
    """Train once on each number of games; the losses are the means over its epochs."""
    game, channels = ("8x8x5", 16) if run.quick else ("gomoku", CHANNELS)
    counts, found, names, specs = [], [], [], []
    for count in run.some(SELF_PLAY, 2, "trainings"):
        games = run.count(count, quick=4, what=f"games of self-play of {count}")
        folder = train(
            run,
            f"{count}-games",
            "alphazero",
            game,
            preset="az-gomoku",
            channels=channels,
            games=games,
            report_every=games,
            checkpoint_every=games,
            evaluate_every=0,
        )
        events = [each for each in RunFolder(folder).events() if each["kind"] == "train"]
        counts.append(games)
        found.append({name: float(events[-1][name]) for name in NAMES})
        names.append(str(count) if games == count else f"{count} ({games})")
        specs.append(f"alphazero:sims={SIMULATIONS},vcf=0,file={folder}")
    played = run.games(40, quick=2, what="games of each match")
    strength = [
        [shown, *match(run, more, fewer, game, played, name=shown).cells()]
        for shown, more, fewer in zip(
            (f"{more} against {fewer}" for fewer, more in pairwise(names)),
            specs[1:],
            specs,
            strict=False,
        )
    ]
    run.say(
        "The paper shows loss curves of one iteration on 10 to 300 games of self-play: with more "
        "games the losses fall faster and end lower, with little gained beyond 100; the value's "
        "loss is far lower than the policy's."
    )
    rows = [
        [count, *(f"{each[name]:.3f}" for name in NAMES)]
        for count, each in zip(counts, found, strict=True)
    ]
    run.table("Losses, mean over the epochs", ("games of self-play", *NAMES.values()), rows)
    lines = {shown: [each[name] for each in found] for name, shown in NAMES.items()}
    run.chart(
        Chart("losses", "Losses by games of self-play", [*map(str, counts)], lines, "loss", {})
    )
    run.table(
        f"Each network against the one before it, {SIMULATIONS} simulations a move",
        ("games of self-play", *COLUMNS),
        strength,
    )
    return (
        "The paper's curves have no numbers; ours are the means over the ten epochs of an "
        "iteration.",
        "Our own network is not beside it: it learns from other targets, so its losses cannot be "
        "compared.",
        f"{CHANNELS} channels instead of 512; a quick run has a board of 8 x 8 and 16 channels.",
        "The matches are ours: the paper asks from which number on more games of self-play do not "
        "make a better player, and answers by the losses alone.",
    )


if __name__ == "__main__":
    run_experiment(losses)
