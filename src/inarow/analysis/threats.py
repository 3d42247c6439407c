"""Threats in five in a row: what each side could make next, and forced wins.

A threat is a cell where a stone makes a five, an open four, a four or an open three. A victory by
threats is a forced win:

- VCF, victory by continuous fours: every move of the attacker makes a four, so that there is one
  reply, until a five is made or there are two cells for it.
- VCT, victory by continuous threats: also with open threes, against every defence.

A victory that is found is proven. If none is found, threats of this kind alone do not win, or the
limit was reached. The search is ``cpp/search/five/victory_search.h``.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow import _core
from inarow.errors import BadSpec, GameOver
from inarow.games import Game, State
from inarow.player import Limits

KINDS = ("vcf", "vct")
METHODS = ("depth-first", "proof-numbers")
THREATS = ("five", "open four", "four", "three")
"""Kinds of threats, strongest first; a three is an open three."""
MOST_NODES = 100_000  # by default: about a tenth of a second


@dataclass(frozen=True)
class Threat:
    """What a stone of ``player`` on an empty ``cell`` would make, along its strongest line.

    ``stones`` are the player's stones that would be part of it: those in the rows of five cells
    through the cell that lack the fewest.
    """

    kind: str
    player: int
    cell: int
    stones: tuple[int, ...]

    def as_dict(self, game: Game) -> dict[str, object]:
        """The threat as JSON."""
        return {
            "kind": self.kind,
            "player": self.player,
            "cell": game.action_to_string(self.cell),
            "stones": [game.action_to_string(stone) for stone in self.stones],
        }


@dataclass(frozen=True)
class Victory:
    """A forced win of ``player``: the moves of both sides from the first threat to the five.

    The line shows a long defence. ``plies`` counts the moves of both sides, including the five.
    """

    kind: str
    player: int
    line: tuple[int, ...]
    nodes: int
    seconds: float

    @property
    def plies(self) -> int:
        """The number of moves of both sides, including the five."""
        return len(self.line)

    def text(self, game: Game) -> str:
        """The victory in words: "VCF in 7: h8 i9 …"."""
        return f"{self.kind.upper()} in {self.plies}: {game.format_moves(self.line)}"

    def as_dict(self, game: Game) -> dict[str, object]:
        """The victory as JSON."""
        return {
            "kind": self.kind,
            "player": self.player,
            "plies": self.plies,
            "line": [game.action_to_string(action) for action in self.line],
        }


def find_victory(
    state: State,
    kind: str = "vct",
    *,
    player: int | None = None,
    method: str = "depth-first",
    nodes: int = MOST_NODES,
    time: float | None = None,
) -> Victory | None:
    """Search for a victory of the player to move, or of the other as if it were to move.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> state = game.state_from("h8 a1 i8 c1 j8 e1")
    >>> print(find_victory(state, "vcf").text(game))
    VCF in 3: g8 f8 k8
    >>> find_victory(state, player=1) is None
    True

    With the method depth-first, the line of a VCF is the shortest.
    """
    if not state.game.has_threats:
        raise BadSpec(f"Threats exist only in five in a row, and {state.game} is another game.")
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there are no threats.")
    if kind not in KINDS:
        raise BadSpec(f"There is no victory {kind!r}: there are {' and '.join(KINDS)}.")
    if method not in METHODS:
        raise BadSpec(f"There is no method {method!r}: there are {' and '.join(METHODS)}.")
    if player not in (None, 0, 1):
        raise BadSpec(f"A player is 0 or 1, not {player}.")
    Limits(time=time, nodes=nodes)  # refuses what is not a limit
    attacker = state.current_player() if player is None else player
    found = _core.find_victory(
        state,
        attacker != state.current_player(),
        kind == "vct",
        method == "proof-numbers",
        nodes,
        time,
    )
    if not found["line"]:
        return None
    return Victory(kind, attacker, tuple(found["line"]), found["nodes"], found["seconds"])


def list_victories(state: State, nodes: int = MOST_NODES) -> list[Victory]:
    """The victories of the player to move, then of the other: for each VCF, or else VCT.

    Empty for games without threats.
    """
    if not state.game.has_threats:
        return []
    mover = state.current_player()
    found = (
        find_victory(state, "vcf", player=player, nodes=nodes)
        or find_victory(state, "vct", player=player, nodes=nodes)
        for player in (mover, 1 - mover)
    )
    return [victory for victory in found if victory is not None]


def list_threats(state: State) -> list[Threat]:
    """The threats of both players: strongest first, at most one per player and cell.

    An open four has two cells that make a five, a three has a cell that makes an open four. Empty
    for games without threats and after the end.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> for threat in list_threats(game.state_from("h8 a1 i8 c1 j8 e1"))[:3]:
    ...     print(threat.kind, game.action_to_string(threat.cell), game.format_moves(threat.stones))
    open four g8 h8 i8 j8
    open four k8 h8 i8 j8
    four f8 h8 i8 j8
    """
    if not state.game.has_threats or state.is_terminal():
        return []
    return [Threat(*mark) for mark in _core.threat_marks(state)]
