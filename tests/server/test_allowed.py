"""What may be asked for from the web."""

import re
import time
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import inarow
from inarow.errors import BadSpec, InarowError, UnknownPlayer
from inarow.players import LEVELS, PLAYERS, load_player, player_type
from inarow.players.player_type import PlayerType
from inarow.players.plugins import GROUP
from inarow.server.config import Config
from inarow.server.edge.refusals import Refused
from inarow.server.play.game_state import seat_search
from inarow.server.schema.play import HumanSeat, LevelSeat, PlayerSeat
from inarow.server.search.allowed import (
    allowed_parameters,
    allowed_players,
    check_game,
    check_player,
    search_limits,
)
from inarow.server.search.pool import Search
from inarow.server.search.shown_names import WORDS, shown_title
from inarow.spec import Parameter

GOMOKU = inarow.load_game("gomoku")
CONFIG = Config(longest_think=3.0, player_mb=32)


@pytest.mark.parametrize(
    ("spec", "short"),
    [
        ("Greedy", "greedy"),
        ("engine:network=ours", "engine:mb=32"),  # for 64 is more than is allowed
        ("engine:network=none,mb=8", "engine:mb=8,network=none"),
        ("mcts:mb=4,c=1.4", "mcts:mb=4"),
        ("mcts:sims=2000,mb=4", "mcts:sims=2000,mb=4"),  # the usual number, but now it is a limit
        ("minimax:depth=3", "minimax:depth=3"),
        ("threat:b=4,vcf=16", "threat:candidates=4"),
    ],
)
def test_descriptions_get_short(spec, short):
    assert check_player(spec, GOMOKU, CONFIG) == short
    assert check_player(short, GOMOKU, CONFIG) == short


@pytest.mark.parametrize(
    "spec",
    [
        "external:cmd=ls",
        "EXTERNAL:cmd=ls",
        " external : cmd=ls",
        "external",
        "python:class=os.getpid",
        "Python:class=os.getpid",
        "engine:threads=64",
        "engine:threads=0",
        "shared-mcts:file=/etc/passwd",
        'shared-mcts:file=""',
    ],
)
def test_what_is_unsafe_is_refused(spec):
    with pytest.raises(Refused) as refusal:
        check_player(spec, GOMOKU, CONFIG)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("engine:network=/etc/passwd", "ours or line or none"),
        ("engine:mb=64", "from 4 to 32"),
        ("minimax:depth=1000000", "from 0 to 100"),
        ("mcts:sims=1000000000", "from 1 to 1e"),
        ("mcts:sims=-1", "from 1"),
        ("mcts:c=nan", "out of range"),
        ("greedy:depth=3", "has no parameter"),
        ("grady", "greedy"),
        ("", "There is no player"),
        ("beginner", "There is no player"),
        ("mcts:sims", "cannot be read"),
    ],
)
def test_what_is_wrong_is_explained(spec, says):
    with pytest.raises(BadSpec, match=says):
        check_player(spec, GOMOKU, CONFIG)


def test_an_unknown_player_is_not_told_of_forbidden_ones():
    with pytest.raises(UnknownPlayer) as error:
        check_player("extern", GOMOKU, CONFIG)
    assert "external" not in str(error.value)


def test_players_of_packages_are_not_asked_for(monkeypatch):
    entry = EntryPoint("first", "inarow:load_player", GROUP)
    monkeypatch.setattr("inarow.players.plugins.plugin_entries", lambda: (entry,))
    assert player_type("first").origin == "inarow"  # that it is found does not matter
    assert "first" not in [player.name for player in allowed_players()]
    with pytest.raises(UnknownPlayer) as error:
        check_player("first", GOMOKU, CONFIG)
    assert "first" not in str(error.value).partition("There are")[2]


def test_what_says_nothing_of_the_web_is_closed():
    """A new player offers no texts there, no files, and no more memory than the server allows."""
    new = PlayerType(
        "new",
        "a new player",
        (
            Parameter("file", "", "a file", is_file=True),
            Parameter("network", "ours", "a network", choices=("ours",), is_file=True),
            Parameter("cmd", "", "any text"),
            Parameter("mb", 8000, "size", 1, 9000),
            Parameter("threads", 1, "threads", 0, 64, web=False),
            Parameter("depth", 7, "plies", 1, 400, web_high=5),
        ),
        lambda game, seed, values: None,
    )
    open_here = {each.name: each for each in allowed_parameters(new, CONFIG)}
    assert open_here.keys() == {"network", "mb", "depth"}
    with pytest.raises(BadSpec, match="network must be ours"):
        open_here["network"].parse("/etc/passwd")
    assert (open_here["mb"].high, open_here["mb"].default) == (32, 32)
    assert (open_here["depth"].high, open_here["depth"].default) == (5, 5)


def test_players_that_do_not_play_the_game():
    with pytest.raises(BadSpec, match=r"^Greedy does not play Ultimate tic-tac-toe: "):
        check_player("greedy", inarow.load_game("ultimate"), CONFIG)
    with pytest.raises(BadSpec, match=r"^TD has no weights for 8 . 8, 6 in a row: train them"):
        check_player("td", inarow.load_game("8x8x6"), CONFIG)


def test_names_are_those_of_the_page():
    """The page writes them by the words of web/src/lib/texts, messages by those of the server."""
    texts = (Path(__file__).parents[2] / "web/src/lib/texts/common.ts").read_text("utf-8")
    (block,) = re.findall(r"\n  players: \{(.*?)\}", texts, re.DOTALL)
    assert dict(re.findall(r'(\w+): "([^"]+)"', block)) == WORDS


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_no_parameter_of_any_player_may_name_a_file(player):
    if player.runs_program:
        assert player not in allowed_players()
        return
    for parameter in allowed_parameters(player, CONFIG):
        assert not isinstance(parameter.default, str) or parameter.choices
        assert parameter.name != "mb" or parameter.high <= CONFIG.player_mb
        assert "file" not in parameter.help


@pytest.mark.parametrize("player", allowed_players(), ids=lambda player: player.name)
@pytest.mark.parametrize("spec", ["tictactoe", "gomoku:size=20", "ultimate"])
def test_every_search_ends_by_its_time(player, spec):
    """Also one that is told to look far ahead on a large board."""
    game = inarow.load_game(spec)
    if not player.plays(game):
        return
    most = {each.name: each.high for each in allowed_parameters(player, CONFIG)}
    wanted = f"{player.name}:depth={most['depth']}" if "depth" in most else player.name
    wanted = check_player(wanted, game, Config(player_mb=4))
    limits = search_limits(wanted, 0.2, CONFIG)
    begun = time.monotonic()
    decision = load_player(wanted, game, seed=1).act(game.new_initial_state(), limits)
    assert time.monotonic() - begun < 10  # 0.2 s, and a lot for a machine that is busy
    assert decision.action in game.new_initial_state().legal_actions()


def test_limits_are_of_the_server():
    assert search_limits("engine", 1.0, CONFIG).time == 1.0
    assert search_limits("engine", 60.0, CONFIG).time == 3.0
    assert search_limits("mcts:sims=50", 1.0, CONFIG).sims == 50
    assert search_limits("mcts", 1.0, CONFIG).sims is None
    # Its table grows with each position, so these are limited, too.
    assert search_limits("minimax", 1.0, CONFIG).nodes * 64 == CONFIG.player_mb * 2**20
    assert search_limits("minimax:table=false", 1.0, CONFIG).nodes is None


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("spec", ["tictactoe", "7x7x5", "gomoku", "ultimate"])
def test_levels_sit_on_every_game(level, spec):
    game = check_game(spec)
    player, limits = seat_search(LevelSeat(level=level.name), game, 0.1, Config(player_mb=4))
    assert limits.time == 0.1
    state = game.new_initial_state()
    decision = load_player(player, game, seed=1).act(state, limits)
    assert state.is_legal(decision.action)


def test_seats():
    assert (
        seat_search(PlayerSeat(spec="mcts:sims=9"), GOMOKU, 9.0, CONFIG)[0] == "mcts:sims=9,mb=32"
    )
    with pytest.raises(InarowError, match="There is no level"):
        seat_search(LevelSeat(level="god"), GOMOKU, 1.0, CONFIG)
    with pytest.raises(ValueError, match="no search"):
        seat_search(HumanSeat(), GOMOKU, 1.0, CONFIG)


def test_games():
    assert shown_title(check_game("7x6x4")) == "7 \N{MULTIPLICATION SIGN} 6, 4 in a row"
    assert check_game(" 4x4x3 ") is check_game("4x4x3")
    for spec in ("21x3x3", "0x3x3", "3x3x1000000", "gomoku:size=10000000000", "chess", ""):
        with pytest.raises(BadSpec):
            check_game(spec)


def test_quick_players_are_quick():
    def is_quick(spec, limits, level=None):
        return Search(GOMOKU, (), spec, limits, level=level).quick

    limits = search_limits("engine", 1.0, CONFIG)
    assert is_quick("random", limits)
    assert is_quick("greedy", limits)
    assert not is_quick("engine:mb=8", limits)
    assert is_quick("mcts", replace(limits, sims=20))
    for level, quick in (("beginner", True), ("casual", True), ("master", False)):
        asked = seat_search(LevelSeat(level=level), GOMOKU, 1.0, CONFIG)
        assert is_quick(*asked, level=level) == quick
