"""Gomoku-ABM's table: our players against engines of Gomocup that the user has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from experiments.experiment import Run, run_experiment
from experiments.matches import COLUMNS, MARGIN_SAYS, match, spec_of

from inarow import Limits

# Wins of 12 games of the paper's minimax and of its MCTS.
PAPER = {
    "Yixin17": (2, 1),
    "Wine": (1, 0),
    "Pela17": (0, 0),
    "Zetor17": (2, 0),
    "Eulring": (5, 0),
    "Sparkle": (10, 0),
    "Noesis": (9, 2),
    "PISQ7": (11, 7),
    "Purerocky": (12, 11),
    "Valkyrie": (11, 4),
    "Fiverow": (10, 6),
    "Mushroom": (12, 12),
}
PLAYERS = ("threat", "knowledge-mcts", "engine")
"""The paper's two methods, and our best."""
GAMES = 12
MOVE, GAME = 15.0, 90.0
"""Seconds of a move and of all moves of a player in a game."""
FASTEST = 0.05
"""The smallest share of that time to which a budget scales the clock, before games are dropped."""
OPENINGS = "fixed"
"""Three openings, as in the paper, which does not show its own: see docs/openings.md."""


@dataclass(frozen=True)
class Plan:
    """What fits into a time: matches, games of each, and the share of the paper's clock."""

    matches: int
    games: int = GAMES
    clock: float = 1.0

    @property
    def seconds(self) -> float:
        """Of all games, if both sides of each use up their clocks."""
        return self.matches * self.games * 2 * GAME * self.clock


def plan(matches: int, seconds: float | None) -> Plan:
    """So many matches in a time: first the clock is scaled, then games and matches are dropped.

    >>> plan(3, None), plan(3, 3240.0)
    (Plan(matches=3, games=12, clock=1.0), Plan(matches=3, games=12, clock=0.5))
    >>> plan(36, 660.0)
    Plan(matches=36, games=2, clock=0.05092592592592592)
    """
    if seconds is None:
        return Plan(matches)
    pair = 2 * 2 * GAME * FASTEST  # two games with the shortest clocks
    fitting = max(1, min(matches, int(seconds / pair)))
    each = seconds / fitting
    games = max(2, min(GAMES, 2 * int(each / pair)))
    return Plan(fitting, games, min(1.0, each / (games * 2 * GAME)))


def engines(run: Run) -> Sequence[str]:
    """Play against each engine that was given, else only show the paper's table."""
    opponents = run.engines or {"greedy": ""}
    pairs = list(product(opponents.items(), run.some(PLAYERS, 1, "players")))
    chosen = Plan(len(pairs), 2) if run.quick else plan(len(pairs), run.budget)
    clock = Limits(time=MOVE * chosen.clock, left=GAME * chosen.clock)
    if run.quick:
        clock = Limits(time=0.1)
        run.scale("the clock", "0.1 s a move")
    elif chosen.clock < 1:
        run.scale("the clock", f"{clock.time:.3g} s a move and {clock.left:.3g} s a game")
    if chosen.games < GAMES:
        run.scale("games of each match", f"{chosen.games} instead of {GAMES}")
    if skipped := [f"{player} against {name}" for (name, _), player in pairs[chosen.matches :]]:
        run.scale("matches that did not fit", ", ".join(skipped))
    rows: list[list[object]] = []
    for (name, command), player in pairs[: chosen.matches]:
        opponent = spec_of("external", cmd=command) if command else name
        found = match(run, player, opponent, "gomoku", chosen.games, clock, openings=OPENINGS)
        rows.append([name, f"`{player}`", *found.cells()])
    run.say(
        "The paper's minimax with threat-space search and its knowledge-based MCTS play 12 games "
        f"each against twelve engines of Gomocup, {MOVE:g} s a move and {GAME:g} s a game."
    )
    paper = [[name, *wins] for name, wins in PAPER.items()]
    run.table("The paper: wins of 12", ("engine", "minimax", "MCTS"), paper)
    run.table("Ours", ("engine", "player", *COLUMNS), rows)
    if not run.engines:
        run.say("No engine was given, so `greedy` stands in: `--engine NAME=CMD`, once for each.")
    return (
        "The engines of Gomocup are programs of others and do not come with inarow.",
        "The paper has three fixed openings, which it does not show. Ours are the three of "
        "`--openings fixed`, each played with both colours.",
        "`threat` is limited to fours in its search for threats; the paper's also tries moves that "
        "make a three. `knowledge-mcts` grows a tree; the paper's counts playouts for each move of "
        "the root.",
        MARGIN_SAYS,
    )


if __name__ == "__main__":
    run_experiment(engines)
