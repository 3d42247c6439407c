"""States: a position and the moves that led to it.

A state inherits its fast methods (``legal_actions``, ``apply_action``, ``clone`` and others) from
the C++ core. The methods here are built on those.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow import _core
from inarow.errors import GameOver, IllegalMove, NothingToUndo, TooLarge
from inarow.games.symmetry import Symmetry
from inarow.games.text import PLAYERS, board_lines, side_name
from inarow.spec import MOST_SEED, whole_number

if TYPE_CHECKING:
    from inarow.games.base import Game

LEGAL_MOVES = re.compile(r"; legal are [a-z0-9, ]*[a-z0-9]")
"""What ``IllegalMove`` adds for programs: who sees the board need not read it."""

TERMINAL = -4
"""The value of ``current_player()`` after the end of the game, as in OpenSpiel."""

MOST_COUNTED = 2**63 - 1
"""The largest number of playouts and of classes of states; a 64-bit integer of the core."""

MOST_PLIES = 2**31 - 1
"""The largest depth; an int of the core."""

MOST_THREADS = 256
"""The largest number of threads of a count."""


@dataclass(frozen=True)
class PerftResult:
    """Counts of move sequences: see ``State.perft``."""

    leaves: int
    finished: int
    by_action: dict[int, tuple[int, int]]


@dataclass(frozen=True)
class Census:
    """Counts of states and games: see ``State.census``."""

    states: int
    classes: int
    games: int


class State(_core.State):
    """A position and the moves that led to it.

    >>> import inarow
    >>> state = inarow.load_game("tictactoe").new_initial_state()
    >>> for name in ["b2", "a1", "a3"]:
    ...     state.apply_action(state.game.string_to_action(name))
    >>> print(state)
     3  X . .
     2  . X .
     1  O . .
        a b c
    O to move
    >>> state.history(), state.current_player(), state.is_terminal()
    ([4, 0, 6], 1, False)
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # equal by position, and positions change

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        game: Game = self._game
        return game

    def undo_action(self) -> None:
        """Take back the last action.

        >>> import inarow
        >>> state = inarow.load_game("tictactoe").state_from("b2 a1")
        >>> state.undo_action()
        >>> state.history()
        [4]
        """
        if not self._undo():
            raise NothingToUndo("There is no move to take back: the game is at its start.")

    def child(self, action: SupportsIndex) -> Self:
        """The state after an action; this one does not change."""
        child = self.clone()
        child.apply_action(action)
        return child

    def winner(self) -> int | None:
        """0 or 1 once a player has won, else None."""
        first = self.returns()[0]
        return None if first == 0 else int(first < 0)

    def player_return(self, player: int) -> float:
        """What one player has won: 1.0, -1.0 or 0.0."""
        return self.returns()[whole_number("player", player, 0, 1)]

    def local_boards(self) -> list[str]:
        """The state of each local board: '.' open, 'X' or 'O' won, '=' drawn.

        Local boards are numbered like cells, from the bottom left. The list is empty in games
        without local boards.
        """
        return []

    def forced_board(self) -> int | None:
        """The local board the player to move must use; None if there is no such restriction."""
        return None

    def observation_tensor(
        self, encoding: str | None = None, player: int | None = None
    ) -> npt.NDArray[np.float32]:
        """The state as planes x rows x columns, seen by a player (default: the one to move).

        ``game.encodings()`` lists the encodings of a game and what their planes contain.

        >>> import inarow
        >>> state = inarow.load_game("tictactoe").state_from("a1")
        >>> mine, theirs, empty = state.observation_tensor()
        >>> theirs.tolist()
        [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        """
        mover = self.move_number() % 2
        viewer = mover if player is None else whole_number("player", player, 0, 1)
        return self._encode(self.game.encoding_index(encoding), viewer)

    def transformed(self, symmetry: Symmetry) -> Self:
        """The state and its history, transformed by a symmetry of the game."""
        return self._transformed(symmetry.index)

    def canonical(self) -> tuple[Self, Symmetry]:
        """The smallest image of this state under the symmetries, and the symmetry that gives it.

        Images are compared cell by cell, in the order of actions, with empty before X before O.
        ``symmetry.inverse_action`` maps a move on the image back to this state.

        >>> import inarow
        >>> game = inarow.load_game("tictactoe")
        >>> images = [game.state_from(corner).canonical()[0] for corner in ("a1", "c1", "a3", "c3")]
        >>> [game.action_to_string(image.history()[0]) for image in images]
        ['c3', 'c3', 'c3', 'c3']
        """
        symmetry = self.game.symmetries()[self._canonical_symmetry()]
        return self._transformed(symmetry.index), symmetry

    def random_playouts(self, count: int, seed: int = 0) -> tuple[int, int, int]:
        """Play to the end at random, ``count`` times from here: wins of 0, draws, wins of 1.

        >>> import inarow
        >>> sum(inarow.load_game("ultimate").new_initial_state().random_playouts(1000, seed=1))
        1000
        """
        count = whole_number("count", count, 0, MOST_COUNTED)
        return self._random_playouts(count, whole_number("seed", seed, 0, MOST_SEED))

    def perft(
        self, depth: int, threads: int = 1, progress: Callable[[int, int], object] | None = None
    ) -> PerftResult:
        """Count the move sequences of ``depth`` moves from here, and the games finished on the way.

        >>> import inarow
        >>> result = inarow.load_game("tictactoe").new_initial_state().perft(9)
        >>> result.leaves, result.finished
        (127872, 255168)
        """
        depth = whole_number("depth", depth, 0, MOST_PLIES)
        threads = whole_number("threads", threads, 1, MOST_THREADS)
        if depth == 0:
            return PerftResult(1, 0, {})
        # No game is longer than its cells, so deeper counts are the same.
        rows = self._perft_by_move(min(depth, self.game.max_game_length() + 1), threads, progress)
        return PerftResult(
            leaves=sum(leaves for _, leaves, _ in rows),
            finished=sum(finished for _, _, finished in rows),
            by_action={action: (leaves, finished) for action, leaves, finished in rows},
        )

    def census(
        self, max_classes: int = 10_000_000, progress: Callable[[int], object] | None = None
    ) -> Census:
        """Count what can be reached from here: states, classes up to symmetry, and whole games.

        >>> import inarow
        >>> inarow.load_game("tictactoe").new_initial_state().census()
        Census(states=5478, classes=765, games=255168)
        """
        max_classes = whole_number("max_classes", max_classes, 0, MOST_COUNTED)
        counts = self._census(max_classes, progress)
        if counts is None:
            raise TooLarge(f"There are more than {max_classes} classes of states: raise the limit.")
        return Census(*counts)

    def __str__(self) -> str:
        # The sides as the lines above show them, also where people call them Black and White.
        return "\n".join([*board_lines(self), self.status(PLAYERS)])

    def status(self, sides: tuple[str, str] | None = None) -> str:
        """Who moves, or how the game ended, in words; ``sides`` are other names for the sides.

        >>> import inarow
        >>> state = inarow.load_game("gomoku").new_initial_state()
        >>> state.status(), state.status(("X", "O"))
        ('Black to move', 'X to move')
        """
        first, second = sides or (side_name(self.game, 0), side_name(self.game, 1))
        if not self.is_terminal():
            return f"{second if self.current_player() else first} to move"
        winner = self.winner()
        return "draw" if winner is None else f"{second if winner else first} wins"

    def __repr__(self) -> str:
        return f"<{self.game} after {self.game.format_moves(self.history()) or 'no moves'}>"

    def _repr_svg_(self) -> str:
        """The board as notebooks show it; ``inarow.games.svg.board_svg`` has options."""
        from inarow.games.svg import board_svg  # noqa: PLC0415 (takes a while, and few need it)

        return board_svg(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (str(self.game), self.history())

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def _refuse(self, action: object) -> NoReturn:
        """Raise the error that says why an action is illegal; the core calls this."""
        raise self._why_illegal(action)

    def _why_illegal(self, action: object) -> IllegalMove:
        game = self.game
        last = game.num_distinct_actions() - 1
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            return IllegalMove(
                f"{action!r} is not an action: actions are whole numbers from 0 to {last}, and "
                f"string_to_action reads names such as {game.action_to_string(last)}."
            )
        if self.is_terminal():
            return GameOver(f"The game is over ({self.status()}): no move is legal any more.")
        if not 0 <= number <= last:
            return IllegalMove(
                f"Action {number} is not on the board: actions run from 0 to {last}."
            )
        name = game.action_to_string(number)
        legal = self.legal_actions()
        some = ", ".join(game.action_to_string(a) for a in legal[:5])
        listing = some if len(legal) <= 5 else f"{some} and {len(legal) - 5} more"
        if self.board().flat[number] != 0:
            return IllegalMove(f"{name} is taken; legal are {listing}.")
        return IllegalMove(f"{name} is not open to the player to move; legal are {listing}.")


def _rebuild(spec: str, history: list[int]) -> State:
    from inarow.games.registry import load_game  # noqa: PLC0415 (the registry imports us)

    return load_game(spec).state_from(history)
