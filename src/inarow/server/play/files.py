"""Import and export of games with their variations: PSQ, SGF, coordinates, JSON lines."""

from __future__ import annotations

import io
from itertools import islice
from typing import cast

from fastapi import APIRouter

from inarow.games import Game
from inarow.protocols.formats import Format, find_format, format_of_content, read_stream
from inarow.protocols.record import GameRecord, Variation
from inarow.protocols.validation import UNKNOWN, outcome
from inarow.server.edge.identity import UserDep
from inarow.server.edge.problems import problem_responses
from inarow.server.edge.refusals import Refused
from inarow.server.play.record import recorded_game
from inarow.server.schema.play import (
    MOST_TREE_MOVES,
    Exported,
    ExportRequest,
    Imported,
    ImportRequest,
)
from inarow.server.search.allowed import check_game
from inarow.server.search.pool import PoolDep
from inarow.untrusted_text import replace_controls

MOST_GAMES = 100
"""Games of one file that are read; the page cannot show more."""

COORDINATES = "coords"
"""The format that does not say which game it is."""

SOURCE = "The text"
"""The file's name in messages."""

router = APIRouter(prefix="/api", tags=["files"])


@router.post(
    "/import",
    summary="Games from the text of a file",
    responses=problem_responses({400: "The text is no file of games."}),
)
async def import_games(pool: PoolDep, user: UserDep, file: ImportRequest) -> Imported:
    """Read a file of games; the format is recognized by the text.

    Coordinates such as h8i9g7 do not name their game: give it. At most 100 games are returned.
    """
    # It may take half a second; many at once would delay everybody else.
    return await pool.call(user, lambda: _read(file)).result()


def _read(request: ImportRequest) -> Imported:
    game = check_game(request.game) if request.game else None
    data = request.text.encode("utf-8", "replace")
    chosen = _format_of(data, game)
    stream = io.BufferedReader(cast("io.RawIOBase", io.BytesIO(data)))
    # Other formats name their game; the one that is given is a fallback only.
    given = game if chosen.name == COORDINATES else None
    records = list(islice(read_stream(stream, SOURCE, chosen, given), MOST_GAMES + 1))
    if not records:
        raise Refused("There is no game in the text.")
    for record in records:
        check_game(record.game)
        _check_size(record)
    return Imported(
        format=chosen.name,
        games=[recorded_game(record) for record in records[:MOST_GAMES]],
        more=len(records) > MOST_GAMES,
    )


def _check_size(record: GameRecord) -> None:
    if len(record.tree()) > MOST_TREE_MOVES:
        raise Refused(
            f"A game has more than {MOST_TREE_MOVES:,} moves with its variations: take a part of "
            "it."
        )


def _format_of(data: bytes, game: Game | None) -> Format:
    if not data.strip():
        raise Refused("There is no game in the text.")
    chosen = format_of_content(data)
    # A single move, h8, is too short to be recognized; with a game, it is clear.
    if chosen is None and game is not None:
        chosen = find_format(COORDINATES)
    if chosen is None:
        raise Refused(
            "This is not a game that can be read: give moves, such as h8 i9 g7, or a file in SGF, "
            "PSQ or JSON (inarow)."
        )
    if chosen.name == COORDINATES and game is None:
        raise Refused("Coordinates do not say which game they are of: give the game as well.")
    return chosen


@router.post(
    "/export",
    summary="A game as a file",
    responses=problem_responses({400: "The format does not exist, or not for this game."}),
)
def export_game(request: ExportRequest) -> Exported:
    """Write a game in a format; ``lost`` says what the format cannot store."""
    state = check_game(request.game).state_from(request.moves)
    chosen = find_format(request.format)
    first, second = (replace_controls(name).strip() or UNKNOWN for name in request.players)
    result, end = outcome(state)
    record = GameRecord(
        game=state.game.spec,
        players=(first, second),
        moves=tuple(state.history()),
        result=result,
        end=end,
        comments=request.comments,
        variations=tuple(Variation(line.after, tuple(line.moves)) for line in request.variations),
    )
    _check_size(record)
    return Exported(
        filename=f"inarow-{state.game.name}{chosen.suffixes[0]}",
        text=chosen.encode(record).decode(),
        lost=list(chosen.losses(record)),
    )
