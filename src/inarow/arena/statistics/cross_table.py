"""The cross table: the scores of players against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Counts(NamedTuple):
    """Wins, draws and losses of one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    def plus(self, other: Counts) -> Counts:
        """The sum of both."""
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def reversed(self) -> Counts:
        """The same games for the other side."""
        return Counts(self.losses, self.draws, self.wins)


def one_game(result: float) -> Counts:
    """A game by its result for one side: 1, 0 or -1."""
    return Counts(int(result > 0), int(result == 0), int(result < 0))


class CrossTable:
    """Results by player and colour.

    >>> table = CrossTable(["mcts", "greedy"])
    >>> table.add("mcts", "greedy", 1.0)
    >>> table.add("greedy", "mcts", 0.0)
    >>> table.between("mcts", "greedy"), table.points("mcts")
    (Counts(wins=1, draws=1, losses=0), 1.5)
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._counts: dict[tuple[str, str], Counts] = {}

    def add(self, first: str, second: str, result: float) -> None:
        """Count a game; the result is the first player's: 1, 0 or -1."""
        self.add_counts(first, second, one_game(result))

    def add_counts(self, first: str, second: str, counts: Counts) -> None:
        """Count games in which ``first`` moved first, by its score."""
        self._counts[first, second] = self.as_first(first, second).plus(counts)

    def as_first(self, first: str, second: str) -> Counts:
        """The score of ``first`` against ``second`` when it moved first."""
        return self._counts.get((first, second), Counts())

    def between(self, player: str, opponent: str) -> Counts:
        """The score of ``player`` against ``opponent`` with either colour."""
        return self.as_first(player, opponent).plus(self.as_first(opponent, player).reversed())

    def total(self, player: str) -> Counts:
        """The total score of ``player``."""
        total = Counts()
        for opponent in self.players:
            if opponent != player:
                total = total.plus(self.between(player, opponent))
        return total

    def points(self, player: str) -> float:
        """The total points of ``player``."""
        return self.total(player).points
