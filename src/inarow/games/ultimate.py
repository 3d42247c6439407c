"""Ultimate tic-tac-toe: nine tic-tac-toe boards that decide where the opponent must play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from inarow import _core
from inarow.games.arrange import Stones
from inarow.games.base import Game
from inarow.games.state import State
from inarow.games.text import PLAYERS
from inarow.spec import Parameter, Value, format_spec

PARAMETERS = (
    Parameter(
        "tiebreak",
        "none",
        "when all boards are decided without a line: none, a draw; boards, most boards win",
        choices=("none", "boards"),
    ),
)

_OUTCOMES = (".", *PLAYERS, "=")


class UltimateState(State):
    """A state of ultimate tic-tac-toe, with its nine local boards."""

    __slots__ = ()

    def forced_board(self) -> int | None:
        """The local board that the player to move must use; None if any open one is legal.

        >>> import inarow
        >>> state = inarow.load_game("ultimate").new_initial_state()
        >>> state.forced_board() is None
        True
        >>> state.apply_action(state.game.string_to_action("a9"))
        >>> state.forced_board()
        6
        """
        return self._forced_board()

    def local_boards(self) -> list[str]:
        """The state of each local board: '.' open, 'X' or 'O' won, '=' drawn."""
        return [_OUTCOMES[outcome] for outcome in self._local_outcomes()]

    def status(self, sides: tuple[str, str] | None = None) -> str:
        """Who moves and where, or how the game ended, and the local boards that are decided."""
        text = super().status(sides)
        if not self.is_terminal():
            text += f" {self._where()}"
        boards = self.local_boards()
        if any(board != "." for board in boards):
            rows = ["".join(boards[start : start + 3]) for start in (6, 3, 0)]
            text += f"\nlocal boards, from the top: {' '.join(rows)}"
        return text

    def _where(self) -> str:
        board = self.forced_board()
        if board is None:
            return "in any open board"
        low = board // 3 * 27 + board % 3 * 3
        name = self.game.action_to_string
        return f"in the board from {name(low)} to {name(low + 20)}"


class UltimateGame(Game):
    """Ultimate tic-tac-toe."""

    kind = "ultimate"
    state_class: ClassVar[type[State]] = UltimateState
    block_size: ClassVar[int | None] = 3

    @property
    def title(self) -> str:
        """The name, with the tie-break if there is one."""
        most_boards = self.parameters["tiebreak"] == "boards"
        return "Ultimate tic-tac-toe" + (", most boards win" if most_boards else "")

    @property
    def line_text(self) -> str:
        """Local boards make the line."""
        return "three boards in a row"

    def order_stones(self, stones: Stones, last: int | None) -> list[int]:
        """An order in which each move is in the board that the one before sends it to."""
        from inarow.games.arrange_ultimate import order_by_boards  # noqa: PLC0415 (few need it)

        return order_by_boards(self, stones, last)


def make_ultimate(values: Mapping[str, Value]) -> UltimateGame:
    """Ultimate tic-tac-toe, with or without the tie-break."""
    rules = _core.ultimate_rules(values["tiebreak"] == "boards")
    spec = format_spec("ultimate", PARAMETERS, values)
    return UltimateGame("ultimate", spec, values, 9, 9, rules)
