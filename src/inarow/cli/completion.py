"""What the shell completes: the names of games and players.

After a colon it completes parameters: ``gomoku:`` becomes ``gomoku:size=`` or ``gomoku:rule=``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inarow.cli.output import Entry
from inarow.games import GAMES
from inarow.players import LEVELS, all_players

HUMAN = "human"


def complete_game(incomplete: str) -> list[str]:
    """Games that begin like this.

    >>> complete_game("t"), complete_game("gomoku:r")
    (['tictactoe'], ['gomoku:rule='])
    """
    return list(_complete(incomplete, GAMES))


def complete_player(incomplete: str) -> list[str]:
    """Players and levels that begin like this.

    >>> complete_player("thr"), complete_player("threat:depth=4,c")
    (['threat'], ['threat:depth=4,candidates='])
    """
    return list(_complete(incomplete, all_players(), [level.name for level in LEVELS]))


def complete_seat(incomplete: str) -> list[str]:
    """Who may play in the terminal: a person, too."""
    return [
        *(name for name in [HUMAN] if name.startswith(incomplete)),
        *complete_player(incomplete),
    ]


def _complete(incomplete: str, entries: Iterable[Entry], more: Iterable[str] = ()) -> Iterator[str]:
    name, colon, rest = incomplete.partition(":")
    if not colon:
        names = [*(entry.name for entry in entries), *more]
        yield from (each for each in names if each.startswith(incomplete))
        return
    before, comma, last = rest.rpartition(",")
    for entry in entries:
        if entry.name == name:
            for parameter in entry.parameters:
                if parameter.name.startswith(last):
                    yield f"{name}:{before}{comma}{parameter.name}="
