"""A Gymnasium vector environment of every game, for the learners of other libraries.

Both sides are played by the one who steps: an observation is always for the player to move, and a
reward is for the player who moved. So the value of the next observation is the opponent's; a
learner negates it. Observations are ``{"observation": planes, "action_mask": mask}``, as in
``pettingzoo.py``.

A game that ends starts anew in the same step (``AutoresetMode.SAME_STEP``), and ``final_obs`` in
the infos is its last observation.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow.errors import BadSpec
from inarow.extras import needs
from inarow.games.base import Game
from inarow.games.vector import Vector

with needs("The Gymnasium environment", "rl"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observation = dict[str, npt.NDArray[Any]]


def observation_space(game: Game, encoding: str | None) -> spaces.Dict:
    """Planes and mask of one game."""
    shape = game.observation_tensor_shape(encoding)
    actions = game.num_distinct_actions()
    return spaces.Dict(
        {
            "observation": spaces.Box(-1, 1, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class GameVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """``num_envs`` games of one kind. ``inarow.vector_env`` makes one.

    With ``copy=False``, observations are views that the next step changes: see ``Vector``. An
    illegal action raises ``IllegalMove``, and then no action was played.

    >>> import inarow
    >>> envs = inarow.vector_env("tictactoe", 2)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step([4, 0])
    >>> observations["action_mask"][0].tolist(), infos["current_player"].tolist()
    ([1, 1, 1, 1, 0, 1, 1, 1, 1], [1, 1])
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by Gymnasium)
        "render_modes": [],
        "name": "inarow",
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex,
        *,
        encoding: str | None = None,
        copy: bool = True,
    ) -> None:
        self.games = Vector(game, num_envs, encoding=encoding)
        self.copy = copy
        self.num_envs = len(self.games)
        self.single_action_space = spaces.Discrete(self.games.game.num_distinct_actions())
        self.single_observation_space = observation_space(self.games.game, encoding)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games anew. They have no chance events: the seed is for ``random_actions``."""
        if options and "reset_mask" in options:
            raise BadSpec("Games that end start anew by themselves: reset_mask is not for them.")
        super().reset(seed=seed)
        self.games.reset(seed)
        return self._observe(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play an action in each game, for the player to move there."""
        rewards, ended = self.games.step(actions)
        infos = self._infos()
        if ended.any():
            infos |= self._final(ended)
        return self._observe(), rewards, ended, np.zeros_like(ended), infos

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game; ``action_space.sample()`` knows no masks."""
        return self.games.random_actions()

    def _observe(self) -> Observation:
        planes, masks = self.games.observations, self.games.masks.view(np.int8)
        if self.copy:
            planes, masks = planes.copy(), masks.copy()
        return {"observation": planes, "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        """An array for each key, and for ``_key`` the games that have it, as Gymnasium wants it."""
        return {
            "current_player": self.games.current_players.copy(),
            "_current_player": np.ones(self.num_envs, np.bool_),
        }

    def _final(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        no_action = np.zeros(self.games.game.num_distinct_actions(), np.int8)
        for i in np.flatnonzero(ended):
            planes = self.games.final_observations[i].copy()
            observations[i] = {"observation": planes, "action_mask": no_action.copy()}
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": {},
            "_final_info": ended.copy(),
        }
