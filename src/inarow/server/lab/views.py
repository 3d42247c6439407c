"""Runs as the page sees them, made from what the store, a worker and the files say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from inarow.arena.fixture import limits_dict
from inarow.arena.tournament import GAMES_FILE, read_settings
from inarow.arena.tournament_state import TournamentSettings
from inarow.errors import BadFile
from inarow.server.lab.game_index import IndexedGame
from inarow.server.lab.worker import STANDING_FILE
from inarow.server.schema.lab import RatedPlayer, RatingPoint, RunGame, RunSummary, TournamentView
from inarow.server.storage import StoredRun

_STATES = get_args(RunSummary.model_fields["state"].annotation)

Report = Mapping[str, Any]
"""What a worker told last: see ``worker.Reporter.make_report``."""


def summary_of(run: StoredRun, user: str, report: Report | None = None) -> RunSummary:
    """A run in a list; what a worker told is newer than what was stored."""
    told = report or {}
    return RunSummary.model_validate(
        {
            "id": run.id,
            "kind": run.kind,
            "title": run.title,
            "state": run.state if run.state in _STATES else "failed",
            "message": run.message,
            "created": run.created,
            "games": told.get("games", run.games),
            "scheduled": told.get("scheduled", run.scheduled),
            "mine": run.owner == user,
        }
    )


def read_report(directory: Path) -> Report | None:
    """What a worker wrote last; None if no game was ever played."""
    path = directory / STANDING_FILE
    again = "resume the tournament, and it is counted again"
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
    """A tournament that nobody plays just now, from its files."""
    return tournament_view(settings_of(directory), read_report(directory))


def settings_of(directory: Path) -> TournamentSettings:
    """The settings of a tournament; an error says nothing of where the server keeps its files."""
    try:
        return read_settings(directory)
    except BadFile as error:
        raise BadFile(str(error).replace(f"{directory}/", "")) from None


def tournament_view(settings: TournamentSettings, report: Report | None) -> TournamentView:
    """A tournament as it stands."""
    try:
        return _view(settings, report or {})
    except (ValidationError, TypeError, KeyError, ValueError, AttributeError):
        raise BadFile(
            f"{STANDING_FILE} is not how this tournament stands: resume the tournament, and it is "
            "counted again."
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
                {name: row[name] for name in fields} | {"faults": sum(row["faults"].values())}
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
