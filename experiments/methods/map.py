"""The map of the methods: every player on five games, rated against each other at the same time.

Each game has Swiss tournaments, one after the other: players of about the same strength meet, which
tells most about their ratings. The next tournament starts with the order that the last ones found,
and has openings of its own. The games of all of them are rated together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from experiments.experiment import Run, run_experiment
from experiments.matches import OPENINGS
from experiments.page import Chart

import inarow
from inarow import Limits
from inarow.arena import TournamentState, play_tournament, resume_tournament
from inarow.arena.records import read_log
from inarow.arena.tournament import GAMES_FILE, SETTINGS_FILE
from inarow.arena.tournament_state import TournamentSettings
from inarow.files import replacing
from inarow.models import linenet, ultimate_net
from inarow.models.ntuple import nearest_tuples
from inarow.models.policy_value import nearest_network
from inarow.models.q_values import nearest_q_network
from inarow.models.weights import shipped_weights, weights_fit
from inarow.players import PLAYERS
from inarow.players.tabular import shipped_table

METHODS = "methods.json"
"""What the page "Methods" of the web app shows; experiments/publish.py puts it into the package."""

GAMES = {
    "tictactoe": "3 x 3",
    "5x5x4": "5 x 5, four in a row",
    "10x10x5": "10 x 10, five in a row",
    "gomoku": "15 x 15, five in a row",
    "ultimate": "ultimate",
}
TOURNAMENTS = 8
ROUNDS = 4
PAIRING = 4
"""Games of each two players that meet: two openings, each with both colours."""
SECONDS = 0.05
MARGIN = 30.0
"""Seconds over the limit that lose no game: a busy machine is no fault of the players."""


def players_of(game: inarow.Game) -> list[str]:
    """Every player of inarow that plays a game with what comes with it."""
    return [each.name for each in PLAYERS if not each.runs_program and each.plays(game)]


def weights_of(player: str, game: inarow.Game) -> str | None:
    """The shipped weights that a player has on a game."""
    if player == "tabular":
        return shipped_table(game)
    if player in ("td", "td-alphabeta", "td-mcts"):
        return nearest_tuples(game)
    if player == "dqn":
        return nearest_q_network(game)
    if player == "alphazero":
        return nearest_network(game)
    if player == "engine":
        networks = (linenet.OURS, ultimate_net.OURS)
        return next((name for name in networks if weights_fit(name, game)), None)
    return None


def play(run: Run, game: str, number: int, players: Sequence[str]) -> int:
    """One tournament, or the rest of it if it was stopped; returns its games."""
    folder = _folder(run, game, number)
    if (folder / SETTINGS_FILE).exists():
        return resume_tournament(folder, concurrency=1).games
    return play_tournament(
        players,
        folder,
        game=game,
        format="swiss",
        rounds=2 if run.quick else ROUNDS,
        games=2 if run.quick else PAIRING,
        limits=Limits(time=0.002 if run.quick else SECONDS),
        openings=OPENINGS,
        seed=run.seed * 1000 + number,
        margin=MARGIN,
        concurrency=1,
    ).games


def rate(run: Run, spec: str, tournaments: int) -> dict[str, Any]:
    """The ratings of all players of a game, from all games so far."""
    game = inarow.load_game(spec)
    players = players_of(game)
    state = TournamentState(TournamentSettings(tuple(players), game.spec))
    for number in range(tournaments):
        for record in read_log(_folder(run, spec, number) / GAMES_FILE):
            state.add(record)
    found = state.as_dict()
    return {
        "game": spec,
        "games": found["games"],
        "distinct": found["distinct"],
        "draw_rate": round(found["draw_rate"], 3),
        "first_move_elo": [round(value, 1) for value in found["first_move_elo"]],
        "players": [_row(row, game) for row in found["players"]],
    }


def _row(row: dict[str, Any], game: inarow.Game) -> dict[str, Any]:
    weights = weights_of(row["name"], game)
    entry = shipped_weights()[weights] if weights else {}
    return {
        "name": row["name"],
        **{key: round(row[key], 1) for key in ("elo", "elo_low", "elo_high")},
        **{key: row[key] for key in ("games", "wins", "draws", "losses")},
        "seconds_per_move": round(row["mean_move_seconds"], 6),
        "training_time": entry.get("time", ""),
        "trained_on": entry.get("trained_on", ""),
        "note": row["note"],
    }


def method_map(run: Run) -> Sequence[str]:
    """Play and rate each game, and write what the web app shows."""
    tournaments = run.count(TOURNAMENTS, quick=1, what="tournaments of each game")
    found = [_rated(run, game, tournaments) for game in run.some(list(GAMES), 2, "games")]
    run.say(
        "The papers compare a few methods each, on boards of their own. Here every method plays "
        f"every game that it can play, with at most {SECONDS:g} s a move on one core. Ratings are "
        "Elo with 95 % intervals; 0 is the mean of the players of the game. A difference of 400 "
        "means ten wins for each loss; draws count as neither."
    )
    for each in found:
        run.table(*_table(each))
        run.chart(_chart(each))
    methods = {
        "command": run.command,
        "version": inarow.__version__,
        "seconds_per_move": SECONDS,
        "scaled": run.scaled,
        "games": found,
    }
    with replacing(run.folder / METHODS) as aside:
        aside.write_text(json.dumps(methods, indent=1) + "\n", "utf-8")
    return (
        "No paper has this table.",
        f"Each game has Swiss tournaments of {ROUNDS} rounds with {PAIRING} games of each two "
        "players that meet, from random openings of two moves, each with both colours. A quick run "
        "has two rounds of 2 games with 2 ms a move.",
        "Players that do not search take less time than they may. The times of training are those "
        "of `weights/manifest.json`, on machines that did other work, too.",
        "`shared-mcts` starts each game with an empty graph; no graph comes with inarow.",
        "The time limit makes the games depend on the machine.",
    )


def _rated(run: Run, game: str, tournaments: int) -> dict[str, Any]:
    players = players_of(inarow.load_game(game))
    for number in range(tournaments):
        if number:
            rated = rate(run, game, number)["players"]
            players = [row["name"] for row in rated]
        run.part(f"{game}, tournament {number + 1}", partial(play, run, game, number, players))
    return run.part(f"{game}, ratings", partial(rate, run, game, tournaments))  # type: ignore[no-any-return]


def _table(each: dict[str, Any]) -> tuple[str, Sequence[str], Iterator[list[object]]]:
    title = f"{GAMES[each['game']]}: {each['games']} games, {each['distinct']} of them different"
    columns = ("method", "Elo, 95 %", "games: W D L", "a move", "training", "note")
    rows = (
        [
            f"`{row['name']}`",
            f"{row['elo']:+.0f} [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]",
            f"{row['wins']} {row['draws']} {row['losses']}",
            f"{row['seconds_per_move'] * 1000:.1f} ms",
            row["training_time"],
            row["note"],
        ]
        for row in each["players"]
    )
    return title, columns, rows


def _chart(each: dict[str, Any]) -> Chart:
    rows = each["players"]
    return Chart(
        f"map-{each['game']}",
        f"Strength on {GAMES[each['game']]}",
        [row["name"] for row in rows],
        {"Elo": [row["elo"] for row in rows]},
        "Elo",
        {"Elo": [(row["elo_low"], row["elo_high"]) for row in rows]},
    )


def _folder(run: Run, game: str, number: int) -> Path:
    return run.folder / "tournaments" / f"{game}-{number + 1}"


if __name__ == "__main__":
    run_experiment(method_map)
