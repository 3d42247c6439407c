"""Victory by continuous fours, slowly: every four of the attacker against every defence.

A board is a dict from cells (row, column) to 0 or 1. It shares nothing with the core.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Spot = tuple[int, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass
class Board:
    """Stones on a board, and who would win where."""

    rows: int
    columns: int
    k: int
    exact: bool
    stones: dict[Spot, int] = field(default_factory=dict)

    def on_board(self, spot: Spot) -> bool:
        return 0 <= spot[0] < self.rows and 0 <= spot[1] < self.columns

    def empty(self) -> Iterator[Spot]:
        for row in range(self.rows):
            for column in range(self.columns):
                if (row, column) not in self.stones:
                    yield row, column

    def wins(self, spot: Spot, player: int) -> bool:
        """Whether a stone of this player on a spot completes a row."""
        for up, right in DIRECTIONS:
            length = 1
            for sign in (-1, 1):
                row, column = spot[0] + sign * up, spot[1] + sign * right
                while self.stones.get((row, column)) == player:
                    length += 1
                    row, column = row + sign * up, column + sign * right
            if length == self.k or (length > self.k and not self.exact):
                return True
        return False

    def has_company(self, spot: Spot, player: int, stones: int) -> bool:
        """Whether a line has at least so many stones of a player less than k away from a spot."""
        return any(
            sum(
                self.stones.get((spot[0] + i * up, spot[1] + i * right)) == player
                for i in range(1 - self.k, self.k)
            )
            >= stones
            for up, right in DIRECTIONS
        )

    def winning_spots(self, player: int) -> list[Spot]:
        return [spot for spot in self.empty() if self.wins(spot, player)]

    def wins_through(self, spot: Spot, player: int) -> list[Spot]:
        """The empty spots on the lines of a spot, less than k away, where this player wins."""
        near = {
            (spot[0] + i * up, spot[1] + i * right)
            for up, right in DIRECTIONS
            for i in range(1 - self.k, self.k)
        }
        return sorted(
            s for s in near if self.on_board(s) and s not in self.stones and self.wins(s, player)
        )


def solve(board: Board, attacker: int, fours: int) -> list[Spot] | None:
    """A line of at most this many fours that wins whatever the defender does, or None.

    The attacker is to move. The line alternates, ends with the winning move, and is None also if
    the win needs anything but fours.
    """
    won = board.winning_spots(attacker)
    if won:
        return [won[0]]
    if fours == 0:
        return None
    defender = 1 - attacker
    # With fewer stones on its lines a spot cannot become one of k - 1.
    for spot in [s for s in board.empty() if board.has_company(s, attacker, board.k - 2)]:
        board.stones[spot] = attacker
        line = _after_four(board, spot, attacker, defender, fours)
        del board.stones[spot]
        if line is not None:
            return [spot, *line]
    return None


def _after_four(
    board: Board, spot: Spot, attacker: int, defender: int, fours: int
) -> list[Spot] | None:
    threats = board.wins_through(spot, attacker)
    if not threats or board.winning_spots(defender):
        return None
    longest: list[Spot] = []
    for defence in list(board.empty()):
        standing = [threat for threat in threats if threat != defence]
        if standing:
            line = [defence, standing[0]]
        else:
            board.stones[defence] = defender
            rest = solve(board, attacker, fours - 1)
            del board.stones[defence]
            if rest is None:
                return None
            line = [defence, *rest]
        # The defence to show: the one that lasts longest, or at least takes away a threat.
        if (len(line), defence in threats) > (
            len(longest),
            bool(longest) and longest[0] in threats,
        ):
            longest = line
    return longest


def shortest(board: Board, attacker: int, most_fours: int) -> list[Spot] | None:
    """The line with the fewest fours."""
    if solve(board, attacker, most_fours) is None:
        return None
    lines = (solve(board, attacker, fours) for fours in range(most_fours + 1))
    return next(line for line in lines if line is not None)
