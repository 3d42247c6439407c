"""Arguments and options that several commands have, with what the shell completes for them."""

from __future__ import annotations

from typing import Annotated

import typer

from inarow.cli.completion import complete_game, complete_player

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="tictactoe, gomoku, ultimate, 4x4x3 …, with parameters as in gomoku:size=19.",
        autocompletion=complete_game,
    ),
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game: see inarow games.",
        autocompletion=complete_game,
    ),
]
MovesOption = Annotated[
    str,
    typer.Option(
        metavar="MOVES", help='Start after these moves, as in "a1 b2": column and row of a cell.'
    ),
]
PlayersOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="SPEC",
        help="The player to use; may be given several times.",
        show_default="deepening",
        autocompletion=complete_player,
    ),
]
