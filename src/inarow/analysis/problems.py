"""Problems of five in a row: positions that are won by threats, with their solutions.

200 are victories by fours (VCF) and 100 need threes too (VCT), from games of the engine against
itself; ``experiments/engine/problems.py`` says how they were chosen and verified. A file has one
problem per line: the game, the moves that lead to the position, and the solution from the first
threat to the five, with a long defence. ``#`` starts a comment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Self

from inarow.analysis.threats import KINDS
from inarow.errors import BadFile, InarowError
from inarow.games import State, load_game


@dataclass(frozen=True)
class Problem:
    """A position where the player to move wins by threats, with its solution."""

    kind: str
    game: str
    moves: tuple[int, ...]
    solution: tuple[int, ...]

    @property
    def state(self) -> State:
        """A new state of the position."""
        return load_game(self.game).state_from(self.moves)

    @property
    def plies(self) -> int:
        """The length of the solution: the moves of both sides, including the five."""
        return len(self.solution)

    def line(self) -> str:
        """The problem as a line of its file."""
        game = load_game(self.game)
        moves, solution = (
            game.format_moves(actions).replace(" ", "") for actions in (self.moves, self.solution)
        )
        return f"{self.game} {moves} {solution}  # in {self.plies}"

    @classmethod
    def parse(cls, kind: str, line: str) -> Self:
        """Read what ``line`` wrote.

        >>> problem = Problem.parse("vcf", "gomoku h8a1i8c1j8e1 g8f8k8  # in 3")
        >>> problem.plies, len(problem.moves), problem.state.current_player()
        (3, 6, 0)
        >>> problem.line()
        'gomoku h8a1i8c1j8e1 g8f8k8  # in 3'
        """
        try:
            spec, moves, solution = line.partition("#")[0].split()
            game = load_game(spec)
            history = game.state_from(moves).history()
            return cls(kind, str(game), tuple(history), tuple(game.parse_moves(solution)))
        except (ValueError, InarowError) as error:
            raise BadFile(
                f"A problem is a game, moves and a solution, and {line!r} is not: {error}"
            ) from None


def parse_problems(kind: str, lines: Iterable[str]) -> list[Problem]:
    """The problems of a file, without its comments."""
    return [Problem.parse(kind, line) for line in lines if line.partition("#")[0].strip()]


def load_problems(kind: str) -> list[Problem]:
    """The problems that come with the package, the shortest solutions first: "vcf" or "vct".

    >>> len(load_problems("vcf")), len(load_problems("vct"))
    (200, 100)
    """
    if kind not in KINDS:
        raise BadFile(f"There are no problems {kind!r}: there are {' and '.join(KINDS)}.")
    text = resources.files("inarow.data").joinpath("problems", f"{kind}.txt").read_text("utf-8")
    return parse_problems(kind, text.splitlines())
