"""Levels: named strengths, from beginner to master.

Each level is a player and its limits for each group of games, and how it varies its moves (see
level_player.py); docs/levels.md has their results against each other. Limits are in nodes or
simulations, so that a level is as strong on a slow machine as on a fast one; only the strongest
uses the time limit that is given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inarow.errors import BadSpec
from inarow.games import Game, mnk
from inarow.player import Limits, Player
from inarow.spec import closest

if TYPE_CHECKING:
    from inarow.players.level_player import LevelPlayer

SMALL_CELLS = 30
"""Boards up to so many cells are small: a search can reach the end of the game."""

SMALL, ROWS, OTHERS = "small", "rows", "others"
"""Groups of games: small boards, larger boards of k in a row, all others, such as ultimate."""


@dataclass(frozen=True)
class Variety:
    """Which moves are played besides the best.

    Those with ``share`` of its visits, prior, or score by greedy, or more. If the player has
    values, they are at most ``near`` below the highest.
    """

    share: float
    near: float = 0.0


@dataclass(frozen=True)
class Setting:
    """How a level plays one group of games."""

    spec: str
    limits: Limits = field(default_factory=Limits)
    variety: Variety | None = None

    def player(self, player: Player, game: Game, seed: int) -> LevelPlayer:
        """A player of ``spec`` as the level's, in a game of this seed."""
        from inarow.players.level_player import LevelPlayer  # noqa: PLC0415 (few need it)

        return LevelPlayer(player, game, seed, self.limits, self.variety)


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
            ROWS: Setting("greedy", variety=Variety(share=0.75)),
            OTHERS: Setting("mcts", Limits(sims=80)),
        },
    ),
    Level(
        "club",
        "Club player",
        "finds short combinations and falls for long ones",
        {
            SMALL: Setting("mcts", Limits(sims=100)),
            ROWS: Setting("threat:depth=1", variety=Variety(share=0.5, near=0.05)),
            OTHERS: Setting("mcts", Limits(sims=800)),
        },
    ),
    Level(
        "expert",
        "Expert",
        "plans several moves ahead and rarely errs",
        {
            SMALL: Setting("mcts", Limits(sims=500)),
            ROWS: Setting("engine", Limits(nodes=1000), Variety(share=0.3, near=0.1)),
            OTHERS: Setting("engine:mb=4", Limits(nodes=500), Variety(share=0.5, near=0.1)),
        },
    ),
    Level(
        "master",
        "Master",
        "plays as well as it can in the time that it is given",
        {SMALL: Setting("engine"), ROWS: Setting("engine"), OTHERS: Setting("engine")},
    ),
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
