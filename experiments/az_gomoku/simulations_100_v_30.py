"""AZ-Gomoku's tables 1 and 2: one network with 100 simulations a move against itself with 30."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, points, run_experiment
from experiments.matches import COLUMNS, match, spec_of, train

from inarow.arena.statistics.cross_table import Counts

MORE, FEWER = 100, 30
"""Simulations of the two players."""

# Games of self-play: results of the player with more simulations, moving first and second.
PAPER = {
    10: (Counts(wins=24, losses=16), Counts(wins=21, losses=19)),
    50: (Counts(wins=31, losses=9), Counts(wins=25, losses=15)),
}


def simulations(run: Run) -> Sequence[str]:
    """Train, play, and set a row for each network beside the paper's."""
    game, channels = ("8x8x5", 16) if run.quick else ("gomoku", 64)
    games = run.games(200, quick=4, what="games of each match")
    rows: list[list[object]] = []
    for self_play, (first, second) in run.some(list(PAPER.items()), 1, "networks"):
        folder = train(
            run,
            f"{self_play}-games",
            "alphazero",
            game,
            preset="az-gomoku",
            channels=channels,
            games=self_play,
            report_every=self_play,
            checkpoint_every=self_play,
            evaluate_every=0,
        )
        # One leaf at a time, as in the paper.
        more, fewer = (
            spec_of("alphazero", sims=n, batch=1, vcf=0, file=folder) for n in (MORE, FEWER)
        )
        name = f"after {self_play} games"
        sides = (f"{side.wins} {side.draws} {side.losses}" for side in (first, second))
        rows += [
            [f"paper, {name}", *sides, points(first.plus(second)), "not known", "", ""],
            [f"ours, {name}", *match(run, more, fewer, game, games, name=name).cells()],
        ]
    if not run.quick:
        more, fewer = (f"alphazero:sims={n}" for n in (MORE, FEWER))
        rows.append(["our network", *match(run, more, fewer, game, games).cells()])
    run.say(
        "The paper trains its AlphaZero in one iteration on 10 and on 50 games of self-play and "
        f"lets the network with {MORE} simulations a move play against itself with {FEWER}, 40 "
        "games with either as black."
    )
    run.table(f"{MORE} against {FEWER} simulations", ("network", *COLUMNS), rows)
    return DEVIATIONS


DEVIATIONS = (
    "Our network is the one that comes with inarow, see `weights/manifest.json`.",
    "The network has 64 channels instead of 512, which take too long without a graphics card; its "
    "dense layers shrink with them. A quick run has a board of 8 x 8 and 16 channels.",
    "The paper's games begin with an empty board. Our players are deterministic, so that ours "
    "begin with two random moves, each opening played with both colours.",
    "Our search backs up proven wins and losses, and sees a win in one move and a threat that must "
    "be blocked without a simulation. Both players have that.",
    "The paper names neither noise at the root nor the temperature, the optimiser or images of "
    "samples. Ours are those of the preset: no noise, temperature 1 until ply 25, AdamW, and a "
    "random one of the 8 images each time.",
    "The learning rate rises to the paper's 0.001 and falls to 0 during the 10 epochs; the paper's "
    "is constant.",
)


if __name__ == "__main__":
    run_experiment(simulations)
