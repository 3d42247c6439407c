"""Games and positions as the page draws them: all that rules decide is said here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from inarow.analysis.threats import has_threats
from inarow.games import Game, State
from inarow.games.mnk import RULE, MnkGame
from inarow.games.text import PLAYERS, STONES
from inarow.games.ultimate import UltimateState
from inarow.server.schema import GameInfo, Position, Side
from inarow.server.search.allowed import GAMES_KEPT, allowed_players


def game_title(game: Game) -> str:
    """The game for people.

    >>> import inarow
    >>> for spec in ("tictactoe", "gomoku:size=19,rule=standard", "7x6x4", "ultimate"):
    ...     print(game_title(inarow.load_game(spec)))
    Tic-tac-toe
    Gomoku 19 x 19, exactly five
    7 x 6, 4 in a row
    Ultimate tic-tac-toe
    """
    if not isinstance(game, MnkGame):
        most_boards = game.parameters.get("tiebreak") == "boards"
        return "Ultimate tic-tac-toe" + (", most boards win" if most_boards else "")
    if game.name == "tictactoe":
        return "Tic-tac-toe"
    exact = _rule_of(game) == "standard"
    size = f"{game.columns} x {game.rows}"
    if game.name == "gomoku":
        return f"Gomoku {size}" + (", exactly five" if exact else "")
    return f"{size}, {'exactly ' if exact else ''}{game.k} in a row"


def _rule_of(game: MnkGame) -> str:
    return str(game.parameters.get("rule", RULE.default))


def game_info(game: Game) -> GameInfo:
    """A game's board, its names, and who can play it."""
    row_game = game if isinstance(game, MnkGame) else None
    return GameInfo(
        spec=game.spec,
        name=game.name,
        title=game_title(game),
        rows=game.rows,
        columns=game.columns,
        block=game.block_size,
        in_a_row=row_game.k if row_game else None,
        rule=_rule_of(row_game) if row_game else None,
        players=[player.name for player in allowed_players() if player.plays(game)],
        threats=has_threats(game),
    )


def position_of(state: State) -> Position:
    """A position with all that is seen of it."""
    moves = state.history()
    over = state.is_terminal()
    local = state if isinstance(state, UltimateState) else None
    return Position(
        game=state.game.spec,
        moves=moves,
        cells="".join(map(STONES.__getitem__, state.board().ravel().tolist())),
        to_move=None if over else side(state.current_player()),
        legal=state.legal_actions(),
        last=moves[-1] if moves else None,
        winning_line=state.winning_line(),
        local_boards="".join(local.local_boards()) if local else None,
        forced_board=local.forced_board() if local and not over else None,
        over=over,
        winner=None if (winner := state.winner()) is None else side(winner),
        status=state.status(),
    )


def side(player: int) -> Side:
    """A player's number as the type that messages have."""
    first: Literal[0] = 0
    second: Literal[1] = 1
    return second if player else first


def side_name(player: int) -> str:
    """X or O."""
    return PLAYERS[player]


def names_of(game: Game, moves: Sequence[int]) -> list[str]:
    """Moves in words: h8."""
    names = _all_names(game)
    return [names[action] for action in moves]


@lru_cache(maxsize=GAMES_KEPT)
def _all_names(game: Game) -> list[str]:
    """Every move of a game in words: lists of long games ask for thousands."""
    return [game.action_to_string(action) for action in range(game.num_distinct_actions())]
