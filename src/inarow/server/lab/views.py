"""Views of runs, made from the store, the reports of a worker, and files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from inarow.arena.fixture import limits_dict
from inarow.arena.tournament import GAMES_FILE, read_settings
from inarow.arena.tournament_state import TournamentSettings
from inarow.errors import BadFile, InarowError
from inarow.server.lab.game_index import IndexedGame
from inarow.server.lab.tournament_worker import STANDING_FILE
from inarow.server.lab.worker import public_message
from inarow.server.schema.lab import RatedPlayer, RatingPoint, RunGame, RunSummary, TournamentView
from inarow.server.search.allowed import check_game
from inarow.server.search.shown_names import shown_title
from inarow.server.storage import StoredRun

_STATES = get_args(RunSummary.model_fields["state"].annotation)

Report = Mapping[str, Any]
"""The last report of a worker: see ``worker.py``, and ``Reporter`` of a tournament's."""


def summary_of(run: StoredRun, user: str, report: Report | None = None) -> RunSummary:
    """A run in a list; a worker's report is newer than what is stored."""
    latest = report or {}
    return RunSummary.model_validate(
        {
            "id": run.id,
            "kind": run.kind,
            "title": run.title,
            "game": _game_title(run.settings.get("game")),
            "players": run.settings.get("players") or [str(run.settings.get("learner", ""))],
            "state": run.state if run.state in _STATES else "failed",
            "message": run.message,
            "created": run.created,
            "games": latest.get("games", run.games),
            "scheduled": latest.get("scheduled", run.scheduled),
            "mine": run.owner == user,
        }
    )


def _game_title(spec: object) -> str:
    try:
        return shown_title(check_game(str(spec)))
    except InarowError:  # this version does not have the game any more
        return str(spec)


def read_report(directory: Path) -> Report | None:
    """The last report that a worker wrote; None if no game was played."""
    path = directory / STANDING_FILE
    again = "resume the tournament to count its games again"
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        games = directory / GAMES_FILE
        if games.exists() and games.stat().st_size:
            raise BadFile(f"{STANDING_FILE} is missing: {again}.") from None
        return None
    except OSError as error:
        raise BadFile(f"{STANDING_FILE} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise BadFile(f"{STANDING_FILE} is damaged: {again}.") from None
    if not isinstance(report, dict):
        raise BadFile(f"{STANDING_FILE} is damaged: {again}.")
    return report


def read_tournament(directory: Path) -> TournamentView:
    """A tournament that is not running, from its files."""
    return tournament_view(settings_of(directory), read_report(directory))


def settings_of(directory: Path) -> TournamentSettings:
    """The settings of a tournament; errors do not name the folder of the server."""
    try:
        return read_settings(directory)
    except BadFile as error:
        raise BadFile(public_message(error, directory)) from None


def tournament_view(settings: TournamentSettings, report: Report | None) -> TournamentView:
    """A tournament after the games so far."""
    try:
        return _view(settings, report or {})
    except (ValidationError, TypeError, KeyError, ValueError, AttributeError):
        raise BadFile(
            f"{STANDING_FILE} does not fit this tournament: resume the tournament to count its "
            "games again."
        ) from None


def _view(settings: TournamentSettings, report: Report) -> TournamentView:
    rows = {row["name"]: row for row in report.get("players", ())}
    fields = RatedPlayer.model_fields
    return TournamentView(
        players=list(settings.players),
        game=settings.game,
        format=settings.format,
        games=settings.games,
        limits=limits_dict(settings.limits),
        openings=settings.openings,
        table=[
            RatedPlayer.model_validate(
                {name: row[name] for name in fields if name in row}
                | {"faults": sum(row["faults"].values())}
            )
            for row in rows.values()
        ],
        crosstable=report.get("crosstable", {}),
        superiority=report.get("superiority", {}),
        draw_rate=report.get("draw_rate"),
        first_move_elo=report.get("first_move_elo"),
        winner=report.get("winner"),
        seconds=report.get("seconds", 0.0),
        warnings=report.get("warnings", []),
        history=[
            RatingPoint(games=games, elo=elo)
            for games, elo in report.get("history", ())
            if len(elo) == len(settings.players)
        ],
    )


def game_line(number: int, entry: IndexedGame) -> RunGame:
    """A game in a list."""
    return RunGame(
        number=number,
        players=entry.players,
        result=entry.result,
        end=entry.end,
        plies=entry.plies,
    )
