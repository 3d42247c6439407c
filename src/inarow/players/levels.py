"""Levels: named strengths, from beginner to master.

Each level is a player and its limits for each group of games; docs/levels.md has their results
against each other. Limits are in nodes or simulations, so that a level is as strong on a slow
machine as on a fast one; only the strongest uses the time limit that is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from inarow.errors import BadSpec
from inarow.games import Game, State, mnk
from inarow.player import Decision, Limits, Player, Progress
from inarow.players.wrapper import PlayerWrapper
from inarow.spec import closest

T = TypeVar("T", int, float)

SMALL_CELLS = 30
"""Boards up to so many cells are small: a search can reach the end of the game."""

SMALL, ROWS, OTHERS = "small", "rows", "others"
"""Groups of games: small boards, larger boards of k in a row, all others, such as ultimate."""


@dataclass(frozen=True)
class Setting:
    """How a level plays one group of games."""

    spec: str
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Level:
    """A strength."""

    name: str
    title: str
    summary: str
    settings: dict[str, Setting]

    def setting(self, game: Game) -> Setting:
        """The setting for a game."""
        return self.settings[group_of(game)]


LEVELS = (
    Level(
        "beginner",
        "Beginner",
        "sees a row that is about to be completed, and little else",
        {
            SMALL: Setting("mcts", Limits(sims=1)),
            ROWS: Setting("knowledge-mcts", Limits(sims=10)),
            OTHERS: Setting("mcts", Limits(sims=8)),
        },
    ),
    Level(
        "casual",
        "Casual",
        "knows what makes a good move, but hardly looks at the answers to it",
        {
            SMALL: Setting("mcts", Limits(sims=20)),
            ROWS: Setting("greedy"),
            OTHERS: Setting("mcts", Limits(sims=40)),
        },
    ),
    Level(
        "club",
        "Club player",
        "finds short combinations and falls for long ones",
        {
            SMALL: Setting("mcts", Limits(sims=100)),
            ROWS: Setting("threat:depth=1"),
            OTHERS: Setting("mcts", Limits(sims=200)),
        },
    ),
    Level(
        "expert",
        "Expert",
        "plans several moves ahead and rarely errs",
        {
            SMALL: Setting("mcts", Limits(sims=500)),
            ROWS: Setting("engine", Limits(nodes=1000)),
            OTHERS: Setting("heuristic-mcts", Limits(sims=1000)),
        },
    ),
    Level(
        "master",
        "Master",
        "plays as well as it can in the time that it is given",
        {SMALL: Setting("engine"), ROWS: Setting("engine"), OTHERS: Setting("engine")},
    ),
)


class LevelPlayer(PlayerWrapper):
    """Any player, with the limits of a level besides those that are given."""

    def __init__(self, player: Player, limits: Limits) -> None:
        super().__init__(player)
        self._limits = limits

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Let the player choose; the limit that is reached first counts."""
        return self._player.act(state, within(limits or Limits(), self._limits))

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Let the player choose and tell, within the same limits."""
        return self._player.analyse(
            state,
            within(limits or Limits(), self._limits),
            lines=lines,
            thorough=thorough,
            on_progress=on_progress,
        )


def within(given: Limits, level: Limits) -> Limits:
    """Limits that keep both.

    >>> limits = within(Limits(time=5.0), Limits(sims=100))
    >>> limits.time, limits.sims
    (5.0, 100)
    """

    def least(*limits: T | None) -> T | None:
        return min((limit for limit in limits if limit is not None), default=None)

    return replace(
        given,
        time=least(given.time, level.time),
        nodes=least(given.nodes, level.nodes),
        sims=least(given.sims, level.sims),
        depth=least(given.depth, level.depth),
    )


def group_of(game: Game) -> str:
    """The group of a game."""
    if game.num_distinct_actions() <= SMALL_CELLS:
        return SMALL
    return ROWS if game.kind == mnk.KIND else OTHERS


def find_level(name: str) -> Level:
    """Find a level by name.

    >>> find_level("master").title
    'Master'
    """
    for level in LEVELS:
        if level.name == name.strip().lower():
            return level
    names = [level.name for level in LEVELS]
    raise BadSpec(f"There is no level {name!r}: {closest(name, names)}")
