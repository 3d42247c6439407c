"""The games, players and parameters that the web may ask for.

Requests may not name a file or a program of the server, or use more memory and time than the
settings allow. The players' types say what the web may choose (PlayerType, Parameter); a text only
if it has a list of choices. Only the players of inarow itself may be asked for, and the checkpoints
of the lab's training runs (see trained.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from inarow.errors import BadSpec, UnknownPlayer
from inarow.games import Game, GameType, load_game
from inarow.games.mnk import MAX_SIDE
from inarow.player import Limits
from inarow.players import PLAYERS
from inarow.players.player_type import MEMORY, PlayerType
from inarow.server.config import Config
from inarow.server.edge.refusals import Refused
from inarow.server.search.shown_names import shown_player, shown_title
from inarow.server.search.strength import strongest_first
from inarow.server.search.trained import check_trained, is_trained, trained_sims
from inarow.spec import Parameter, Value, closest, read_parameters, split_spec, value_text

GAMES_KEPT = 256
"""Games that are cached."""

PLAYERS_KEPT = 1024
"""Descriptions whose check is cached."""

OR_A_FILE = ", or a file"
"""Where the help of a parameter goes on for the command line only: the web may name no files."""


def allowed_players() -> list[PlayerType]:
    """The players that may be asked for, strongest first by and large."""
    return strongest_first(player for player in PLAYERS if not player.runs_program)


def allowed_players_of(game: Game) -> list[PlayerType]:
    """Those of them that play a game, strongest first on it: people hear the best advice first."""
    return strongest_first((player for player in allowed_players() if player.plays(game)), game)


def allowed_parameters(player: PlayerType, config: Config) -> tuple[Parameter, ...]:
    """The parameters of a player that may be given, with the values they may have."""
    return web_parameters(player.parameters, config)


def web_parameters(declared: Iterable[Parameter], config: Config) -> tuple[Parameter, ...]:
    """Those of the declared parameters that the web may set, with the values they may have."""
    return tuple(
        _narrow(parameter, config.player_mb if parameter.name == MEMORY else parameter.web_high)
        for parameter in declared
        if parameter.web and (parameter.choices or not isinstance(parameter.default, str))
    )


def _narrow(parameter: Parameter, most: float | None) -> Parameter:
    if isinstance(parameter.default, str):
        return replace(parameter, is_file=False, help=parameter.help.split(OR_A_FILE)[0])
    if most is None:
        return parameter
    most = max(most, parameter.low or 0)
    high = most if parameter.high is None else min(parameter.high, most)
    return replace(parameter, high=high, default=min(parameter.default, most))


def allowed_game_parameters(game: GameType) -> tuple[Parameter, ...]:
    """The parameters of a kind of game: no row is longer than the largest board."""
    return tuple(
        replace(parameter, high=MAX_SIDE) if parameter.name == "k" else parameter
        for parameter in game.parameters
    )


def check_game(spec: str) -> Game:
    """The game that a description names, if it may be played here."""
    return _load_game(spec.strip())


@lru_cache(maxsize=GAMES_KEPT)
def _load_game(spec: str) -> Game:
    game = load_game(spec)
    k = game.in_a_row
    if k is not None and k > MAX_SIDE:
        raise BadSpec(f"k={str(k)[:12]} is out of range: k must be from 1 to {MAX_SIDE}.")
    return game


def check_closed(
    owner: str, declared: Iterable[Parameter], allowed: Sequence[Parameter], given: Iterable[str]
) -> None:
    """Refuse a parameter that there is, but not for the web."""
    names, open_here = {each.name for each in declared}, [each.name for each in allowed]
    for key in given:
        if key in names and key not in open_here:
            takes = f"it takes {', '.join(open_here)}" if open_here else "it takes nothing"
            raise Refused(f"{key} of {owner} cannot be set here: {takes}.")


def check_player(spec: str, game: Game, config: Config) -> str:
    """The description in its short form, if such a player may be asked for and plays the game.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> check_player("Engine:mb=32,network=ours", game, Config())
    'engine:mb=32'
    >>> check_player("engine:mb=4096", game, Config())
    Traceback (most recent call last):
    ...
    inarow.errors.BadSpec: mb=4096 is out of range: mb must be a whole number from 4 to 64.
    """
    if is_trained(spec):  # it may be deleted at any time
        return check_trained(spec, game, config.lab_folder)
    return _check_player(spec, game, config)


@lru_cache(maxsize=PLAYERS_KEPT)
def _check_player(spec: str, game: Game, config: Config) -> str:
    player, values, given = _read(spec, config)
    shown = shown_player(player.name)
    if player.needs_training(game) and player.name == player.learner:
        raise BadSpec(f"{shown} has no weights for {shown_title(game)}: train them in the lab.")
    if not player.plays(game):
        raise BadSpec(f"{shown} does not play {shown_title(game)}: {player.summary}.")
    # A number of simulations is a limit only if it is given, so it stays even if it is the default;
    # so does a default that is more than is allowed here.
    said = [
        f"{parameter.name}={value_text(values[parameter.name])}"
        for parameter in player.parameters
        if parameter.name in values
        and (
            values[parameter.name] != parameter.default
            or (parameter.name == "sims" and "sims" in given)
        )
    ]
    return f"{player.name}:{','.join(said)}" if said else player.name


def _read(spec: str, config: Config) -> tuple[PlayerType, dict[str, Value], dict[str, str]]:
    name, given = split_spec(spec)
    if any(name == player.name and player.runs_program for player in PLAYERS):
        raise Refused(f"{name} is not allowed here: it runs programs of the server.")
    players = allowed_players()
    player = next((player for player in players if player.name == name), None)
    if player is None:
        names = [player.name for player in players]
        raise UnknownPlayer(f"There is no player {name[:40]!r}: {closest(name, names)}")
    parameters = allowed_parameters(player, config)
    check_closed(name, player.parameters, parameters, given)
    return player, read_parameters(name, parameters, given), given


def search_limits(spec: str, time: float | None, config: Config) -> Limits:
    """The limits of a player for one move: never more time than the server allows.

    Without ``time`` it is an analysis that runs until it is stopped. A number of simulations in the
    description is a limit, too.
    """
    time = config.longest_analysis if time is None else min(time, config.longest_think)
    if is_trained(spec):
        return Limits(time=time, sims=trained_sims(spec, config.lab_folder))
    return _search_limits(spec, time, config)


@lru_cache(maxsize=PLAYERS_KEPT)
def _search_limits(spec: str, time: float, config: Config) -> Limits:
    player, values, given = _read(spec, config)
    sims = values.get("sims") if "sims" in given else None
    growth = player.bytes_per_node(values)
    nodes = config.player_mb * 2**20 // growth if growth else None
    return Limits(
        time=time,
        sims=sims if isinstance(sims, int) else None,
        nodes=nodes,
    )
