"""Engines of others as players: good ones play, bad ones lose for the right reason and are gone."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.errors import BadSpec, PlayerFailed
from inarow.players.external_gomocup import ExternalPlayer
from inarow.players.process_player import Program
from inarow.protocols.processes.watchdog import WATCHDOG
from inarow.protocols.record import End
from inarow.spec import split_spec, value_text
from tests.fakes import command, spec

GOMOKU = inarow.load_game("gomoku")
SOON = 30.0  # seconds in which anything must be over, on a busy machine too
TURN = inarow.Limits(time=SOON)  # for engines that answer at once
SHORT = inarow.Limits(time=0.5)  # for those that do not answer


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    """Temporary folders of engines go here, and none may be left at the end."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    gc.collect()
    assert list(place.iterdir()) == []


def load(*arguments, game=GOMOKU, **parameters):
    return inarow.load_player(spec(*arguments, **parameters), game)


def is_gone(pid):
    """Whether a process has ended (a zombie of another parent has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def wait_until(condition):
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def group_is_gone(pid):
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return True
    return False


def play(player, moves, limits=TURN):
    """Let a player meet a fixed opponent, who takes the free cells around the middle."""
    state = player._game.new_initial_state()
    for _ in range(moves):
        state.apply_action(player.act(state, limits).action)
        if not state.is_terminal():
            state.apply_action(min(state.legal_actions(), key=lambda action: abs(action - 112)))
        if state.is_terminal():
            break
    return state


FAILURES = [
    ("crash_at_once", End.CRASH, ["exited with status 3", "cannot load my weights"]),
    ("crash_later", End.CRASH, ["exited with status 7", "out of ideas"]),
    ("segfault", End.CRASH, ["ended by SIGSEGV"]),
    ("closes_output", End.CRASH, ["closed its output"]),
    ("chatty_errors", End.CRASH, ["exited with status 1", "this is the end"]),
    ("stall", End.STALL, ["no move came in time"]),
    ("immortal", End.STALL, ["no move came in time"]),
    ("twice", End.ILLEGAL, ["answered twice"]),
    ("occupied", End.ILLEGAL, ["occupied"]),
    ("wrong_board", End.ILLEGAL, ["occupied"]),
    ("outside", End.ILLEGAL, ["'15,0'", "not a point of a board of 15 x 15"]),
    ("nonsense", End.ILLEGAL, ["'I would rather not'", "not a point"]),
    ("refuses", End.ILLEGAL, ["'ERROR my head hurts'"]),
    ("garbage", End.ILLEGAL, ["thinking... depth=4"]),
    ("flood", End.FLOOD, ["flooded its output: it wrote more than"]),
    ("flood_no_newline", End.FLOOD, ["a line of more than 64 kB"]),
]


@pytest.mark.parametrize(("fake", "end", "says"), FAILURES, ids=[row[0] for row in FAILURES])
def test_failures_carry_the_reason_and_leave_nothing(fake, end, says, monkeypatch):
    started = []
    popen = subprocess.Popen

    def remember(*arguments, **options):
        process = popen(*arguments, **options)
        started.append(process)
        return process

    monkeypatch.setattr("inarow.protocols.gomocup.client.ABOUT_WAIT", SOON)
    patience = 0.5 if end == End.STALL else SOON
    with load(fake, patience=patience) as player:
        monkeypatch.setattr(subprocess, "Popen", remember)
        begun = time.monotonic()
        with pytest.raises(PlayerFailed) as caught:
            play(player, 112, SHORT if end == End.STALL else TURN)
        assert time.monotonic() - begun < SOON
        engine = started[0]
        assert caught.value.end == end
        message = str(caught.value)
        for words in says:
            assert words in message
        assert message.isprintable()
        assert message.startswith("python" if fake == "crash_at_once" else "Fake 1.0 ")
        assert message.endswith(".")
        assert len(message) < 600
        # At once, not only after close():
        assert engine.returncode is not None
        assert is_gone(engine.pid)
        assert group_is_gone(engine.pid)


@pytest.mark.parametrize("fake", ["deaf", "stall"])
def test_an_engine_that_does_not_start_stalls(fake):
    """The deaf one never answers START; the other one does, and stalls at its move."""
    start = 0.5 if fake == "deaf" else SOON
    with load(fake, start=start, patience=0.2) as player, pytest.raises(PlayerFailed) as caught:
        player.act(GOMOKU.new_initial_state(), inarow.Limits(time=0.1))
    assert caught.value.end == End.STALL
    assert ("START 15" in str(caught.value)) == (fake == "deaf")


def test_a_full_pipe_is_a_stall_and_no_deadlock(monkeypatch):
    monkeypatch.setattr("inarow.protocols.processes.client.WRITE_WAIT", 0.3)
    player = load("deaf", info=value_text("fill " + "x" * 200_000))
    monkeypatch.setattr("inarow.protocols.gomocup.client.Client._order", lambda *_: "OK")
    monkeypatch.setattr("inarow.protocols.gomocup.client.ABOUT_WAIT", 0.0)
    with player, pytest.raises(PlayerFailed, match="does not read") as caught:
        player.act(GOMOKU.new_initial_state(), SHORT)
    assert caught.value.end == End.STALL


@pytest.mark.parametrize("fake", ["good", "talks", "pieces", "crlf", "suggests", "no_restart"])
@pytest.mark.parametrize("game", ["gomoku:rule=standard", "7x5x5"])
def test_good_engines_play_whole_games(fake, game, monkeypatch):
    if fake != "no_restart":  # which does not answer to ABOUT
        monkeypatch.setattr("inarow.protocols.gomocup.client.ABOUT_WAIT", SOON)
    loaded = inarow.load_game(game)
    opponent = inarow.load_player("random", loaded, seed=3)
    with load(fake, game=loaded) as player:
        for first in (0, 1):
            state = loaded.new_initial_state()
            while not state.is_terminal() and state.move_number() < 12:
                mover = player if state.move_number() % 2 == first else opponent
                state.apply_action(mover.act(state, TURN).action)
        assert player.version == ("" if fake == "no_restart" else "Fake 1.0")
        if fake == "talks":
            assert "MESSAGE depth 4" in player.messages


def test_an_answer_after_the_limit_counts_its_true_time():
    with load("late", 0.4, patience=SOON) as player:
        decision = player.act(GOMOKU.new_initial_state(), inarow.Limits(time=0.1))
    assert 0.4 <= decision.stats["seconds"] < SOON
    assert GOMOKU.new_initial_state().is_legal(decision.action)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is seen in /proc only")
def test_memory_is_limited():
    with load("eats_memory", memory=60) as player:
        with pytest.raises(PlayerFailed, match="of memory, and may use 60") as caught:
            player.act(GOMOKU.new_initial_state(), inarow.Limits(time=SOON))
        assert caught.value.end == End.MEMORY
    with load("eats_memory", 20, memory=200) as player:
        assert player.act(GOMOKU.new_initial_state(), inarow.Limits(time=SOON))


def test_the_kernel_holds_the_wall_too():
    resource = pytest.importorskip("resource")
    with load("good", memory=100) as player:
        player.act(GOMOKU.new_initial_state(), TURN)
        wall = resource.prlimit(player._client.process.pid, resource.RLIMIT_DATA)
    assert wall[0] == wall[1] == (2 * 100 + 256) * 2**20


class Spy:
    """Keeps what a player sends."""

    def __init__(self, monkeypatch):
        self.lines = []
        from inarow.protocols.processes.process import EngineProcess  # noqa: PLC0415

        write = EngineProcess.write

        def spied(process, text, deadline):
            self.lines += text.splitlines()
            return write(process, text, deadline)

        monkeypatch.setattr(EngineProcess, "write", spied)

    def commands(self):
        found = [line for line in self.lines if not line.startswith("INFO")]
        self.lines.clear()
        return found


def test_the_engine_is_kept_in_step(monkeypatch):
    spy = Spy(monkeypatch)
    game = GOMOKU
    with load("good") as player:
        state = game.new_initial_state()
        state.apply_action(player.act(state, TURN).action)
        assert spy.commands() == ["START 15", "ABOUT", "BEGIN"]
        state.apply_action(0)
        state.apply_action(player.act(state, TURN).action)
        assert spy.commands() == ["TURN 0,14"]
        # Two moves further, and not by the engine: the whole board.
        state = game.state_from("h8 a1 c3 d4")
        player.act(state, TURN)
        board = ["BOARD", "7,7,1", "0,14,2", "2,12,1", "3,11,2", "DONE"]
        assert spy.commands() == ["RESTART", *board]
        # A new game as the second player, by TURN as managers do.
        player.act(game.state_from("h8"), TURN)
        assert spy.commands() == ["RESTART", "TURN 7,7"]
        # Another answer than the engine's own was played: it must be told.
        player.act(game.state_from("h8 a1 b1"), TURN)
        assert spy.commands()[:2] == ["RESTART", "BOARD"]
    with load("good", fresh="true") as player:
        for _ in range(2):
            player.act(game.new_initial_state(), TURN)
        opening = ["START 15", "ABOUT", "BEGIN"]
        assert spy.commands() == ["END", *opening, "END", *opening]


def test_limits_of_nodes_and_depth_are_sent_to_those_who_know_them(monkeypatch):
    spy = Spy(monkeypatch)
    with load("good") as player:
        state = GOMOKU.new_initial_state()
        state.apply_action(player.act(state, inarow.Limits(time=SOON, nodes=500, depth=3)).action)
        assert {"INFO max_node 500", "INFO max_depth 3"} <= set(spy.lines)
        spy.lines.clear()
        state.apply_action(state.legal_actions()[0])
        player.act(state, inarow.Limits(time=SOON, nodes=500))
        assert not any("max_" in line for line in spy.lines)  # it knows


def test_limits_are_sent_as_managers_do(monkeypatch, tmp_path):
    spy = Spy(monkeypatch)
    game = inarow.load_game("gomoku:rule=standard,size=19")
    with load("good", game=game, memory=350, info="max_depth 4;x y z", folder=tmp_path) as player:
        state = game.new_initial_state()
        state.apply_action(player.act(state, inarow.Limits(left=60, increment=0.5)).action)
        infos = {line.split()[1]: line.split(None, 2)[2] for line in spy.lines if "INFO" in line}
        assert infos == {
            "timeout_match": "60000",
            "max_memory": str(350 * 2**20),
            "game_type": "2",
            "rule": "1",
            "folder": str(tmp_path),
            "max_depth": "4",
            "x": "y z",
            "timeout_turn": "60000",
            "time_increment": "500",
            "time_left": "60000",
        }
        spy.lines.clear()
        state.apply_action(0)
        player.act(state, inarow.Limits(left=0.0, increment=0.5))
        assert spy.lines[0] == "INFO time_left 0"
        assert not any("timeout" in line for line in spy.lines)
    with load("good") as player:
        spy.lines.clear()
        player.act(GOMOKU.new_initial_state(), inarow.Limits(nodes=1000))
        assert "INFO timeout_turn 1000" in spy.lines
        assert "INFO time_left 2147483647" in spy.lines
        assert "INFO timeout_match 0" in spy.lines


def test_after_a_failure_the_next_game_gets_a_new_engine():
    with load("crash_later") as player:
        for _ in range(2):
            with pytest.raises(PlayerFailed, match="status 7"):
                play(player, 10)


def test_stop_aborts_a_wait_at_once():
    with load("stall", patience=60) as player:
        player.stop()  # nothing to stop: does nothing
        timer = threading.Timer(0.5, player.stop)
        timer.start()
        begun = time.monotonic()
        with pytest.raises(PlayerFailed, match="was stopped") as caught:
            player.act(GOMOKU.new_initial_state(), inarow.Limits(time=60))
        assert time.monotonic() - begun < SOON
        assert caught.value.end == End.STALL


@pytest.mark.parametrize("how", ["close", "forget"])
def test_no_process_stays_behind(how, tmp_path):
    numbers = tmp_path / "numbers"
    player = load("forks", numbers)
    player.act(GOMOKU.new_initial_state(), TURN)
    engine = player._client.process.pid
    children = [int(number) for number in numbers.read_text().split()]
    assert not any(is_gone(pid) for pid in [engine, *children])
    if how == "close":
        player.close()
        player.close()
    del player
    gc.collect()
    for pid in [engine, *children]:
        wait_until(lambda pid=pid: is_gone(pid))


def test_daemons_of_an_engine_that_crashed_are_found(tmp_path):
    number = tmp_path / "number"
    with load("orphans", number) as player, pytest.raises(PlayerFailed, match="status 5"):
        player.act(GOMOKU.new_initial_state(), TURN)
    wait_until(lambda: is_gone(int(number.read_text())))


def test_an_engine_that_ignores_end_is_killed():
    player = load("ignores_end")
    player.act(GOMOKU.new_initial_state(), TURN)
    engine = player._client.process.pid
    begun = time.monotonic()
    player.close()
    assert is_gone(engine)
    assert time.monotonic() - begun < SOON


PARENT = """
import sys, time, inarow
game = inarow.load_game("gomoku")
player = inarow.load_player(sys.argv[1], game)
player.act(game.new_initial_state(), inarow.Limits(time=600))
time.sleep(600)
"""


@pytest.mark.parametrize("fake", ["immortal", "forks"])
def test_engines_end_when_we_are_killed(fake, tmp_path):
    number = tmp_path / "number"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", PARENT, spec(fake, number)], env=environment)
    try:
        wait_until(lambda: number.exists() and number.read_text())
        engines = [int(word) for word in number.read_text().split()]
        time.sleep(0.5)  # let it get to the move
        assert not any(is_gone(engine) for engine in engines)
        assert list(tmp_path.glob("inarow-engine-*"))
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    wait_until(lambda: all(is_gone(engine) for engine in engines))
    wait_until(lambda: not list(tmp_path.glob("inarow-engine-*")))


FORKING = """
import os, sys, inarow
game = inarow.load_game("gomoku")
def play(spec):
    inarow.load_player(spec, game).act(game.new_initial_state(), inarow.Limits(time=600))
play(sys.argv[1])
child = os.fork()
if child == 0:
    play(sys.argv[2])
print(child, flush=True)
sys.stdin.read()
os.waitpid(child, 0)
"""


def test_a_forked_process_has_a_watchdog_of_its_own(tmp_path):
    number = tmp_path / "number"
    command_line = [sys.executable, "-c", FORKING, spec("good"), spec("immortal", number)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command_line, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        child = int(parent.stdout.readline())
        wait_until(lambda: number.exists() and number.read_text())
        engine = int(number.read_text())
        time.sleep(0.5)
        os.kill(child, signal.SIGKILL)
        wait_until(lambda: is_gone(engine))
        assert parent.poll() is None
        parent.stdin.close()
        assert parent.wait(timeout=60) == 0


SHARING = """
import os, sys, inarow
game = inarow.load_game("gomoku")
with inarow.load_player(sys.argv[1], game) as player:
    player.act(game.new_initial_state())
    engine = player._client.process.pid
    child = os.fork()
    if child == 0:
        del player
        sys.exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    player.act(game.new_initial_state())
    assert player._client.process.pid == engine
    assert os.path.exists(player._client.folder)
"""


def test_a_forked_copy_does_not_end_our_engine():
    done = subprocess.run(
        [sys.executable, "-c", SHARING, spec("good")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


EXITING = """
import sys, inarow
game = inarow.load_game("gomoku")
player = inarow.load_player(sys.argv[1], game)
player.act(game.new_initial_state())
print(player._client.process.pid, player._client.folder)
"""


def test_engines_end_when_a_program_forgets_them():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", EXITING, spec("ignores_end")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    engine, folder = done.stdout.split()
    assert is_gone(int(engine))
    assert not Path(folder).exists()


def test_a_watchdog_that_was_killed_is_replaced():
    with load("good") as player:
        player.act(GOMOKU.new_initial_state(), TURN)
        first = WATCHDOG.pid
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: is_gone(first))
    with load("good") as player:
        player.act(GOMOKU.new_initial_state(), TURN)
        assert WATCHDOG.pid != first
        assert not is_gone(WATCHDOG.pid)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("external", "external needs cmd"),
        ("external:cmd=", "name:key=value"),
        ('external:cmd=" "', "needs a command"),
        ("external:cmd=./no-such-program --flag", "no program './no-such-program'"),
        ("external:cmd='", "cannot be split"),
        (f"external:cmd={sys.executable},memory=-1", "memory must be a whole number"),
        (f"external:cmd={sys.executable},dir=/no/such/place", "no directory '/no/such/place'"),
        (f"external:cmd={sys.executable},info=depth", "write info=key value;key value"),
        (f'external:cmd="{sys.executable}', "must end with one"),
        (f'external:cmd="{sys.executable}"x,memory=3', "must end with one"),
    ],
)
def test_wrong_descriptions(wrong, says):
    with pytest.raises(BadSpec, match=says.replace("?", r"\?")):
        inarow.load_player(wrong, GOMOKU)


@pytest.mark.parametrize("game", ["tictactoe", "15x15x4", "20x4x5"])
def test_other_games_are_not_for_gomocup_engines(game):
    with pytest.raises(BadSpec, match="five in a row"):
        load("good", game=inarow.load_game(game))
    with pytest.raises(BadSpec, match="five in a row"):
        ExternalPlayer(inarow.load_game(game), Program(command("good")))


def test_a_file_that_is_no_program_is_a_crash(tmp_path):
    script = tmp_path / "pbrain-broken"
    script.write_text("no first line that names an interpreter", encoding="ascii")
    script.chmod(0o755)
    player = inarow.load_player(f"external:cmd={script}", GOMOKU)
    with pytest.raises(PlayerFailed, match="pbrain-broken cannot be started") as caught:
        player.act(GOMOKU.new_initial_state())
    assert caught.value.end == End.CRASH


def test_where_an_engine_runs(tmp_path, monkeypatch):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for place in (home, elsewhere):
        place.mkdir()
    script = home / "pbrain-here"
    script.write_text("#!/bin/sh\necho in $PWD >&2\nexit 1\n", encoding="ascii")
    script.chmod(0o755)
    (elsewhere / "settings").touch()
    monkeypatch.chdir(elsewhere)
    for description, where in (
        (f"cmd={script}", home),
        ("cmd=../home/pbrain-here 3", home),
        (f"cmd={script} settings", elsewhere),  # a file that it would not find at home
        (f"cmd={script},dir={tmp_path}", tmp_path),
        (f"cmd=./pbrain-here,dir={home}", home),
    ):
        player = inarow.load_player(f"external:{description}", GOMOKU)
        with pytest.raises(PlayerFailed, match=rf"in {where}\."):
            player.act(GOMOKU.new_initial_state())
    monkeypatch.setenv("PATH", f"{home}:{os.environ['PATH']}")
    player = inarow.load_player("external:cmd=pbrain-here", GOMOKU)
    with pytest.raises(PlayerFailed, match=rf"in {elsewhere}\."):
        player.act(GOMOKU.new_initial_state())


def test_a_board_that_the_engine_refuses(monkeypatch):
    player = load("good", game=inarow.load_game("gomoku"))
    monkeypatch.setattr(player, "_game", inarow.load_game("3x3x3"))
    with pytest.raises(PlayerFailed, match="refused START 3: it answered 'ERROR") as caught:
        player.act(inarow.load_game("3x3x3").new_initial_state())
    assert caught.value.end == End.CRASH


words = st.text(max_size=20) | st.text(alphabet='a\\", =:\n', max_size=12)


@given(values=st.dictionaries(st.sampled_from("abc"), words))
def test_any_value_can_be_written_in_a_description(values):
    text = "x:" + ",".join(f"{key}={value_text(value)}" for key, value in values.items())
    assert split_spec(text if values else "x") == ("x", values)


@given(value=st.text(alphabet='ab"\\= :-', min_size=1))
def test_values_without_a_comma_or_a_quote_in_front_are_plain(value):
    if value.strip() and not value.strip().startswith('"'):
        assert split_spec(f"x:a={value},b=1") == ("x", {"a": value.strip(), "b": "1"})


def test_nothing_is_leaked_by_many_engines():
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("descriptors are counted in /proc only")

    def run_some():
        for fake in ("good", "crash_at_once", "outside", "forks"):
            with load(fake) as player:
                for _ in range(2):
                    try:
                        player.act(GOMOKU.new_initial_state(), TURN)
                    except PlayerFailed:
                        continue

    run_some()  # the first time starts the watchdog
    wait_until(lambda: not [t for t in threading.enumerate() if t.name == "engine output"])
    before = len(list(descriptors.iterdir()))
    for _ in range(3):
        run_some()
    wait_until(lambda: len(list(descriptors.iterdir())) <= before)
    wait_until(lambda: not [t for t in threading.enumerate() if t.name == "engine output"])
