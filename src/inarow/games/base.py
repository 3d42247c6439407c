"""Games: the interface between the rules and everything above them.

Player 0 moves first and is shown as X, player 1 is shown as O. Values and returns are +1 for a win,
-1 for a loss and 0 for a draw. They are for the player to move unless a player is named. An action
is ``row * columns + column``, with row 0 at the bottom.

The rules are in the C++ core. States are in state.py.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar, SupportsIndex

from inarow import _core
from inarow.errors import BadHistory, BadSpec, IllegalMove
from inarow.games.arrange import Stones, order_freely
from inarow.games.notation import action_name, parse_action, parse_actions
from inarow.games.state import State
from inarow.games.symmetry import Symmetry, make_symmetries
from inarow.spec import Value


class Game(ABC):
    """The rules of one game, the facts about it, and how its moves are written.

    Code outside this folder asks for the facts, never for the class of a game.

    Two games are equal when their descriptions are:

    >>> import inarow
    >>> inarow.load_game("3x3x3") == inarow.load_game("mnk:m=3,n=3,k=3")
    True
    """

    kind: ClassVar[str]
    """The family of rules: games of one kind differ in parameters only."""
    state_class: ClassVar[type[State]] = State
    block_size: ClassVar[int | None] = None
    """The side of the local boards, where the board consists of local boards."""
    in_a_row: int | None = None
    """The number of stones in a row that wins; None if something else wins."""
    rule: str | None = None
    """"freestyle" if longer rows win too, "standard" if not; None without such a rule."""

    def __init__(
        self,
        name: str,
        spec: str,
        values: Mapping[str, Value],
        rows: int,
        columns: int,
        rules: _core.Rules,
    ) -> None:
        self.name = name
        self.spec = spec
        self.parameters = dict(values)
        self.rows = rows
        self.columns = columns
        self._rules = rules
        self._encodings = dict(rules.encodings())

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the game as people read it.

        >>> import inarow
        >>> for spec in ("tictactoe", "gomoku:size=19,rule=standard", "7x6x4", "ultimate"):
        ...     print(inarow.load_game(spec).title)
        Tic-tac-toe
        Gomoku 19 x 19, exactly five
        7 x 6, 4 in a row
        Ultimate tic-tac-toe
        """

    @property
    @abstractmethod
    def line_text(self) -> str:
        """The name of the line that wins.

        >>> import inarow
        >>> inarow.load_game("gomoku").line_text, inarow.load_game("ultimate").line_text
        ('five in a row', 'three boards in a row')
        """

    @property
    def opening_set(self) -> str:
        """The name of its set of openings; games that start alike share one.

        >>> import inarow
        >>> [inarow.load_game(spec).opening_set for spec in ("gomoku:rule=standard", "ultimate")]
        ['15x15x5', 'ultimate']
        """
        return self.name

    @property
    def is_five_in_a_row(self) -> bool:
        """Whether five stones in a row win, as Gomocup engines play it."""
        return False

    @property
    def has_threats(self) -> bool:
        """Whether threats and victories by threats can be searched for."""
        return self.is_five_in_a_row

    def order_stones(self, stones: Stones, last: int | None) -> list[int]:
        """An order of moves that leads to stones; called by ``arrange``, which checks them.

        Raises ``Unreachable`` if there is none. The default is for games in which every empty cell
        is a legal move.
        """
        return order_freely(self, stones, last)

    def new_initial_state(self) -> State:
        """The empty board, player 0 to move."""
        state: State = self._rules.new_state(self.state_class, self)
        return state

    def state_from(self, moves: str | Iterable[SupportsIndex]) -> State:
        """The state after a sequence of moves, as text or as actions.

        >>> import inarow
        >>> game = inarow.load_game("tictactoe")
        >>> game.state_from("a1 b2") == game.state_from([0, 4])
        True
        >>> game.state_from("a1 b2 a1")
        Traceback (most recent call last):
        ...
        inarow.errors.BadHistory: Move 3 does not fit: a1 is taken; legal are b1, c1, a2, c2, a3
        and 2 more.
        """
        actions = self.parse_moves(moves) if isinstance(moves, str) else moves
        state = self.new_initial_state()
        for number, action in enumerate(actions, start=1):
            try:
                state.apply_action(action)
            except IllegalMove as error:
                raise BadHistory(f"Move {number} does not fit: {error}") from None
        return state

    def num_distinct_actions(self) -> int:
        """The number of actions: one per cell."""
        return self.rows * self.columns

    def num_players(self) -> int:
        """Always 2."""
        return 2

    def max_game_length(self) -> int:
        """The most moves a game can have."""
        return self.rows * self.columns

    def encodings(self) -> dict[str, list[str]]:
        """The observations, the default first, each with the contents of its planes.

        >>> import inarow
        >>> inarow.load_game("gomoku").encodings()
        {'planes': ['mine', 'theirs', 'empty']}
        """
        return {name: list(planes) for name, planes in self._encodings.items()}

    def encoding_index(self, encoding: str | None) -> int:
        """The number of an encoding in the core; None is the default."""
        if encoding is None:
            return 0
        if encoding not in self._encodings:
            raise BadSpec(
                f"{self.name} has no encoding {encoding!r}: it has {', '.join(self._encodings)}."
            )
        return list(self._encodings).index(encoding)

    def observation_tensor_shape(self, encoding: str | None = None) -> tuple[int, int, int]:
        """Planes, rows, columns of ``State.observation_tensor``."""
        planes = list(self._encodings.values())[self.encoding_index(encoding)]
        return len(planes), self.rows, self.columns

    def action_to_string(self, action: SupportsIndex) -> str:
        """Write an action: a letter for the column, a number for the row.

        >>> import inarow
        >>> inarow.load_game("gomoku").action_to_string(112)
        'h8'
        """
        return action_name(operator.index(action), self.rows, self.columns)

    def string_to_action(self, text: str) -> int:
        """Read an action.

        >>> import inarow
        >>> inarow.load_game("gomoku").string_to_action("h8")
        112
        """
        return parse_action(text, self.rows, self.columns)

    def parse_moves(self, text: str) -> list[int]:
        """Read a sequence of actions: ``h8 i9``, ``h8,i9`` or ``h8i9``."""
        return parse_actions(text, self.rows, self.columns)

    def format_moves(self, actions: Iterable[SupportsIndex]) -> str:
        """Write a sequence of actions, with spaces."""
        return " ".join(self.action_to_string(action) for action in actions)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections that keep the game the same; the identity is the first.

        >>> import inarow
        >>> [symmetry.name for symmetry in inarow.load_game("4x3x3").symmetries()]
        ['identity', 'half turn', 'mirror', 'flip']
        """
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        return make_symmetries(self._rules.symmetries(), (self.rows, self.columns))

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"load_game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple[object, ...]:
        from inarow.games.registry import load_game  # noqa: PLC0415 (the registry imports us)

        return load_game, (self.spec,)
