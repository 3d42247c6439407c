"""``trained:run=ID,games=N``: a checkpoint of one of the lab's training runs, as a player.

The web names a run and a number of games, and the server finds the file: no path comes in, and none
goes out. Such a description is what games store and show.
"""

from __future__ import annotations

import re
from pathlib import Path

from inarow.errors import BadFile, BadSpec
from inarow.games import Game
from inarow.players import check_trusted
from inarow.runlog import Checkpoint, RunFolder
from inarow.server.edge.refusals import Refused
from inarow.server.search.shown_names import shown_title
from inarow.spec import Parameter, read_parameters, split_spec

NAME = "trained"

_RUN = Parameter("run", "", "the id of a training run", required=True)
_GAMES = Parameter("games", 0, "its games at the checkpoint", 0, 10**12, required=True)

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def trained_spec(run: str, games: int) -> str:
    """The description of a run's checkpoint.

    >>> trained_spec("q3Zx", 5000)
    'trained:run=q3Zx,games=5000'
    """
    return f"{NAME}:run={run},games={games}"


def is_trained(spec: str) -> bool:
    """Whether a description names a checkpoint.

    >>> is_trained(" Trained : run=q3Zx,games=5000"), is_trained("mcts:sims=5")
    (True, False)
    """
    return split_spec(spec)[0] == NAME


def check_trained(spec: str, game: Game, lab: Path) -> str:
    """The description in its short form, if there is such a checkpoint, and of this game."""
    run, games = _read(spec)
    _find(spec, lab)
    try:
        learned = RunFolder(lab / run).settings().get("game")
    except BadFile:
        raise _missing(run, games) from None
    if learned != game.spec:
        raise Refused(
            f"Run {run} does not learn {shown_title(game)}, so this checkpoint does not play it."
        )
    return trained_spec(run, games)


def trained_sims(spec: str, lab: Path) -> int | None:
    """The simulations of each move, if the checkpoint's player has a number of them."""
    sims = split_spec(_find(spec, lab).player)[1].get("sims", "")
    return int(sims) if sims.isdecimal() else None


def loadable_spec(spec: str, lab: Path) -> str:
    """What is loaded for a checkpoint's description: its file.

    It names a path of the server, so nobody else may see it.
    """
    found = _find(spec, lab).spec()
    check_trusted(found, (), "a checkpoint is of another player")
    return found


def _read(spec: str) -> tuple[str, int]:
    values = read_parameters(NAME, (_RUN, _GAMES), split_spec(spec)[1])
    run, games = str(values["run"]), int(values["games"])
    if not _ID.fullmatch(run):
        raise BadSpec(f"{run[:40]!r} is not the id of a run.")
    return run, games


def _find(spec: str, lab: Path) -> Checkpoint:
    run, games = _read(spec)
    try:
        return RunFolder(lab / run).checkpoint(games)
    except BadFile:
        raise _missing(run, games) from None


def _missing(run: str, games: int) -> Refused:
    return Refused(f"Run {run} has no checkpoint after {games:,} games: it may have been deleted.")
