"""Threats on boards of five in a row: what each side could make next, and what wins by force.

A threat is a cell where a stone makes a five, an open four, a four or an open three at once. A
victory by threats is a win that leaves the opponent no time:

- VCF, victory by continuous fours: every move of the attacker makes a four, so that there is one
  answer, until a five is made or there are two places for it.
- VCT, victory by continuous threats: open threes too, against every defence.

A victory that is found is a proof. None found means that threats of this kind alone do not win, or
that the limit came first. The search is ``cpp/search/five/victory_search.h``.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow import _core
from inarow.errors import BadSpec, GameOver
from inarow.games import Game, State

KINDS = ("vcf", "vct")
METHODS = ("depth-first", "proof-numbers")
THREATS = ("five", "open four", "four", "three")
"""Kinds of a threat, strongest first; a three is an open one."""
MOST_NODES = 100_000  # unless told: about a tenth of a second


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
        """The threat as JSON can hold it."""
        return {
            "kind": self.kind,
            "player": self.player,
            "cell": game.action_to_string(self.cell),
            "stones": [game.action_to_string(stone) for stone in self.stones],
        }


@dataclass(frozen=True)
class Victory:
    """A forced win of ``player``: both sides' moves from the first threat to the five.

    The defence shown is one that lasts long. ``plies`` counts the moves of both, the five included.
    """

    kind: str
    player: int
    line: tuple[int, ...]
    nodes: int
    seconds: float

    @property
    def plies(self) -> int:
        """How many moves, of both sides, until the five is made."""
        return len(self.line)

    def text(self, game: Game) -> str:
        """The victory in words: "VCF in 7: h8 i9 …"."""
        return f"{self.kind.upper()} in {self.plies}: {game.format_moves(self.line)}"

    def as_dict(self, game: Game) -> dict[str, object]:
        """The victory as JSON can hold it."""
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
    """Look for a victory of the player to move, or of the other one as if it were to move.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> state = game.state_from("h8 a1 i8 c1 j8 e1")
    >>> print(find_victory(state, "vcf").text(game))
    VCF in 3: g8 f8 k8
    >>> find_victory(state, player=1) is None
    True

    Depth first, the line of a VCF is the shortest there is.
    """
    if not state.game.has_threats:
        raise BadSpec(f"Threats are looked for in five in a row, and {state.game} is another game.")
    if state.is_terminal():
        raise GameOver(f"The game is over ({state.status()}): there are no threats.")
    if kind not in KINDS:
        raise BadSpec(f"There is no victory {kind!r}: there are {' and '.join(KINDS)}.")
    if method not in METHODS:
        raise BadSpec(f"There is no method {method!r}: there are {' and '.join(METHODS)}.")
    if player not in (None, 0, 1):
        raise BadSpec(f"A player is 0 or 1, not {player}.")
    if not 1 <= nodes < 2**63:
        raise BadSpec(f"The limit on nodes must be from 1 to 2^63 - 1, not {nodes}.")
    if time is not None and not time >= 0:
        raise BadSpec(f"The limit on seconds must be at least 0, not {time}.")
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
    """What the player to move has, then what the other one threatens: each VCF, or else VCT.

    Empty also for games that have no such threats.
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
    """The threats of both players, whoever is to move: strongest first, one of a player and cell.

    An open four is one that two cells make a five of, a three one that a cell makes an open four
    of. Empty for games that have no such threats, and for those that are over.

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
