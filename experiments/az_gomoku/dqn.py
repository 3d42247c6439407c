"""AZ-Gomoku's figures 3 and 4: DQN with and without a greedy opponent, and two sets of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from experiments.experiment import Run, run_experiment
from experiments.matches import train
from experiments.page import Chart

from inarow.runlog import RunFolder

OPPONENTS = {"without greedy": "random-self", "with greedy": "random-self-greedy"}
SETS = {"set 1": "paper-1", "set 2": "paper-2", "ours": "ours"}
SIDES = {"first": "black", "second": "white"}
ITERATION = 10
"""Episodes; a point of the curves."""


def rewards_of(run: Run, name: str, **settings: str) -> list[float]:
    """The learner's reward of each episode of a training: 1, 0 or -1."""
    episodes = run.count(100, quick=20, what="episodes")
    folder = train(
        run,
        name,
        "dqn",
        "5x5x4" if run.quick else "9x9x5",
        games=episodes,
        report_every=1,
        checkpoint_every=episodes,
        evaluate_every=0,
        channels=8,
        reuse=4.0 if run.quick else 32.0,
        **settings,
    )
    events = RunFolder(folder).events()
    return [float(event["reward"]) for event in events if event["kind"] == "train"]


def dqn(run: Run) -> Sequence[str]:
    """Train each set-up, and show wins so far and rewards."""
    won = {
        f"{name}, {shown}": rewards_of(
            run, f"{pool}-{side}", preset="paper-1", pool=pool, side=side
        )
        for name, pool in OPPONENTS.items()
        for side, shown in SIDES.items()
    }
    sets = {
        name: rewards_of(run, preset, preset=preset, side="first") for name, preset in SETS.items()
    }
    run.say(
        "The paper trains its DQN for ten iterations of ten episodes against random and itself in "
        "turn, and against greedy, too. Without greedy it wins about 60 % as black and hovers "
        "there; with greedy it wins far less (figure 3). A second set of numbers raises the moving "
        "average of the reward (figure 4)."
    )
    places = [str(number) for number in range(1, len(next(iter(won.values()))) // ITERATION + 1)]
    run.chart(
        Chart(
            "figure-3",
            "Figure 3: wins so far",
            places,
            {name: _wins_so_far(found) for name, found in won.items()},
            "share",
            {},
        )
    )
    run.chart(
        Chart(
            "figure-4",
            "Figure 4: mean reward of an iteration",
            places,
            {name: _means(found) for name, found in sets.items()},
            "reward",
            {},
        )
    )
    rows = [
        [figure, name, *(found.count(result) for result in (1.0, 0.0, -1.0))]
        for figure, runs in ((3, won), (4, {f"{name}, black": each for name, each in sets.items()}))
        for name, found in runs.items()
    ]
    run.table("Episodes", ("figure", "training", "wins", "draws", "losses"), rows)
    return (
        "The target has the opponent's sign: the paper's formula adds the value of the next "
        "position, which is the opponent's.",
        "Ours has the same opponents by shares, not in turn, and a residual network with a dueling "
        "head.",
        "9 x 9 instead of 15 x 15, 8 channels in the first convolution, and 32 samples for each "
        "move; the paper names no sizes. A quick run has 5 x 5, four in a row.",
    )


def _wins_so_far(rewards: list[float]) -> list[float]:
    wins = list(accumulate(float(reward > 0) for reward in rewards))
    return [wins[end - 1] / end for end in range(ITERATION, len(rewards) + 1, ITERATION)]


def _means(rewards: list[float]) -> list[float]:
    starts = range(0, len(rewards) - ITERATION + 1, ITERATION)
    return [sum(rewards[start : start + ITERATION]) / ITERATION for start in starts]


if __name__ == "__main__":
    run_experiment(dqn)
