"""What tables 5.2 and 5.3 of Solvers have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from experiments.experiment import Run
from experiments.matches import COLUMNS, match, records_of, spec_of, train

import inarow
from inarow.arena.records import read_log
from inarow.solving import solve

AS_IN_PAPER = {"td": {"preset": "paper"}, "shared-mcts": {}, "alphazero": {"preset": "solvers"}}
"""Settings of the paper's learners; the graph of shared MCTS has them by default."""
SELF_PLAY = 100
"""Games that the paper's TD learner plays; its AlphaZero has five epochs, and names no games."""


@cache
def value_of(game: str, opening: tuple[int, ...]) -> str:
    """The exact value of an opening for the player to move: win, draw or loss."""
    solution = solve(inarow.load_game(game).state_from(opening))
    assert solution is not None, "the board is too large to be solved"
    return solution.value


def avoidable_losses(run: Run, player: str, game: str, name: str) -> int:
    """Games of a match that a player has lost though its opening was not lost for it."""
    found = 0
    for record in read_log(records_of(run, name)):
        side = record.players.index(player)
        assert record.result is not None
        if record.result[side] < 0:
            opening = record.moves[: record.opening]
            lost = "loss" if len(opening) % 2 == side else "win"
            found += value_of(game, opening) != lost
    return found


def compare(
    run: Run,
    *,
    game: str,
    depth: int,
    paper: Mapping[str, str],
    ours: Sequence[str],
    solved: bool = False,
) -> Sequence[str]:
    """Rows of the paper, of its methods trained as it says, and of our best versions.

    If the board can be ``solved``, a column has the losses that perfect play would have avoided.
    """
    opponent = f"negamax:depth={depth}"
    extra = ("avoidable losses",) if solved else ()

    def cells(player: str, name: str) -> list[object]:
        shown = match(run, player, opponent, game, games, name=name).cells()
        if solved:
            count = partial(avoidable_losses, run, player, game, name)
            shown.append(run.part(f"avoidable losses: {name}", count))
        return shown

    games = run.games(200, quick=2, what="games of each match")
    rows: list[list[object]] = [
        [f"paper: {name}, 10 games: W D L {results}", *[""] * len((*COLUMNS, *extra))]
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
        rows.append([f"ours: {name}", *cells(spec_of(learner, file=folder), name)])
    for player in run.some(list(ours), 2, "players"):
        rows.append([f"ours: `{player}`", *cells(player, f"{player} v {opponent} on {game}")])
    run.say(
        "The paper plays ten games of each method against its heuristic alpha-beta of depth "
        f"{depth} on {game}. Ten games say little: 10 wins in 10 games are 69 % to 100 % with 95 % "
        "confidence."
    )
    run.table(f"Against `{opponent}` on {game}", ("player", *COLUMNS, *extra), rows)
    if solved:
        run.say(
            "An avoidable loss is one from an opening that `inarow solve` does not call lost for "
            "the player."
        )
    return (
        f"The opponent is our `{opponent}`, which has the paper's weights of patterns and is "
        "several hundred times as fast.",
        "Games begin with two random moves, each opening played with both colours: our players are "
        "deterministic and would repeat one game.",
        f"TD and AlphaZero as in the paper are the presets `paper` and `solvers` with {self_play} "
        "games of self-play, shared MCTS a graph of as many; the others play with what comes with "
        "inarow.",
        "Players that search as long as the time allows have a number of nodes a move instead, so "
        "that the games do not depend on the machine.",
    )
