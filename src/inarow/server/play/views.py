"""Games and positions as the page draws them: the page decides nothing about the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from inarow.games import Game, State
from inarow.games.text import STONES
from inarow.players import load_player
from inarow.players.player_type import PlayerType
from inarow.server.schema.base import Side
from inarow.server.schema.catalogue import BoardShape, GameInfo
from inarow.server.schema.play import Position
from inarow.server.search.allowed import GAMES_KEPT, allowed_players_of
from inarow.server.search.shown_names import shown_title

# The characters of cells by their values: -1 is the last.
_STONES = np.frombuffer("".join(STONES[value] for value in (0, 1, -1)).encode(), np.uint8)


@lru_cache(maxsize=GAMES_KEPT)
def game_info(game: Game) -> GameInfo:
    """A game's board, its names, and who can play it."""
    players = allowed_players_of(game)
    return GameInfo(
        spec=game.spec,
        name=game.name,
        title=shown_title(game),
        **board_shape(game).model_dump(),
        rule=game.rule,
        players=[player.name for player in players],
        notes={player.name: note for player in players if (note := _note(player, game))},
        threats=game.has_threats,
    )


def board_shape(game: Game) -> BoardShape:
    """A game's board, without what takes time to find out."""
    return BoardShape(
        rows=game.rows, columns=game.columns, block=game.block_size, in_a_row=game.in_a_row
    )


def _note(player: PlayerType, game: Game) -> str:
    """``Player.note``; only players with learned weights have one, and others take memory."""
    if not player.learner:
        return ""
    with load_player(player.name, game, seed=0) as made:
        return made.note


def position_of(state: State) -> Position:
    """A position with everything that the page draws.

    It is not validated: it is ours, and is made for every move of every game.
    """
    moves = state.history()
    over = state.is_terminal()
    return Position.model_construct(
        game=state.game.spec,
        moves=moves,
        cells=_STONES[state.board()].tobytes().decode(),
        to_move=None if over else side(state.current_player()),
        legal=state.legal_actions(),
        last=moves[-1] if moves else None,
        winning_line=state.winning_line(),
        local_boards="".join(state.local_boards()) or None,
        forced_board=None if over else state.forced_board(),
        over=over,
        winner=None if (winner := state.winner()) is None else side(winner),
        status=state.status(),
    )


def side(player: int) -> Side:
    """A player's number as the type that messages have."""
    first: Literal[0] = 0
    second: Literal[1] = 1
    return second if player else first


def names_of(game: Game, moves: Sequence[int]) -> list[str]:
    """The names of moves: h8."""
    names = _all_names(game)
    return [names[action] for action in moves]


@lru_cache(maxsize=GAMES_KEPT)
def _all_names(game: Game) -> list[str]:
    """The names of all actions of a game: lists of long games need thousands."""
    return [game.action_to_string(action) for action in range(game.num_distinct_actions())]
