"""The catalogue: games, players, levels and formats, from the registries."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

import inarow
from inarow.arena.schedule import FORMATS as TOURNAMENTS
from inarow.games import GAMES
from inarow.players import LEVELS
from inarow.protocols.formats import FORMATS
from inarow.server.config import Config, ConfigDep
from inarow.server.edge.problems import problem_responses
from inarow.server.edge.static_files import accepted_encodings
from inarow.server.play.views import game_info
from inarow.server.schema.base import SPEC_LENGTH
from inarow.server.schema.catalogue import (
    Catalogue,
    FormatInfo,
    GameInfo,
    GameTypeInfo,
    LevelInfo,
    ParameterInfo,
    PlayerInfo,
)
from inarow.server.search.allowed import (
    allowed_game_parameters,
    allowed_parameters,
    allowed_players,
    check_game,
)
from inarow.spec import Parameter

router = APIRouter(prefix="/api", tags=["catalogue"])

GameQuery = Annotated[
    str,
    Query(
        min_length=1,
        max_length=SPEC_LENGTH,
        description="A description of a game, such as gomoku:size=19 or 4x4x3.",
        examples=["gomoku"],
    ),
]


@router.get("/catalogue", summary="Games, players, levels, formats", response_model=Catalogue)
def get_catalogue(request: Request, config: ConfigDep) -> Response:
    """All that can be chosen, with the parameters that may be given and the values they may have.

    Players that run programs and parameters that name files are left out.
    """
    content = catalogue(config).model_dump_json().encode()
    headers = {"Vary": "Accept-Encoding"}
    # Every page asks for it, and it has a quarter of its size compressed.
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        content = gzip.compress(content)
    return Response(content, headers=headers, media_type="application/json")


@router.get(
    "/games/info",
    summary="One game",
    responses=problem_responses({400: "There is no such game; the message says what there is."}),
)
def get_game_info(game: GameQuery) -> GameInfo:
    """A game by its description: its short form, its board, and who plays it."""
    return game_info(check_game(game))


def catalogue(config: Config) -> Catalogue:
    """The catalogue of a server with these settings."""
    return Catalogue(
        version=inarow.__version__,
        games=[
            GameTypeInfo(
                name=game.name,
                summary=game.summary,
                parameters=_choosable(allowed_game_parameters(game)),
            )
            for game in GAMES
        ],
        players=[
            PlayerInfo(
                name=player.name,
                summary=player.summary,
                parameters=_choosable(allowed_parameters(player, config)),
            )
            for player in allowed_players()
        ],
        levels=[
            LevelInfo(name=level.name, title=level.title, summary=level.summary) for level in LEVELS
        ],
        formats=[
            FormatInfo(name=entry.name, summary=entry.summary, suffix=entry.suffixes[0])
            for entry in FORMATS
        ],
        tournament_formats=list(TOURNAMENTS),
        longest_think=config.longest_think,
    )


HELP = {
    "rule": "freestyle: a longer row wins, too; standard: it does not",
    "sims": "simulations per move at most, once you change it",
    "tiebreak": "what counts when all boards are decided and nobody has three in a row",
}
"""What the page says about parameters whose own help is for the command line."""


def _choosable(parameters: Iterable[Parameter]) -> list[ParameterInfo]:
    """The parameters of a game or player, with help for the page."""
    return [parameter_info(replace(p, help=HELP.get(p.name, p.help))) for p in parameters]


def parameter_info(parameter: Parameter) -> ParameterInfo:
    """A parameter, for a form."""
    return ParameterInfo.model_validate(
        {k: value for k, value in parameter.as_dict().items() if k not in ("alias", "required")}
    )
