"""Engines of ultimate: both dialects, both ends, and engines that misbehave."""

import io
import subprocess
import sys
import threading
import time
from subprocess import PIPE

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.errors import BadSpec, PlayerFailed
from inarow.player import Limits
from inarow.players.external_gomocup import ExternalPlayer
from inarow.players.process_player import Program
from inarow.protocols.record import End
from inarow.protocols.ultimate.client import go_line
from inarow.protocols.ultimate.codingame import cell_text, parse_cell, turn_lines
from inarow.protocols.ultimate.session import CodingameSession, LineSession
from tests.fakes import spec

GAMES = [inarow.load_game(each) for each in ("ultimate", "ultimate:tiebreak=boards")]
ULTIMATE = GAMES[0]
TURN = Limits(time=30.0)
SHORT = Limits(time=0.2)
ENGINE = [sys.executable, "-m", "inarow", "engine", "--game", "ultimate", "--player", "random"]


def load(*arguments, game=ULTIMATE, **parameters):
    return inarow.load_player(spec(*arguments, **parameters), game)


def play(player, plies=81, limits=TURN, game=ULTIMATE, turn=0):
    """Let a player meet one that takes the last legal cell."""
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < plies:
        if state.move_number() % 2 == turn:
            state.apply_action(player.act(state, limits).action)
        else:
            state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("fake", ["ultimate", "codingame"])
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_good_engine_plays_whole_games(fake, turn, game):
    dialect = "inarow" if fake == "ultimate" else "codingame"
    with load(fake, game=game, dialect=dialect) as player:
        for _ in range(2):
            assert play(player, game=game, turn=turn).is_terminal()


def test_a_banner_and_remarks_are_no_answers():
    with load("ultimate", "banner") as player:
        play(player, 6)
        assert player.version == "Fake 3.0"
        assert "info depth 1 thinking is hard" in player.messages
        assert any("Welcome" in each for each in player.messages)


def test_any_position_can_be_asked_for():
    with load("ultimate") as player:
        for plies in (5, 0, 12, 13):
            state = inarow.load_player("random", ULTIMATE, seed=plies)
            where = ULTIMATE.new_initial_state()
            while where.move_number() < plies:
                where.apply_action(state.act(where).action)
            assert where.is_legal(player.act(where, TURN).action)


FAULTS = [
    ("crash", End.CRASH, "exited with status 7; its standard error ends: out of ideas"),
    ("stall", End.STALL, "no move came in time"),
    ("occupied", End.ILLEGAL, "which is taken"),
    ("closed", End.ILLEGAL, "which is in a board that is closed to it"),
    ("garbage", End.ILLEGAL, "played 'z99', which is not a cell"),
    ("nonsense", End.ILLEGAL, "answered 'I resign' where bestmove was due"),
    ("flood", End.FLOOD, "flooded its output"),
    ("twice", End.ILLEGAL, "answered twice"),
    ("closes", End.CRASH, "closed its output"),
    ("version", End.CRASH, "speaks version '2' of the protocol, not 1"),
    ("refuses", End.CRASH, "refused 'game ultimate': only on Sundays"),
]


@pytest.mark.parametrize(("fault", "end", "sentence"), FAULTS)
def test_a_bad_engine_fails_with_the_reason(fault, end, sentence):
    limits = SHORT if fault in ("stall", "closes") else TURN
    with load("ultimate", fault, patience=0.2) as player:
        with pytest.raises(PlayerFailed, match=sentence) as failure:
            play(player, limits=limits)
        assert failure.value.end == end


@pytest.mark.parametrize(
    ("fault", "end", "sentence"),
    [
        ("crash", End.CRASH, "exited with status 1"),
        ("stall", End.STALL, "no move came in time"),
        ("occupied", End.ILLEGAL, "which is taken"),
        ("garbage", End.ILLEGAL, "answered '9 9', which is not a row and a column"),
        ("twice", End.ILLEGAL, "answered twice"),
    ],
)
def test_a_bad_bot_fails_with_the_reason(fault, end, sentence):
    limits = SHORT if fault == "stall" else TURN
    with load("codingame", fault, dialect="codingame", patience=0.2) as player:
        with pytest.raises(PlayerFailed, match=sentence) as failure:
            play(player, limits=limits)
        assert failure.value.end == end


def test_a_bot_may_add_a_message_and_plays_from_the_empty_board_only():
    with load("codingame", "talks", dialect="codingame") as player:
        play(player, 10)
        state = ULTIMATE.new_initial_state()
        for _ in range(3):
            state.apply_action(state.legal_actions()[0])
        with pytest.raises(BadSpec, match="use --openings none"):
            player.act(state, TURN)


@pytest.mark.parametrize(("start", "counts"), [(60, False), (0.01, True)])
def test_the_start_of_a_bot_is_no_part_of_its_time(start, counts):
    state = ULTIMATE.new_initial_state()
    with load("codingame", "loads", dialect="codingame", start=start, patience=60) as bot:
        first = bot.act(state, SHORT)
        assert (first.stats["seconds"] > SHORT.time) == counts
        state.apply_action(first.action)
        state.apply_action(state.legal_actions()[-1])
        assert bot.act(state, SHORT).stats["seconds"] > 0


def test_an_engine_that_does_not_quit_is_killed():
    player = load("ultimate", "immortal")
    play(player, 2)
    process = player._client.process
    player.close()
    assert process._reaped


def test_other_games_and_dialects_are_refused():
    with pytest.raises(BadSpec, match="dialect must be inarow or codingame"):
        load("ultimate", dialect="klingon")
    with pytest.raises(BadSpec, match="7x7x4"):
        load("ultimate", game=inarow.load_game("7x7x4"))
    with pytest.raises(BadSpec, match="Gomocup engines do not play ultimate"):
        ExternalPlayer(ULTIMATE, Program("true"))


@given(st.integers(0, 80))
def test_cells_of_codingame(action):
    assert parse_cell(cell_text(action)) == action
    assert parse_cell(f"  {cell_text(action)} good luck ") == action


@given(st.text(max_size=12))
def test_what_is_no_cell_is_none(text):
    action = parse_cell(text)
    assert action is None or 0 <= action < 81


def test_a_turn_of_codingame_lists_the_legal_moves():
    state = ULTIMATE.new_initial_state()
    assert turn_lines(state)[:3] == ["-1 -1", "81", "0 0"]
    state.apply_action(0)
    assert turn_lines(state) == ["0 0", "8", "0 1", "0 2", "1 0", "1 1", "1 2", "2 0", "2 1", "2 2"]


def test_limits_are_sent_in_milliseconds():
    assert go_line(Limits()) == "go"
    clock = Limits(left=60, increment=0.5, depth=9)
    assert go_line(clock) == "go left 60000 increment 500 depth 9"


def session(kind=LineSession, *more, player="random"):
    lines = []

    def make(game):
        return inarow.load_player(player, game, seed=1)

    return kind(make, lines.append, *more, ULTIMATE), lines


def test_our_side_answers_every_command():
    engine, lines = session(LineSession, "Test 1")
    for line in ("inarow 1", "game ultimate:tiebreak=boards", "position e5 e4", "go time 10"):
        engine.obey(line)
    assert lines[:2] == ["inarow 1 Test 1", "ready"]
    state = GAMES[1].state_from("e5 e4")
    assert state.is_legal(GAMES[1].string_to_action(lines[-1].removeprefix("bestmove ")))
    engine.obey("stop")
    engine.obey("quit")
    assert engine.ended
    engine.close()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly", "There is no command 'fly': inarow, game, position, go, stop, quit."),
        ("game gomoku", "This engine speaks of ultimate only, not of gomoku."),
        ("position e5 e5", "e5 is taken"),
        ("go time", "pairs of a word and a number"),
        ("go time soon", "'soon' is not a whole number."),
        ("go speed 5", "go has no 'speed'"),
    ],
)
def test_our_side_refuses_in_one_sentence_and_goes_on(line, sentence):
    engine, lines = session(LineSession, "Test 1")
    engine.obey("position e5")
    engine.obey(line)
    assert lines[-1].startswith("error ")
    assert sentence in lines[-1]
    engine.obey("go nodes 5")
    assert lines[-1].startswith("bestmove ")
    engine.close()


@given(st.lists(st.text(alphabet="go psitne5a1-0\t", max_size=20), max_size=5))
def test_our_side_survives_any_lines(texts):
    engine, _ = session(LineSession, "Test 1")
    for text in texts:
        engine.obey(text)
    engine.close()


def test_our_side_plays_a_game_of_codingame():
    engine, lines = session(CodingameSession, (0.01, 0.01))
    state = ULTIMATE.new_initial_state()
    while not state.is_terminal():
        if state.move_number() % 2:
            state.apply_action(state.legal_actions()[0])
        else:
            for line in turn_lines(state):
                engine.obey(line)
            action = parse_cell(lines[-1])
            assert state.is_legal(action)
            state.apply_action(action)
    engine.close()


def test_other_limits_hold_when_an_answer_is_wanted_at_once():
    """At the end of a script that is piped in, or after stop."""
    engine, lines = session(LineSession, "Test 1", player="engine:mb=4")
    engine.hurry = True
    for limits in ("nodes 50", "time 1000 nodes 50", "left 1000 nodes 50"):
        engine.obey(f"go {limits}")
        assert 0 < int(lines[-2].removeprefix("info nodes ").split()[0]) <= 50
        assert lines[-1].startswith("bestmove ")
    engine.close()


def run_engine(text, *more):
    done = subprocess.run(
        [*ENGINE, *more], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_the_command_speaks_both_dialects():
    status, lines, _ = run_engine("inarow 1\ngame ultimate\nposition e5\ngo time 50\nquit\n")
    assert (status, lines[0].split()[:3], lines[1]) == (0, ["inarow", "1", "inarow"], "ready")
    assert lines[-1].startswith("bestmove ")
    status, lines, _ = run_engine("-1 -1\n1\n4 4\n", "--dialect", "codingame", "--time", "0.05")
    assert (status, parse_cell(lines[0]) is not None) == (0, True)
    status, _, error = run_engine("", "--dialect", "klingon")
    assert (status, error) == (
        2,
        "inarow: There is no dialect 'klingon': it is inarow or codingame.\n",
    )


def test_a_running_search_is_stopped_and_at_quit_not_answered():
    command = [*ENGINE[:-1], "engine:mb=4"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1) as engine:
        end = threading.Timer(300, engine.kill)  # if it does not stop
        end.start()
        engine.stdin.write("game ultimate\nposition e5\ngo time 600000\n")
        assert engine.stdout.readline() == "ready\n"
        time.sleep(0.2)  # the search has begun, or is about to
        engine.stdin.write("stop\ngo nodes 100\n")
        nodes = []
        for _ in range(2):
            nodes.append(int(engine.stdout.readline().removeprefix("info nodes ").split()[0]))
            assert engine.stdout.readline().startswith("bestmove ")
        assert nodes[1] <= 100
        engine.stdin.write("go time 600000\n")
        time.sleep(0.2)
        engine.stdin.write("quit\n")
        assert engine.stdout.read() == ""
        assert engine.wait() == 0
        end.cancel()


def test_two_of_our_own_meet_over_the_protocol(tmp_path):
    command = " ".join([*ENGINE[:1], "-m inarow engine --game ultimate --player mcts:sims=20"])
    with (
        inarow.load_player(f"external:cmd={command}", ULTIMATE) as line,
        inarow.load_player(
            f'external:cmd="{command} --dialect codingame --time 1,0.05",dialect=codingame',
            ULTIMATE,
        ) as bot,
    ):
        state = ULTIMATE.new_initial_state()
        log = io.StringIO()
        line.log_protocol(lambda way, text, at: log.write(f"{way} {text}\n"))
        for _ in range(8):
            player = bot if state.move_number() % 2 else line
            state.apply_action(player.act(state, Limits(time=0.05)).action)
        assert line.version.startswith("inarow ")
        assert "> go time 50" in log.getvalue()
