"""Many games at once: one call plays an action in each of them.

The arrays of a vector are views of memory in the core: they are read-only, they always show the
games as they are now, and reading them copies nothing. Copy what must outlive the next step.
"""

from __future__ import annotations

import operator
import secrets
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow import _core
from inarow.errors import BadSpec, IllegalMove
from inarow.games.base import Game
from inarow.games.state import State

MAX_BYTES = 4 * 2**30
"""The most memory that a vector may take."""


class Vector:
    """``n`` games of one kind, played in step. ``inarow.vector`` makes one.

    >>> import inarow
    >>> games = inarow.vector("tictactoe", 2, seed=1)
    >>> rewards, ended = games.step([4, 0])
    >>> games.masks.sum(axis=1).tolist(), games.current_players.tolist()
    ([8, 8], [1, 1])
    """

    game: Game
    """The game that is played."""
    encoding: str
    """The name of the observations: see ``Game.encodings``."""
    observations: npt.NDArray[np.float32]
    """n x planes x rows x columns: each game as the player to move sees it."""
    masks: npt.NDArray[np.bool_]
    """n x actions: the legal ones. Each game has some: those that end start anew."""
    current_players: npt.NDArray[np.int8]
    """The player to move in each game, 0 or 1."""
    move_numbers: npt.NDArray[np.int32]
    """The number of moves played in each game."""
    final_observations: npt.NDArray[np.float32]
    """The last state of the last game that ended in each row, as ``State.observation_tensor`` shows
    it; zeros before the first end."""

    def __init__(
        self, game: Game, n: SupportsIndex, *, seed: int | None = None, encoding: str | None = None
    ) -> None:
        self.game = game
        self._count = operator.index(n)
        index = game.encoding_index(encoding)
        self.encoding = list(game.encodings())[index]
        most = MAX_BYTES // _core.GameVector.bytes_per_game(game._rules, index)
        if not 1 <= self._count <= most:
            raise BadSpec(
                f"A vector cannot have {self._count} games: of {game} it can have 1 to {most}."
            )
        seed = secrets.randbits(63) if seed is None else _checked_seed(seed)
        self._games = _core.GameVector(game._rules, self._count, index, seed)
        self.observations = self._games.observations()
        self.masks = self._games.masks()
        self.current_players = self._games.current_players()
        self.move_numbers = self._games.move_numbers()
        self.final_observations = self._games.final_observations()

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<{self._count} games of {self.game}>"

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play an action in each game; the games that end start anew.

        Returns two new arrays. The rewards are for the players who moved: 1 for a win, 0 for a draw
        or a game that goes on, -1 for a loss (with the tie-break of ultimate, the last move can
        lose). The others tell which games ended.

        An illegal action raises ``IllegalMove``, and then no action was played.

        >>> import inarow
        >>> games = inarow.vector("tictactoe", 2)
        >>> for actions in ([0, 0], [3, 3], [1, 1], [4, 4], [2, 8]):
        ...     rewards, ended = games.step(actions)
        >>> rewards.tolist(), ended.tolist(), games.move_numbers.tolist()
        ([1.0, 0.0], [True, False], [0, 5])
        >>> games.step([0, 4])
        Traceback (most recent call last):
        ...
        inarow.errors.IllegalMove: Game 1: b2 is taken; legal are c1, c2, a3, b3.
        """
        given = np.asarray(actions)
        if given.shape != (self._count,) or given.dtype.kind not in "iu":
            raise IllegalMove(
                f"A step needs {self._count} whole numbers, one for each game, but these actions "
                f"have the shape {given.shape} and the type {given.dtype}."
            )
        rewards = np.empty(self._count, np.float32)
        ended = np.empty(self._count, np.bool_)
        played = self._games.step(np.ascontiguousarray(given, np.int64), rewards, ended)
        if played < self._count:
            why = self.state(played)._why_illegal(int(given[played]))
            raise IllegalMove(f"Game {played}: {why}")
        return rewards, ended

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game, from the generator of the vector.

        >>> import inarow
        >>> games = inarow.vector("ultimate", 3, seed=1)
        >>> bool(games.masks[range(3), games.random_actions()].all())
        True
        """
        actions = np.empty(self._count, np.int64)
        self._games.random_actions(actions)
        return actions

    def reset(self, seed: int | None = None) -> None:
        """Start all games anew. A seed also starts the generator anew."""
        if seed is not None:
            self._games.seed(_checked_seed(seed))
        self._games.reset()

    def state(self, index: SupportsIndex) -> State:
        """A copy of the state of one game, to look at or to search.

        >>> import inarow
        >>> games = inarow.vector("tictactoe", 2)
        >>> _ = games.step([4, 0])
        >>> games.state(1)
        <tictactoe after a1>
        """
        state = self.game.new_initial_state()
        self._games.copy_state_to(self._checked_index(index), state)
        return state

    def set_state(self, index: SupportsIndex, state: State) -> None:
        """Continue one game from a state, such as an opening.

        >>> import inarow
        >>> games = inarow.vector("tictactoe", 2)
        >>> games.set_state(0, games.game.state_from("b2 a1 c3"))
        >>> games.move_numbers.tolist(), games.current_players.tolist()
        ([3, 0], [1, 0])
        """
        if state.game != self.game:
            raise BadSpec(f"{state!r} is not a state of {self.game}.")
        if not self._games.set_state(self._checked_index(index), state):
            raise BadSpec(f"{state!r} is over: a vector needs states that can be continued.")

    def _checked_index(self, index: SupportsIndex) -> int:
        number = operator.index(index)
        if not 0 <= number < self._count:
            raise IndexError(f"There is no game {number}: games are 0 to {self._count - 1}.")
        return number


def _checked_seed(seed: int) -> int:
    number = operator.index(seed)
    if not 0 <= number < 2**64:
        raise BadSpec(f"{number} is no seed of a vector: it must be from 0 to 2^64 - 1.")
    return number
