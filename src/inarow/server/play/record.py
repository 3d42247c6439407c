"""Records of games: a game of the server as a record, and a record as the page shows it."""

from __future__ import annotations

from inarow.games.text import side_name
from inarow.protocols.record import End, GameRecord, end_text
from inarow.server.play.game_state import GameState
from inarow.server.play.views import names_of
from inarow.server.schema.play import RecordedGame, SeatView, VariationView
from inarow.server.search.allowed import check_game


def record_of(state: GameState) -> GameRecord:
    """The moves on the board, the players, and the result if there is one."""
    stored = state.stored
    moves = stored.moves[: stored.ply]
    points: tuple[float, float] | None = None
    end: End | None = None
    detail = ""
    result = state.result()
    if result is not None:
        first = 0.0 if result.winner is None else (1.0 if result.winner == 0 else -1.0)
        points = (first, -first)
        end = result.end
    if stored.resigned is not None:
        detail = f"{side_name(state.game, stored.resigned)} resigned."
        # In a record a resignation is a loss for the player to move; else only the detail says it.
        if stored.resigned != state.turn:
            end = None
    first_seat, second_seat = state.seat_views()
    return GameRecord(
        game=state.game.spec,
        players=(_name(first_seat), _name(second_seat)),
        moves=tuple(move.action for move in moves),
        opening=min(stored.opening, stored.ply),
        result=points,
        end=end,
        detail=detail,
        times=tuple(move.seconds for move in moves),
        values=tuple(move.value for move in moves),
        started=stored.created,
    )


def _name(seat: SeatView) -> str:
    if seat.kind == "level" and seat.spec:
        return f"{seat.name} ({seat.spec})"
    return seat.name or "human"


def recorded_game(record: GameRecord) -> RecordedGame:
    """A record with the names of its moves and its result in words."""
    game = check_game(record.game)
    unknown: list[float | None] = [None] * len(record.moves)
    return RecordedGame(
        game=record.game,
        players=record.players,
        moves=list(record.moves),
        names=names_of(game, record.moves),
        values=list(record.values) or unknown,
        seconds=list(record.times) or unknown,
        result=record.result,
        text=_how_it_ended(record),
        comments=dict(record.comments),
        variations=[
            VariationView(after=line.after, moves=list(line.moves)) for line in record.variations
        ],
    )


def _how_it_ended(record: GameRecord) -> str:
    if record.result is None:
        return "not finished"
    first = record.result[0]
    game = check_game(record.game)
    text = "draw" if first == 0 else f"{side_name(game, 0 if first > 0 else 1)} wins"
    if record.end is not None:
        text += f": {end_text(record.end, game)}"
    return text + (f" ({record.detail})" if record.detail else "")
