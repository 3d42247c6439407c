"""AZ-Gomoku's comparison that it did not play: greedy, pure MCTS, AlphaZero and DQN."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from experiments.experiment import Run, points, run_experiment
from experiments.matches import Match, match, spec_of, train

GREEDY, MCTS = "greedy", "pure MCTS"
PAPER_AZ, PAPER_DQN = "AlphaZero, as in the paper", "DQN, as in the paper"
AZ, DQN = "AlphaZero, ours", "DQN, ours"

SELF_PLAY = 50
"""Games of AlphaZero as in the paper, in one iteration: those of the better network of table 2."""
EPISODES = 100
"""Of DQN as in the paper."""

CLAIMS = (
    *((MCTS, GREEDY), (MCTS, PAPER_AZ), (MCTS, PAPER_DQN)),
    *((GREEDY, PAPER_AZ), (GREEDY, PAPER_DQN), (MCTS, AZ), (MCTS, DQN), (GREEDY, AZ)),
    (GREEDY, DQN),
)
"""Who beats whom by the paper's words; then the same of our learners."""


def players(run: Run) -> Sequence[str]:
    """Train the paper's learners, and let all play each other."""
    game = "8x8x5" if run.quick else "gomoku"
    games = run.games(40, quick=2, what="games of each match")
    specs = {
        GREEDY: "greedy",
        MCTS: "heuristic-mcts",
        PAPER_AZ: _alphazero(run, game),
        PAPER_DQN: _dqn(run, game),
        AZ: "alphazero:sims=400",
        DQN: "dqn",
    }
    names = list(specs)[:4] if run.quick else list(specs)
    found = {
        (one, other): match(
            run, specs[one], specs[other], game, games, name=f"{one} against {other}"
        )
        for one, other in combinations(names, 2)
    }
    run.say(
        "The paper shows no games between its players, for they are on different levels: pure MCTS "
        "beats all others in all games, and greedy is much stronger than AlphaZero and DQN."
    )
    run.table(f"Each against each on {game}: points of the row", ("", *names), _cross(names, found))
    rows = []
    for stronger, weaker in CLAIMS:
        if weaker in names:
            score = found.get((stronger, weaker)) or found[weaker, stronger].turned()
            rows.append(
                [f"{stronger} beats {weaker}", _verdict(score), *_results(score), score.distinct]
            )
    columns = ("claim", "", "moving first: W D L", "moving second: W D L", "points", "distinct")
    run.table("What the paper says, and what was played", columns, rows)
    return (
        f"AlphaZero as in the paper learned from {SELF_PLAY} games with 64 channels instead of "
        f"512 and plays with 100 simulations; DQN from {EPISODES} episodes with its second set of "
        "numbers, 8 channels in the first convolution, and 32 samples for each move.",
        "Pure MCTS is `heuristic-mcts`, 400 simulations. Ours are `alphazero:sims=400` and `dqn` "
        "with the weights that come with inarow.",
        "Games begin with two random moves, each opening played with both colours.",
        "A quick run has a board of 8 x 8, small trainings, and none of our learners.",
    )


def _alphazero(run: Run, game: str) -> str:
    count = run.count(SELF_PLAY, quick=4, what="games of self-play of AlphaZero")
    folder = train(
        run,
        "alphazero",
        "alphazero",
        game,
        preset="az-gomoku",
        channels=16 if run.quick else 64,
        games=count,
        report_every=count,
        checkpoint_every=count,
        evaluate_every=0,
    )
    return spec_of("alphazero", sims=100, batch=1, vcf=0, file=folder)


def _dqn(run: Run, game: str) -> str:
    count = run.count(EPISODES, quick=4, what="episodes of DQN")
    folder = train(
        run,
        "dqn",
        "dqn",
        game,
        preset="paper-2",
        channels=8,
        reuse=4.0 if run.quick else 32.0,
        games=count,
        checkpoint_every=count,
        evaluate_every=0,
    )
    return spec_of("dqn", file=folder)


def _cross(names: Sequence[str], found: dict[tuple[str, str], Match]) -> list[list[object]]:
    def cell(one: str, other: str) -> str:
        if one == other:
            return ""
        score = found.get((one, other)) or found[other, one].turned()
        return points(score.counts, score.pairs)

    return [[one, *(cell(one, other) for other in names)] for one in names]


def _results(score: Match) -> list[object]:
    first, second, shown, *_ = score.cells()
    return [first, second, shown]


def _verdict(score: Match) -> str:
    """Whether the points show it: the interval is above or below a half."""
    low, high = score.interval()
    return "yes" if low > 0.5 else "no, the other way" if high < 0.5 else "not shown"


if __name__ == "__main__":
    run_experiment(players)
