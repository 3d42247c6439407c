"""A PettingZoo environment (AEC) of every game, for the learners of other libraries.

Observations are ``{"observation": planes, "action_mask": mask}``; the mask is all zeros for the
agent that is not to move. Rewards come at the end: +1, -1, or 0 for a draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from inarow.errors import BadSpec, IllegalMove
from inarow.extras import needs
from inarow.games.gymnasium import Observation, observation_space
from inarow.games.picture import board_image
from inarow.games.registry import load_game

with needs("The PettingZoo environment", "rl"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS = ("player_0", "player_1")


class Env(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """An environment of a game; it says in which order its methods may be called.

    A class and not an alias of PettingZoo's, which does not offer its types to others: an alias
    would be of an unknown type there.
    """

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent to move sees, its reward, whether it is done or cut off, and infos."""
        return super().last(observe)


def env(
    game: str = "tictactoe",
    *,
    render_mode: str | None = None,
    encoding: str | None = None,
    illegal: str = "lose",
) -> Env:
    """Make an environment of a game.

    ``illegal`` says what happens after an illegal action. With ``"lose"`` the player gets -1 and
    the game ends, as in PettingZoo's own games. With ``"raise"`` the action raises ``IllegalMove``
    and changes nothing. A number that is not an action always raises.

    >>> import inarow
    >>> env = inarow.env("tictactoe", render_mode="ansi")
    >>> env.reset(seed=1)
    >>> env.step(4)
    >>> env.last()[0]["action_mask"].tolist()
    [1, 1, 1, 1, 0, 1, 1, 1, 1]
    >>> print(env.render())
     3  . . .
     2  . X .
     1  . . .
        a b c
    O to move
    """
    if illegal not in ("lose", "raise"):
        raise BadSpec(f"illegal={illegal!r} is not valid: illegal must be lose or raise.")
    made: AECEnv[str, Any, Any] = RawEnv(game, render_mode=render_mode, encoding=encoding)
    if illegal == "lose":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return Env(_KnownActions(made))


class RawEnv(AECEnv[str, Any, Any], EzPickle):
    """The environment without wrappers."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by PettingZoo)
        "render_modes": ["ansi", "rgb_array"],
        "name": "inarow",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, game: str, render_mode: str | None = None, encoding: str | None = None
    ) -> None:
        EzPickle.__init__(self, game, render_mode, encoding)
        super().__init__()  # type: ignore[no-untyped-call]
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = " or ".join(self.metadata["render_modes"])
            raise BadSpec(f"render_mode={render_mode!r} is not valid: it must be {modes}.")
        self.game = load_game(game)
        self.render_mode = render_mode
        self.encoding = encoding
        actions = self.game.num_distinct_actions()
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: observation_space(self.game, encoding) for agent in AGENTS
        }
        self.state_of_play = self.game.new_initial_state()

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """One action per cell."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Planes and mask."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The games have no chance events, so the seed changes nothing."""
        self.state_of_play = self.game.new_initial_state()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> Observation:
        """The state as one agent sees it."""
        player = AGENTS.index(agent)
        state = self.state_of_play
        mask = state.legal_actions_mask().astype(np.int8)
        if state.current_player() != player:
            mask[:] = 0
        return {
            "observation": state.observation_tensor(self.encoding, player),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_of_play.apply_action(action)  # type: ignore[arg-type]  # None is refused there
        self._cumulative_rewards[agent] = 0.0
        if self.state_of_play.is_terminal():
            self.rewards = dict(zip(AGENTS, self.state_of_play.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Text for ``ansi``, an image for ``rgb_array``."""
        if self.render_mode == "ansi":
            return str(self.state_of_play)
        if self.render_mode == "rgb_array":
            return board_image(self.state_of_play)
        gymnasium.logger.warn("render() draws nothing without a render_mode: ansi or rgb_array.")
        return None

    def close(self) -> None:
        """Nothing to close."""


class _KnownActions(wrappers.BaseWrapper[str, Any, Any]):
    """Refuses values that are not actions, before other wrappers look them up in the mask."""

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        if not over and not self.action_space(agent).contains(action):
            raise IllegalMove(f"{action!r} is no action of this game: see action_space(agent).")
        super().step(action)
