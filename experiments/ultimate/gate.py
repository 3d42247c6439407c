"""Ultimate's figure 12: what the gate said in each iteration."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, match, train
from experiments.page import Chart

from inarow.runlog import RunFolder

# Wins, losses and draws of the new network against the last one, 24 games.
PAPER = (
    *((10, 10, 4), (12, 8, 4), (5, 8, 11), (3, 8, 13), (5, 7, 12), (6, 4, 14), (3, 4, 17)),
    *((7, 1, 16), (4, 3, 17), (4, 3, 17), (12, 11, 1), (10, 9, 5), (10, 8, 6), (9, 9, 6)),
    *((10, 9, 5), (8, 9, 7), (11, 11, 2), (10, 11, 3), (8, 8, 8), (12, 8, 4), (11, 8, 5)),
    *((8, 11, 5), (8, 9, 7), (9, 7, 8), (9, 10, 5), (10, 9, 5), (9, 7, 8), (11, 8, 5)),
    (10, 8, 6),
)
EPISODES = 20
"""Games of self-play in an iteration."""


def gate(run: Run) -> Sequence[str]:
    """Train with the paper's set-up, and read what its gate said."""
    iterations = run.count(len(PAPER), quick=2, what="iterations")
    episodes, small = (
        (2, {"channels": 8, "gate_games": 2, "epochs": 1.0}) if run.quick else (EPISODES, {})
    )
    folder = train(
        run,
        "training",
        "alphazero",
        "ultimate",
        preset="ultimate",
        games=iterations * episodes,
        report_every=episodes,
        checkpoint_every=episodes * 5,
        evaluate_every=0,
        **small,
    )
    events = [each for each in RunFolder(folder).events() if "gate_wins" in each]
    rows = []
    for number, (paper, event) in enumerate(zip(PAPER, events, strict=False), start=1):
        ours = [int(event[f"gate_{name}"]) for name in ("wins", "losses", "draws")]
        kept = "kept" if event["accepted"] else "discarded"
        rows.append([number, *paper, _share(*paper[:2]), *ours, _share(*ours[:2]), kept])
    run.say(
        "The paper trains for 29 iterations, 36 hours on a P100: 20 games of self-play with 15 "
        "simulations a move, then 24 games of the new network against the last one; it is kept if "
        "it wins 55 % of the decided games."
    )
    columns = ("W", "L", "D", "won")
    heads = (
        "iteration",
        *(f"paper: {c}" for c in columns),
        *(f"ours: {c}" for c in columns),
        "ours",
    )
    run.table("The gate", heads, rows)
    places = [str(number) for number in range(1, len(rows) + 1)]
    lines = {"paper": [a / (a + b) for a, b, _ in PAPER[: len(rows)]]}
    lines["ours"] = [_part(event["gate_wins"], event["gate_losses"]) for event in events]
    run.chart(Chart("gate", "Decided games won by the new network", places, lines, "share", {}))
    games = run.games(100, quick=2, what="games against mcts")
    players = (("trained as in the paper", f"alphazero:file={folder},sims=100"),)
    if not run.quick:
        players += (("ours", "alphazero:sims=100"),)
    found = [
        [name, *match(run, player, "mcts:sims=2000", "ultimate", games, name=name).cells()]
        for name, player in players
    ]
    run.table("Against `mcts:sims=2000`", ("network", *COLUMNS), found)
    return (
        "The 64 images of a position that the paper trains on are not used: only 8 of them keep "
        "the rules of the game (see `symmetries` of the learner).",
        "Proven wins and losses are backed up in our search.",
        "A quick run has a small network, two games and two games of the gate in an iteration.",
    )


def _part(wins: float, losses: float) -> float:
    return wins / (wins + losses) if wins + losses else 0.5


def _share(wins: float, losses: float) -> str:
    return f"{_part(wins, losses):.1%}"


if __name__ == "__main__":
    run_experiment(gate)
