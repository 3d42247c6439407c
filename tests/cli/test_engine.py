"""The engine as managers run it: a process with pipes, that answers, keeps time and goes away."""

import os
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread

import pytest

import inarow
from inarow.cli import memory_limit
from inarow.players import PLAYERS
from inarow.protocols.gomocup.notation import parse_point
from tests.ntuples import write_tuples

PBRAIN = [sys.executable, "-c", "from inarow.cli.engine import pbrain; pbrain()"]
INAROW = [sys.executable, "-c", "from inarow.cli.main import main; main()", "engine"]
PATIENCE = 30  # seconds until a test gives up on a busy machine
POINT = re.compile(r"\d+,\d+")


class Engine:
    """An engine in a process of its own."""

    def __init__(self, *arguments, command=PBRAIN):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([*command, *arguments], **pipes)
        self.lines = Queue()
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def send(self, data):
        self.process.stdin.write(data if isinstance(data, bytes) else f"{data}\n".encode())
        self.process.stdin.flush()

    def read(self):
        line = self.lines.get(timeout=PATIENCE).decode("ascii")
        assert line.endswith("\n")
        return line[:-1]

    def ask(self, *lines):
        self.send("\n".join(lines))
        return self.read()

    def wait(self):
        """Wait for the end; the seconds it took, and what was still said."""
        begin = time.monotonic()
        assert self.process.wait(timeout=PATIENCE) == 0
        took = time.monotonic() - begin
        self.reader.join(PATIENCE)
        rest = []
        while True:
            try:
                rest.append(self.lines.get_nowait().decode("ascii"))
            except Empty:
                break
        assert self.process.stderr.read() == b""
        return took, rest

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


@pytest.fixture
def start():
    engines = []

    def start(*arguments, command=PBRAIN):
        engines.append(Engine(*arguments, command=command))
        return engines[-1]

    yield start
    for engine in engines:
        engine.close()


def run(script, *arguments, command=PBRAIN):
    """All that an engine says to a script that is piped in at once."""
    data = script if isinstance(script, bytes) else script.encode()
    result = subprocess.run(
        [*command, *arguments], input=data, capture_output=True, timeout=PATIENCE, check=False
    )
    assert result.stderr == b""
    assert result.returncode == 0
    return result.stdout.decode("ascii").splitlines()


@pytest.mark.parametrize("command", [PBRAIN, INAROW], ids=["pbrain", "inarow"])
def test_a_script_is_answered_line_by_line(command):
    said = run("ABOUT\nSTART 15\nBEGIN\nTURN 0,0\nTURN 0,0\nHELP\nEND\nABOUT\n", command=command)
    about, ok, first, second, error, unknown = said
    assert f'name="inarow", version="{inarow.__version__}", author=' in about
    assert 'country="' in about
    assert ok == "OK"
    assert POINT.fullmatch(first)
    assert POINT.fullmatch(second)
    assert error == "ERROR 0,0 is taken"
    assert unknown.startswith("UNKNOWN ")


def test_a_level_plays_behind_the_protocol():
    ok, first = run("INFO max_memory 83886080\nSTART 15\nBEGIN\nEND\n", "--player", "casual")
    assert ok == "OK"
    assert POINT.fullmatch(first)


def test_input_that_ends_without_end():
    assert run("") == []
    assert run("START 15\nABOUT")[0] == "OK"
    assert len(run("START 15\nABOUT")) == 2
    assert POINT.fullmatch(run("START 15\nBEGIN\n")[1])
    assert run("START 15\nBOARD\n7,7,2\n8,8") == ["OK"]


def test_line_ends_and_junk():
    junk = b"\0\xff\xfe\x80junk\n" + b"x" * 100_000 + b"\n\r\n\n  \n"
    said = run(b"start 15\r\n" + junk + b"Turn 7,7\r\nINFO timeout_turn 0\r\nABOUT\rEND\r\n")
    assert said[0] == "OK"
    assert [line.split()[0] for line in said[1:3]] == ["UNKNOWN", "UNKNOWN"]
    assert POINT.fullmatch(said[3])
    assert said[4].startswith("name=")
    assert len(said) == 5


def test_lines_that_come_in_pieces(start):
    engine = start()
    for byte in b"INFO timeout_turn 0\r\nSTART 15\r\nTURN 7,7\r\n":
        engine.send(bytes([byte]))
    assert engine.read() == "OK"
    assert POINT.fullmatch(engine.read())


def test_end_while_it_thinks_is_obeyed_in_silence(start):
    engine = start("--seed", "1")
    assert engine.ask("START 15", "INFO timeout_turn 600000") == "OK"
    engine.send("BEGIN")
    time.sleep(0.5)
    engine.send("END")
    took, rest = engine.wait()
    assert took < 5
    assert rest == []


def test_a_manager_that_dies_takes_the_engine_with_it(start):
    engine = start()
    assert engine.ask("START 15", "INFO timeout_turn 600000") == "OK"
    engine.send("TURN 7,7")
    time.sleep(0.5)
    engine.process.stdin.close()
    took, _ = engine.wait()
    assert took < 5


def test_a_manager_that_does_not_read_any_more():
    reading, writing = os.pipe()
    pipes = {"stdin": subprocess.PIPE, "stdout": writing, "stderr": subprocess.PIPE}
    with subprocess.Popen(PBRAIN, **pipes) as process:
        os.close(writing)
        os.close(reading)
        _, errors = process.communicate(b"START 15\n" + b"ABOUT\n" * 9, timeout=PATIENCE)
    assert process.returncode == 0
    assert errors == b""


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs signals")
def test_an_interrupt_is_quiet(start):
    engine = start()
    assert engine.ask("START 15", "INFO timeout_turn 600000") == "OK"
    engine.send("BEGIN")
    time.sleep(0.5)
    engine.process.send_signal(signal.SIGINT)
    assert engine.process.wait(timeout=PATIENCE) == 130
    assert engine.process.stderr.read() == b""


STUBBORN = """
import sys, time
import inarow.cli.engine as cli
from inarow.player import Decision, Player

class Stubborn(Player):
    def act(self, state, limits=None):
        print("I print what I like")
        print("and where I like", file=sys.stdout, flush=True)
        if state.move_number():
            time.sleep(600)
        return Decision(action=3)

cli.load_player = lambda spec, game, seed: Stubborn()
cli.pbrain()
"""


def test_a_player_that_prints_and_will_not_stop(start):
    engine = start(command=[sys.executable, "-c", STUBBORN])
    assert engine.ask("START 15") == "OK"
    assert engine.ask("BEGIN") == "3,14"
    engine.send("TURN 7,7")
    time.sleep(0.2)
    engine.send("END")
    took, rest = engine.wait()
    assert took < 10
    assert rest == []


def play(engine, size, random, moves):
    """Let the engine play against random moves; the seconds of each answer, and the last one."""
    game = inarow.load_game(f"gomoku:size={size}")
    state = game.new_initial_state()
    times = []
    command = "BEGIN"
    for _ in range(moves):
        begin = time.monotonic()
        answer = engine.ask(command)
        times.append(time.monotonic() - begin)
        state.apply_action(parse_point(answer, game))
        if state.is_terminal():
            break
        reply = random.choice(state.legal_actions())
        state.apply_action(reply)
        command = f"TURN {reply % size},{size - 1 - reply // size}"
    return times, state


@pytest.mark.parametrize("rule", [0, 1])
def test_turns_of_a_tenth_of_a_second_are_kept(start, rule):
    engine = start("--seed", "3")
    assert engine.ask("START 15", f"INFO rule {rule}", "INFO timeout_turn 100") == "OK"
    times = []
    for game in range(3):
        spent, state = play(engine, 15, Random(game), moves=20)
        times += spent
        assert state.is_terminal()  # five in a row against random moves is soon made
        assert state.returns()[0] == 1
        assert engine.ask("RESTART") == "OK"
    # The machine may be busy for a moment, but not at most of the moves.
    assert statistics.median(times) < 0.1


def test_a_match_clock_is_kept(start):
    engine = start("--player", "deepening", "--seed", "3")
    assert engine.ask("START 8", "INFO timeout_match 2000", "INFO timeout_turn 60000") == "OK"
    times, _ = play(engine, 8, Random(5), moves=15)
    assert sum(times) < 10  # without the clock it would think for a minute at each move
    assert times[0] < 2


def test_takeback_and_another_move(start):
    engine = start("--player", "threat", "--seed", "1")
    engine.send("INFO timeout_turn 0")
    assert engine.ask("START 15") == "OK"
    first = engine.ask("TURN 7,7")
    assert engine.ask(f"TAKEBACK {first}") == "OK"
    assert engine.ask("TAKEBACK 7,7") == "OK"
    assert POINT.fullmatch(engine.ask(f"TURN {first}"))


def test_equal_seeds_offer_equal_openings():
    script = "INFO timeout_turn 100\nSTART 15\nSWAP2BOARD\nDONE\nEND\n"
    offers = [run(script, "--player", "random", "--seed", seed)[1] for seed in "112"]
    assert re.fullmatch(r"\d+,\d+ \d+,\d+ \d+,\d+", offers[0])
    assert offers[0] == offers[1] != offers[2]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
@pytest.mark.parametrize("megabytes", [80, 350])
def test_memory_stays_within_its_limit(start, megabytes):
    engine = start("--seed", "1")
    assert engine.ask("START 20", f"INFO max_memory {megabytes << 20}") == "OK"
    board = ["BOARD", "7,7,1", "8,8,2", "6,8,1", "8,6,2", "DONE"]
    assert POINT.fullmatch(engine.ask("INFO timeout_turn 1500", *board))
    status = Path(f"/proc/{engine.process.pid}/status").read_text(encoding="ascii")
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024
    assert peak < megabytes


@pytest.mark.parametrize("begin", ["START 20", "RECTSTART 12,17"])
def test_values_learned_on_another_board_play_within_the_time(start, tmp_path, begin):
    weights = write_tuples(tmp_path / "small.td", "9x9x5")
    engine = start("--player", f"td-alphabeta:file={weights}", "--seed", "1")
    assert engine.ask("INFO timeout_turn 300", begin) == "OK"
    engine.send("BEGIN")
    assert engine.read() == "MESSAGE Uses weights learned on another board: 9 x 9, 5 in a row."
    answers, times = [engine.read()], []
    for x in range(4):  # its fifth stone may win
        point = f"{x},{2 * x}" if f"{x},{2 * x}" not in answers else f"{x},{2 * x + 1}"
        before = time.monotonic()
        answers.append(engine.ask(f"TURN {point}"))
        times.append(time.monotonic() - before)
    assert all(POINT.fullmatch(answer) for answer in answers)
    assert len(set(answers)) == len(answers)
    assert statistics.median(times) < 0.3  # the machine may be busy for a moment


def test_memory_that_cannot_be_kept_is_said(start):
    engine = start("--seed", "1")
    assert engine.ask("INFO max_memory 1000000", "INFO timeout_turn 0", "START 15") == "OK"
    assert re.fullmatch(
        r"MESSAGE max_memory 1000000 is too little: at least \d+ would be needed",
        engine.ask("BEGIN"),
    )
    assert POINT.fullmatch(engine.read())


def test_the_share_of_memory(monkeypatch):
    kinds = {kind.name: kind for kind in PLAYERS}
    monkeypatch.setattr(memory_limit, "resident_megabytes", lambda: 40)

    def fit(spec, megabytes):
        kind = kinds[spec.partition(":")[0]]
        return memory_limit.fit_memory(spec, kind, megabytes << 20)

    reserve = memory_limit.RESERVE
    assert fit("engine", 0) == ("engine", "")
    assert fit("engine:mb=8", 0) == ("engine:mb=8", "")
    assert fit("engine", 350) == (f"engine:mb={310 - reserve}", "")
    assert fit("engine:mb=8", 350) == ("engine:mb=8", "")
    assert fit("engine:mb=1000", 350) == (f"engine:mb={310 - reserve}", "")
    assert fit("random", 350) == ("random", "")
    spec, notice = fit("engine", 41)
    assert spec == "engine:mb=4"
    assert str((44 + reserve) << 20) in notice
    assert fit("mcts:mb=9,sims=7", 350)[0] == "mcts:mb=9,sims=7"
    assert fit("mcts", 100_000)[0] == "mcts:mb=4096"  # the most it takes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--player", "nobody"], "There is no player 'nobody'"),
        (["--player", "engine:mb=1"], "mb must be a whole number from 4"),
        (["--player", "engine:size=1"], "engine has no parameter 'size'"),
    ],
)
@pytest.mark.parametrize("command", [PBRAIN, INAROW], ids=["pbrain", "inarow"])
def test_a_wrong_player_is_refused_at_once(command, arguments, says):
    result = subprocess.run(
        [*command, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        input="",
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--json", "--json is the form of the report of --check"),
        ("--time 1", "--time is for --dialect codingame"),
        ("--game ultimate --time 1", "--time is for --dialect codingame"),
        ("--dialect codingame", "it needs --game ultimate"),
        ("--check ./pbrain-other --player greedy", "--check tests another engine"),
        ("--check ./pbrain-other --seed 1", "--check tests another engine"),
        ("--check ./pbrain-other --game ultimate", "--check tests another engine"),
    ],
)
def test_options_without_an_effect_are_refused(arguments, says):
    done = subprocess.run(
        [*INAROW, *arguments.split()], capture_output=True, text=True, check=False, input="END\n"
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_help_of_pbrain_names_only_what_it_takes():
    shown = subprocess.run([*PBRAIN, "--help"], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"(?<!engine )--\w+", shown))
    assert names == {"--help", "--player", "--seed", "--version"}


def test_engines_import_no_more_than_they_need():
    code = "import sys, inarow.cli.engine; print(*sys.modules)"
    listed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(listed.stdout.split())
    assert not loaded & {"rich", "pettingzoo", "matplotlib", "pydantic", "torch"}
