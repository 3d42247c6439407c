"""The way of a move through the server: which files run from a command to the machine's stone."""

import sys
import threading
from pathlib import Path

import pytest

import inarow
from tests.server.live import HUMAN, machine, serving

PACKAGE = Path(inarow.__file__).parent

# In the order in which they are first entered. With the page's six files and the core, a click
# passes 32; who adds one shows that a reader needs it.
WAY = [
    "server/edge/connections.py",
    "server/edge/sockets.py",
    "server/edge/rate_limit.py",
    "server/play/room.py",
    "server/play/game_state.py",
    "server/storage/games.py",
    "server/storage/database.py",
    "server/storage/writer.py",
    "server/play/offers.py",
    "server/play/views.py",
    "games/base.py",
    "games/state.py",
    "games/text.py",
    "server/play/mover.py",
    "server/play/audience.py",
    "server/search/pool.py",
    "server/search/fair_executor.py",
    "server/edge/user_addresses.py",
    "server/search/player_cache.py",
    "players/turned.py",
    "players/wrapper.py",
    "games/symmetry.py",
    "players/native.py",
    "server/search/thoughts.py",
    "player.py",
]


@pytest.fixture
def entered():
    """The files of the package that were entered since ``clear()``, on all threads."""
    files: dict[str, None] = {}

    def trace(frame, event, arg):
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            files.setdefault(path.relative_to(PACKAGE).as_posix())

    before = sys.gettrace()
    threading.settrace(trace)
    yield files
    threading.settrace(before)


def test_a_move_passes_few_files(tmp_path, entered):
    with serving(tmp_path) as site:
        ann = site.person()
        game = ann.new_game(HUMAN, machine("mcts:sims=200,mb=4"), "gomoku", time=20)
        with ann.watch(game) as watch:
            watch.move("h8")  # the first one also looks players and games up
            watch.until(lambda g: g["ply"] == 2 and not g["thinking"])
            while watch.thought is None or watch.thought["action"] is None:
                assert watch.receive()
            entered.clear()
            watch.move(watch.game["position"]["legal"][0])  # any cell may be the machine's
            watch.until(lambda g: g["ply"] == 4 and not g["thinking"])
            passed = set(entered)
    assert passed == set(WAY)
