"""Ultimate's figure 12: what the gate said in each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import comb
from pathlib import Path

from experiments.experiment import Run, points, run_experiment
from experiments.matches import COLUMNS, match, spec_of, train, training_events
from experiments.page import Chart

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval

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
GATE = 24
"""Games of the gate."""
PASS = 0.55
"""Share of the decided ones that a new network must win."""
SIMULATIONS = 15
"""Of a move, in self-play and in the gate."""
CHANNELS = 32
"""Of each convolution; the paper names no sizes."""
WINDOW = 8000
"""Positions, those of about seven iterations; the paper does not say how much old data it keeps."""
OPPONENTS = ("random", "mcts:sims=2000")
TRAINED = "trained as in the paper"


def gates_of(folder: Path) -> list[dict[str, float]]:
    """What each gate of a training said, and the losses before it."""
    return [
        {
            **{name: int(event[f"gate_{name}"]) for name in ("wins", "losses", "draws")},
            "kept": int(event["accepted"]),
            "policy_loss": round(event["policy_loss"], 4),
            "value_loss": round(event["value_loss"], 4),
            "seconds": event["seconds"],
        }
        for event in training_events(folder)
    ]


def gate(run: Run) -> Sequence[str]:
    """Train with the paper's set-up, and read what its gate said."""
    iterations = run.count(len(PAPER), quick=2, what="iterations")
    episodes, size = (
        (2, {"channels": 8, "gate_games": 2, "epochs": 1.0})
        if run.quick
        else (EPISODES, {"channels": CHANNELS, "window": WINDOW})
    )
    folder = train(
        run,
        "training",
        "alphazero",
        "ultimate",
        preset="ultimate",
        play_sims=SIMULATIONS,
        games=iterations * episodes,
        report_every=episodes,
        checkpoint_every=episodes,
        evaluate_every=0,
        **size,
    )
    gates = run.part("gates", partial(gates_of, folder))
    rows = []
    for number, (paper, found) in enumerate(zip(PAPER, gates, strict=False), start=1):
        ours = [found[name] for name in ("wins", "losses", "draws")]
        kept = "kept" if found["kept"] else "discarded"
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
    if not run.quick:
        run.say(_together("the paper", [row[1:4] for row in rows]))
        run.say(_together("ours", [row[5:8] for row in rows]))
    places = [str(number) for number in range(1, len(rows) + 1)]
    lines = {"paper": [a / (a + b) for a, b, _ in PAPER[: len(rows)]]}
    lines["ours"] = [_part(found["wins"], found["losses"]) for found in gates]
    bands = {"ours": [_interval(found["wins"], found["losses"]) for found in gates]}
    run.chart(Chart("gate", "Decided games won by the new network", places, lines, "share", bands))
    games = run.games(40, quick=2, what="games against each player")
    trained = spec_of("alphazero", file=folder, sims=100)
    first = folder / "checkpoints" / f"{episodes:09}"
    beginner = spec_of("alphazero", file=first, sims=100)
    opponents = {f"`{each}`": each for each in OPPONENTS}
    pairs = [(TRAINED, trained, *each) for each in opponents.items()]
    pairs.append((TRAINED, trained, "itself after one iteration", beginner))
    if not run.quick:
        pairs += [("ours", "alphazero:sims=100", *each) for each in opponents.items()]
    found = [
        [
            name,
            shown,
            *match(run, player, other, "ultimate", games, name=f"{name} v {shown}").cells(),
        ]
        for name, player, shown, other in pairs
    ]
    run.table("How strong the networks are", ("network", "opponent", *COLUMNS), found)
    return (
        "The 64 images of a position that the paper trains on are not used: only 8 of them keep "
        "the rules of the game (see `symmetries` of the learner).",
        "Proven wins and losses are backed up in our search.",
        f"Each convolution has {CHANNELS} channels, and the last {WINDOW:,} positions and more are "
        "learned from: the paper names neither.",
        "The matches are ours; the paper judges its network by playing against it.",
        "A quick run has a small network, two games and two games of the gate in an iteration.",
    )


def kept_by_luck(draws: float) -> float:
    """The chance that a network as strong as the last one passes the gate; ``draws`` is a share."""
    return sum(
        comb(GATE, decided)
        * (1 - draws) ** decided
        * draws ** (GATE - decided)
        * sum(comb(decided, wins) for wins in range(decided + 1) if wins >= PASS * decided)
        / 2**decided
        for decided in range(1, GATE + 1)
    )


def _together(name: str, gates: Sequence[Sequence[int]]) -> str:
    """What all gates say: wins, losses and draws of each."""
    wins, losses, draws = map(sum, zip(*gates, strict=True))
    luck = kept_by_luck(draws / (wins + losses + draws))
    return (
        f"All gates together, {name}: {wins} wins, {losses} losses and {draws} draws, "
        f"{points(Counts(wins=wins, losses=losses))} of the decided games. With that share of "
        "draws, a network that is exactly as strong as the last one is kept by a gate of "
        f"{GATE} games with a chance of {luck:.0%}."
    )


def _part(wins: float, losses: float) -> float:
    return wins / (wins + losses) if wins + losses else 0.5


def _interval(wins: float, losses: float) -> tuple[float, float]:
    """95 % of that share."""
    if not wins + losses:
        return 0.0, 1.0
    return score_interval(Counts(wins=int(wins), losses=int(losses)))


def _share(wins: float, losses: float) -> str:
    return f"{_part(wins, losses):.1%}"


if __name__ == "__main__":
    run_experiment(gate)
