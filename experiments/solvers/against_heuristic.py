"""What tables 5.2 and 5.3 of Solvers have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.experiment import Run
from experiments.matches import COLUMNS, match, train

AS_IN_PAPER = {"td": {"preset": "paper"}, "shared-mcts": {}, "alphazero": {"preset": "solvers"}}
"""Settings of the paper's learners; the graph of shared MCTS has them by default."""
SELF_PLAY = 100
"""Games that the paper's TD learner plays; its AlphaZero has five epochs, and names no games."""


def compare(
    run: Run, *, game: str, depth: int, paper: Mapping[str, str], ours: Sequence[str]
) -> Sequence[str]:
    """Rows of the paper, of its methods trained as it says, and of our best versions."""
    opponent = f"negamax:depth={depth}"
    games = run.games(200, quick=2, what="games of each match")
    rows: list[list[object]] = [
        [f"paper: {name}, 10 games: W D L {results}", "", "", "", "", ""]
        for name, results in paper.items()
    ]
    self_play = run.count(SELF_PLAY, quick=4, what="games of self-play of each learner")
    for learner in paper:
        folder = train(
            run,
            f"{learner}-paper",
            learner,
            game,
            games=self_play,
            evaluate_every=0,
            **AS_IN_PAPER[learner],
        )
        name = f"{learner}, trained as in the paper"
        found = match(run, f"{learner}:file={folder}", opponent, game, games, name=name)
        rows.append([f"ours: {name}", *found.cells()])
    for player in run.some(list(ours), 2, "players"):
        rows.append([f"ours: `{player}`", *match(run, player, opponent, game, games).cells()])
    run.say(
        "The paper plays ten games of each method against its heuristic alpha-beta of depth "
        f"{depth} on {game}. Ten games say little: 10 wins in 10 games are 69 % to 100 % with 95 % "
        "confidence."
    )
    run.table(f"Against `{opponent}` on {game}", ("player", *COLUMNS), rows)
    return (
        f"The opponent is our `{opponent}`, which has the paper's weights of patterns and is "
        "several hundred times as fast.",
        "Games begin with two random moves, each opening played with both colours: our players are "
        "deterministic and would repeat one game.",
        f"TD and AlphaZero as in the paper are the presets `paper` and `solvers` with {self_play} "
        "games of self-play, shared MCTS a graph of as many; the others play with what comes with "
        "inarow.",
    )
