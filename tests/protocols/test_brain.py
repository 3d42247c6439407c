"""The engine's end of the protocol, line by line, with players that are easy to foresee."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from inarow.cli.engine import player_maker
from inarow.errors import BadSpec
from inarow.player import MOST_DEPTH, Decision, Player
from inarow.protocols.gomocup.brain import Brain
from inarow.protocols.gomocup.clock import QUICK
from inarow.time_manager import longest_turn, turn_time
from tests.reference.mnk import Mnk

ALLOWED = re.compile(
    r"\d+,\d+( \d+,\d+ \d+,\d+)?|OK|SWAP|(ERROR|UNKNOWN|MESSAGE|DEBUG) [ -~]+|name=[ -~]+"
)


class Simple(Player):
    """Plays the first free cell, or what a function of the state says."""

    def __init__(self, choose=lambda state: state.legal_actions()[0], value=0.0):
        self.choose = choose
        self.value = value
        self.states = []
        self.limits = []
        self.closed = 0

    @property
    def seconds(self):
        return [limits.time for limits in self.limits]

    def act(self, state, limits=None):
        self.states.append(state.clone())
        self.limits.append(limits)
        return Decision(self.choose(state), self.value)

    def close(self):
        self.closed += 1


class Desk:
    """A brain and what it has said."""

    def __init__(self, make=None, player=None, seed=1):
        self.made = []
        self.player = player or Simple()
        self.notice = ""
        self.said = []
        self.brain = Brain(
            make or self._make,
            turn_time,
            self.said.append,
            about='name="x"',
            seed=seed,
            describe=lambda decision, game: f"{decision.value} on {game}",
        )

    def _make(self, game, memory):
        self.made.append((str(game), memory))
        return self.player, self.notice

    def ask(self, *lines):
        """Send lines; all that was said in answer."""
        before = len(self.said)
        for line in lines:
            self.brain.obey(line)
        return self.said[before:]

    def stones(self):
        return self.brain.stones()


@pytest.fixture
def desk():
    return Desk()


def test_a_first_game(desk):
    assert desk.ask("START 15") == ["OK"]
    assert desk.ask("BEGIN") == ["0,14"]  # our action 0 is at the bottom left
    assert desk.ask("TURN 7,7") == ["1,14"]
    assert desk.stones() == {"0,14": True, "7,7": False, "1,14": True}
    assert desk.player.states[-1].history() == [0, 7 * 15 + 7]
    assert desk.ask("END") == []
    assert desk.brain.ended


@pytest.mark.parametrize("size", range(5, 21))
@pytest.mark.parametrize("rule", [0, 1])
def test_every_size_and_both_rules(desk, size, rule):
    name = "standard" if rule else "freestyle"
    assert desk.ask(f"INFO rule {rule}", f"START {size}", "BEGIN") == ["OK", f"0,{size - 1}"]
    assert desk.player.states[-1].game == inarow.load_game(f"gomoku:size={size},rule={name}")
    other = 25 - size
    assert desk.ask(f"RECTSTART {size},{other}", f"TURN {size - 1},0")[0] == "OK"
    assert desk.player.states[-1].history() == [size * other - 1]
    assert desk.player.states[-1].game.columns == size


@pytest.mark.parametrize(
    "line",
    [
        "START",
        "START 4",
        "START 21",
        "START 100",
        "START -15",
        "START x",
        "START 15,15",
        "START 15 15",
        "START ٣٣",
        "START 1e1",
        "RECTSTART 15",
        "RECTSTART 4,15",
        "RECTSTART 15,30",
        "RECTSTART 15,15,15",
        "RECTSTART",
    ],
)
def test_wrong_sizes_leave_the_old_board(desk, line):
    assert desk.ask(line)[0].startswith("ERROR ")
    assert desk.ask("BEGIN")[0].startswith("ERROR there is no board yet")
    desk.ask("START 9", "BEGIN")
    assert desk.ask(line)[0].startswith("ERROR ")
    assert desk.stones() == {"0,8": True}


def test_sizes_of_errors_name_20_so_that_piskvork_offers_it(desk):
    assert "20" in desk.ask("START 30")[0]


@pytest.mark.parametrize(
    "lines",
    [
        ["BEGIN"],
        ["TURN 1,1"],
        ["PLAY 1,1"],
        ["TAKEBACK 1,1"],
        ["RESTART"],
        ["BOARD", "1,1,2", "DONE"],
        ["SWAP2BOARD", "DONE"],
        ["DONE"],
    ],
)
def test_before_start_there_is_one_error(desk, lines):
    (said,) = desk.ask(*lines)
    assert said.startswith("ERROR ")


def test_words_in_any_case_with_spaces_and_line_ends(desk):
    assert desk.ask("  start   15 \r\n") == ["OK"]
    assert desk.ask("Turn  7 , 7\r") == ["0,14"]
    assert desk.ask("", "   ", "\r\n") == []
    assert desk.ask("aBout") == ['name="x"']


@pytest.mark.parametrize(
    "line", ["HELLO", "7,7", "STARTS 15", "START15", "\0\1\2", "é", "ERROR", "x" * 9000, "YXSTOP"]
)
def test_unknown_commands(desk, line):
    desk.ask("START 15", "BEGIN")
    (said,) = desk.ask(line)
    assert said.startswith("UNKNOWN ")
    assert ALLOWED.fullmatch(said)
    assert len(said) <= 200
    assert len(desk.stones()) == 1


@pytest.mark.parametrize(
    "line",
    [
        "TURN 0,14",
        "TURN 15,0",
        "TURN 0,15",
        "TURN -1,0",
        "TURN 3",
        "TURN",
        "TURN 1,2,3",
        "TURN a,b",
    ],
)
def test_turns_that_are_no_moves(desk, line):
    desk.ask("START 15", "BEGIN")
    assert desk.ask(line)[0].startswith("ERROR ")
    assert desk.ask(line.replace("TURN", "PLAY"))[0].startswith("ERROR ")
    assert desk.stones() == {"0,14": True}
    assert desk.ask("TURN 7,7") == ["1,14"]


def test_it_moves_only_when_it_is_its_turn(desk):
    desk.ask("START 15", "BEGIN")
    assert "not to move" in desk.ask("BEGIN")[0]
    assert "not to move" in desk.ask("PLAY 3,3")[0]
    desk.ask("TURN 7,7", "TAKEBACK 1,14")
    # Our answer was taken back: another turn would be two in a row, but BEGIN asks again.
    assert "ERROR" not in desk.ask("BEGIN")[0]


def test_takeback(desk):
    desk.ask("START 15", "TURN 7,7")
    assert desk.ask("TAKEBACK 0,14", "TAKEBACK 7,7") == ["OK", "OK"]
    assert desk.stones() == {}
    assert desk.ask("TAKEBACK 7,7")[0].startswith("ERROR there is no stone")
    assert desk.ask("TAKEBACK x")[0].startswith("ERROR")
    assert desk.ask("TURN 0,14") == ["1,14"]  # where the engine was before
    desk.ask("TURN 5,5", "TURN 6,6")
    # Any stone may go, not only the last: what is left is a position again.
    assert desk.ask("TAKEBACK 0,14", "TAKEBACK 1,14", "TURN 8,8") == ["OK", "OK", "0,14"]
    assert list(desk.stones()) == ["5,5", "2,14", "6,6", "3,14", "8,8", "0,14"]


def test_play_is_echoed(desk):
    desk.ask("START 15")
    assert desk.ask("PLAY 12,10") == ["12,10"]
    assert desk.stones() == {"12,10": True}
    assert desk.ask("TURN 3,3") == ["0,14"]


def test_restart_keeps_the_size(desk):
    desk.ask("RECTSTART 10,8", "BEGIN")
    assert desk.ask("RESTART") == ["OK"]
    assert desk.stones() == {}
    assert desk.ask("BEGIN") == ["0,7"]


def test_board_in_any_order(desk):
    desk.ask("START 20")
    assert desk.ask("BOARD", "10,10,1", "10,11,2", "11,11,1", "9,10,2", "DONE") == ["0,19"]
    assert desk.player.states[-1].current_player() == 0
    assert desk.ask("board", "9,9,2", "8,8,2", "7,7,1", " 6 , 6 , 2 ", "", "5,5,1", "Done") == [
        "0,19"
    ]
    state = desk.player.states[-1]
    assert state.current_player() == 1
    assert state.move_number() == 5
    assert desk.ask("BOARD", "DONE") == ["0,19"]
    assert desk.stones() == {"0,19": True}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["7,7,1"], "not to move"),
        (["7,7,2", "8,8,2"], "not to move"),
        (["7,7,3"], "x,y,1"),
        (["7,7"], "x,y,1"),
        (["7,7,2", "7,7,1"], "twice"),
        (["7,20,2"], "not a point"),
        (["hello there"], "x,y,1"),
        (["-1,-1,2"], "not a point"),
        ([f"{x},3,2" for x in range(5)] + [f"{x * 2},9,1" for x in range(4)], "five in a row"),
        ([f"{x},3,1" for x in range(5)] + [f"{x * 2},9,2" for x in range(5)], "five in a row"),
    ],
)
def test_boards_that_are_refused_leave_the_old_one(desk, lines, says):
    desk.ask("START 15", "BEGIN")
    (said,) = desk.ask("BOARD", *lines, "DONE")
    assert said.startswith("ERROR ")
    assert says in said
    assert desk.stones() == {"0,14": True}


def test_a_command_gives_up_an_open_board(desk):
    desk.ask("START 15", "BEGIN")
    said = desk.ask("BOARD", "7,7,2", "INFO timeout_turn 100", "RESTART")
    assert said == ["ERROR BOARD was not ended by DONE", "OK"]
    assert desk.ask("DONE")[0].startswith("ERROR ")
    assert desk.ask("BOARD", "7,7,2", "END") == []
    assert desk.brain.ended


def test_six_in_a_row_is_no_end_when_exactly_five_win(desk):
    six = ["BOARD", *(f"{x},3,2" for x in range(6)), *(f"{2 * x},9,1" for x in range(6)), "DONE"]
    desk.ask("START 15")
    assert "five in a row" in desk.ask(*six)[0]
    desk.ask("INFO rule 1")
    assert desk.ask(*six) == ["0,14"]


def test_a_game_that_is_over_goes_on_only_after_takeback(desk):
    desk.ask("START 15", "BEGIN")
    for x in range(4):
        desk.ask(f"TURN {2 * x},7")
    assert len(desk.stones()) == 9  # the engine has made five in the bottom row
    for line in ("TURN 9,9", "BEGIN", "PLAY 9,9"):
        assert desk.ask(line)[0].startswith("ERROR ")
    assert "over" in desk.ask("TURN 9,9")[0]
    assert len(desk.stones()) == 9
    assert desk.ask("TAKEBACK 4,14") == ["OK"]
    assert desk.ask("BEGIN") == ["4,14"]


def test_a_turn_that_wins_stays_on_the_board(desk):
    desk.ask("START 15", "TURN 3,3", "TURN 4,3", "TURN 5,3", "TURN 6,3", "TAKEBACK 3,14")
    desk.ask("PLAY 9,9")
    assert desk.ask("TURN 7,3") == ["ERROR the game is over: there are five in a row"]
    assert desk.stones()["7,3"] is False
    assert "over" in desk.ask("BEGIN")[0]
    assert desk.ask("TAKEBACK 7,3", "TURN 10,10") == ["OK", "3,14"]


def test_a_full_board(desk):
    # Two and two in each row, so that nobody has five: 11 stones are ours and 12 theirs.
    stones = [
        f"{x},{y},{1 + (x // 2 + y) % 2}"
        for y in range(5)
        for x in range(5)
        if (x, y) not in ((0, 0), (4, 4))
    ]
    desk.ask("START 5")
    assert desk.ask("BOARD", *stones, "DONE") == ["4,4"]
    assert desk.ask("TURN 0,0") == ["ERROR the game is over: the board is full"]
    assert len(desk.stones()) == 25
    assert "ERROR" in desk.ask("BEGIN")[0]


@pytest.mark.parametrize("rule", [2, 3, 4, 5, 8, 9, 64, -1, 10**12])
def test_other_rules_are_refused_when_a_move_is_wanted(desk, rule):
    assert desk.ask(f"INFO rule {rule}") == []
    assert desk.ask("START 15") == ["OK"]
    for lines in (["BEGIN"], ["TURN 7,7"], ["BOARD", "7,7,2", "DONE"], ["SWAP2BOARD", "DONE"]):
        (said,) = desk.ask(*lines)
        assert said == "ERROR only rules 0 (five or more) and 1 (exactly five) are played here"
    assert desk.ask("INFO rule 0", "BEGIN") == ["0,14"]
    assert desk.ask(f"INFO rule {rule}", "TURN 3,3")[0].startswith("ERROR")
    assert desk.ask("INFO rule 1", "TURN 3,3") == ["1,14"]


def test_info_has_no_answer(desk):
    keys = ["timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "rule"]
    lines = [f"INFO {key} {value}" for key in keys for value in ("1", "x", "", "1.5", "9" * 40)]
    lines += ["INFO", "INFO evaluate 3,4", "INFO folder C:\\gomoku files", "INFO nonsense 1 2 3"]
    assert desk.ask(*lines, "INFO rule 0") == []
    assert desk.ask("START 15", *lines) == ["OK"]


def test_limits_of_time(desk):
    desk.ask("START 15", "INFO TIMEOUT_TURN 1000", "BEGIN")
    assert 0.8 < desk.player.seconds[-1] < 0.95
    desk.ask("INFO timeout_turn 0", "TURN 7,7")
    assert desk.player.seconds[-1] == QUICK
    desk.ask("INFO timeout_turn 60000", "INFO time_left 60000", "TURN 8,7")
    assert 1 < desk.player.seconds[-1] < 5
    desk.brain.hurry = True
    desk.ask("TURN 9,7")
    assert desk.player.seconds[-1] == QUICK


def test_memory_makes_the_player_anew(desk):
    desk.ask("START 15")
    assert desk.made == [("gomoku", 0)]
    desk.ask("INFO max_memory 83886080", "BEGIN", "TURN 7,7")
    assert desk.made == [("gomoku", 0), ("gomoku", 83886080)]
    desk.ask("INFO max_memory 83886080", "TURN 7,8")
    assert len(desk.made) == 2
    desk.ask("RESTART")
    assert desk.made[2:] == [("gomoku", 83886080)]
    desk.ask("INFO rule 1", "BEGIN")
    assert desk.made[3:] == [("gomoku:rule=standard", 83886080)]
    assert desk.player.closed == 3  # each before the next was made
    desk.brain.close()
    desk.brain.close()
    assert desk.player.closed == 4


def test_notices_come_as_messages_before_the_move(desk):
    desk.notice = "too little memory"
    assert desk.ask("START 15", "BEGIN") == ["OK", "MESSAGE too little memory", "0,14"]
    assert desk.ask("TURN 7,7") == ["1,14"]  # said once


def test_the_note_of_a_player_comes_as_a_message_in_each_game(desk):
    desk.player.note = "Uses weights learned on another board: 9 x 9, 5 in a row."
    message = f"MESSAGE {desk.player.note}"
    assert desk.ask("START 15", "BEGIN", "TURN 7,7") == ["OK", message, "0,14", "1,14"]
    desk.notice = "too little memory"
    said = ["OK", "MESSAGE too little memory", message, "0,14"]
    assert desk.ask("RESTART", "BEGIN") == said
    assert desk.ask("START 15", "SWAP2BOARD", "DONE")[1:3] == said[1:3]


def test_a_player_that_fails_costs_one_error_and_nothing_else(desk):
    desk.ask("START 15", "TURN 7,7")
    before = desk.stones()

    def fail(state):
        raise ZeroDivisionError("one\ntwo: é")

    desk.player.choose = fail
    (said,) = desk.ask("TURN 8,8")
    assert said == "ERROR ZeroDivisionError in the engine: one two: ?"
    assert desk.stones() == before
    desk.player.choose = lambda state: -3
    assert "not legal" in desk.ask("TURN 8,8")[0]
    assert "not legal" in desk.ask("BOARD", "1,1,2", "DONE")[0]
    assert desk.stones() == before
    desk.player.choose = lambda state: state.legal_actions()[-1]
    assert desk.ask("TURN 8,8") == ["14,0"]


def test_a_player_that_cannot_play_the_board():
    def make(game, memory):
        if game.rows > 9:
            raise BadSpec("it plays on small boards only")
        return Simple(), ""

    desk = Desk(make)
    assert desk.ask("START 9", "BEGIN", "START 15") == [
        "OK",
        "0,8",
        "ERROR it plays on small boards only",
    ]
    assert desk.ask("TURN 3,3") == ["1,8"]  # the old board is still there


def test_swap2(desk):
    desk.ask("START 15", "INFO timeout_turn 1000")
    (offer,) = desk.ask("SWAP2BOARD", "DONE")
    points = offer.split()
    assert len(set(points)) == 3
    assert sum(desk.player.seconds) < 0.95
    assert desk.stones() == {}
    desk.player.value = 0.3
    assert desk.ask("SWAP2BOARD", *points, "DONE")[0] == "0,14"
    assert [*desk.stones().values()] == [False, True, False, True]
    desk.player.value = -0.3
    assert desk.ask("SWAP2BOARD", "7,7", "8,7", "9,9", "DONE") == ["SWAP"]
    assert desk.stones() == {"7,7": True, "8,7": False, "9,9": True}
    assert desk.ask("TURN 6,6") == ["0,14"]
    five = ["SWAP2BOARD", "7,7", "8,7", "9,9", "8,8", "8,6", "DONE"]
    assert desk.ask(*five) == ["SWAP"]
    desk.player.value = 0.0
    assert desk.ask(*five) == ["0,14"]
    assert [*desk.stones().values()] == [False, True, False, True, False, True]
    for wrong in (["7,7"], ["7,7", "7,7", "8,8"], ["7,7", "8,8", "15,1"], ["a", "b", "c"]):
        assert desk.ask("SWAP2BOARD", *wrong, "DONE")[0].startswith("ERROR ")
    assert len(desk.stones()) == 6


def test_swap2_offers_follow_the_seed():
    def offers(seed):
        desk = Desk(seed=seed)
        return desk.ask("START 15", "SWAP2BOARD", "DONE", "SWAP2BOARD", "DONE")[1:]

    assert offers(1) == offers(1)
    assert offers(1) != offers(2)
    assert len(set(offers(1))) == 2


def player_desk(spec):
    return Desk(player_maker(spec, 1))


@pytest.mark.parametrize("spec", ["engine", "threat", "greedy", "deepening", "heuristic-mcts"])
@pytest.mark.parametrize("start", ["START 15", "START 20", "RECTSTART 12,9"])
@pytest.mark.parametrize("rule", [0, 1])
def test_players_take_a_win_and_stop_one(spec, start, rule):
    desk = player_desk(spec)
    desk.ask(f"INFO rule {rule}", start, "INFO timeout_turn 200")
    row = [f"{x},4,{{}}" for x in (4, 2, 5, 3)]
    spread = ["9,1,{}", "0,8,{}", "7,7,{}", "0,0,{}"]
    won = [line.format(1) for line in row] + [line.format(2) for line in spread]
    assert desk.ask("BOARD", *won, "DONE")[0] in ("1,4", "6,4")
    # One end is closed: they win on the other unless it is taken.
    lost = [line.format(2) for line in row] + [line.format(1) for line in [*spread[:3], "1,4,{}"]]
    assert desk.ask("BOARD", *lost, "DONE") == ["6,4"]


def test_a_level_plays_another_game_after_restart_unless_it_has_a_seed():
    def answers(seed):
        desk = Desk(player_maker("club", seed))
        desk.ask("START 15")
        return {desk.ask("RESTART", "TURN 7,7")[-1] for _ in range(12)}

    assert len(answers(None)) > 2
    assert len(answers(1)) == 1


def test_a_game_between_two_brains():
    sides = [player_desk("greedy"), player_desk("greedy")]
    for desk in sides:
        assert desk.ask("START 9", "INFO timeout_turn 0") == ["OK"]
    (move,) = sides[0].ask("BEGIN")
    mover = 1
    for _ in range(81):
        (answer,) = sides[mover].ask(f"TURN {move}")
        if not re.fullmatch(r"\d+,\d+", answer):
            break
        move, mover = answer, 1 - mover
    assert "the game is over" in answer
    assert set(sides[0].stones()) == set(sides[1].stones())


class Model:
    """The protocol once more, with a table of stones and rules that look at every line."""

    def __init__(self):
        self.size = None
        self.rule = 0
        self.stones = {}
        self.block = None

    def over(self):
        width, height = self.size
        cells = [0] * (width * height)
        for (x, y), ours in self.stones.items():
            cells[y * width + x] = 1 if ours else -1
        return Mnk(height, width, 5, self.rule == 1, tuple(cells)).result() is not None

    def lead(self):
        ours = sum(self.stones.values())
        return ours - (len(self.stones) - ours)

    def point(self, text):
        found = re.fullmatch(r"(\d+),(\d+)", text)
        if self.size is None or not found:
            return None
        x, y = int(found[1]), int(found[2])
        return (x, y) if x < self.size[0] and y < self.size[1] else None

    def can_move(self):
        return self.size is not None and self.rule in (0, 1)

    def expect(self, line):
        """What kinds of answers a line must get; a "move" of ours is left to the caller."""
        word, _, rest = line.partition(" ")
        known = ["START", "RESTART", "BEGIN", "TURN", "PLAY", "TAKEBACK"]
        known += ["BOARD", "DONE", "INFO", "ABOUT"]
        answers = []
        if self.block is not None and word not in ("DONE", "INFO"):
            if word not in known:
                self.block.append(line)
                return []
            self.block = None
            answers.append("ERROR")
        if word not in known:
            return [*answers, "UNKNOWN"]
        answer = getattr(self, word.lower())(rest)
        return answers if answer is None else [*answers, answer]

    def start(self, rest):
        if rest not in ("5", "6", "7"):
            return "ERROR"
        self.size, self.stones = (int(rest), int(rest)), {}
        return "OK"

    def restart(self, rest):
        if self.size is None:
            return "ERROR"
        self.stones = {}
        return "OK"

    def begin(self, rest):
        ready = self.can_move() and self.lead() in (0, -1) and not self.over()
        return "move" if ready else "ERROR"

    def turn(self, rest):
        point = self.point(rest)
        ready = self.can_move() and self.lead() in (0, 1) and not self.over()
        if not ready or point is None or point in self.stones:
            return "ERROR"
        self.stones[point] = False
        return "ERROR" if self.over() else "move"

    def play(self, rest):
        point = self.point(rest)
        if point is None or point in self.stones or self.begin("") == "ERROR":
            return "ERROR"
        self.stones[point] = True
        return "move"

    def takeback(self, rest):
        return "ERROR" if self.stones.pop(self.point(rest), None) is None else "OK"

    def board(self, rest):
        self.block = []

    def done(self, rest):
        lines, self.block = self.block, None
        if lines is None or not self.can_move():
            return "ERROR"
        before, self.stones = self.stones, {}
        for line in lines:
            point = self.point(line[:-2])
            if point is None or point in self.stones or line[-2:] not in (",1", ",2"):
                self.stones = before
                return "ERROR"
            self.stones[point] = line.endswith("1")
        answer = self.begin("")
        if answer == "ERROR":
            self.stones = before
        return answer

    def info(self, rest):
        key, _, value = rest.partition(" ")
        if key == "rule":
            self.rule = int(value)

    def about(self, rest):
        return "name="


coordinates = st.builds("{},{}".format, st.integers(0, 6), st.integers(0, 5))
alphabet = "TURN,0123é \0"
lines = st.one_of(
    st.sampled_from(["START 5", "START 7", "RESTART", "START 3", "START x"]),
    st.sampled_from(["INFO rule 0", "INFO rule 1", "INFO rule 4", "INFO max_memory 1", "ABOUT"]),
    st.sampled_from(["BEGIN", "BOARD", "DONE", "DONE", "NONSENSE"]),
    *[st.builds("TURN {}".format, coordinates)] * 3,
    st.builds("PLAY {}".format, coordinates),
    st.builds("TAKEBACK {}".format, coordinates),
    st.text(alphabet, min_size=1).map(lambda text: f"JUNK{text}".strip()),
)
boards = st.lists(
    st.builds("{},{}".format, coordinates, st.sampled_from("1122123")), max_size=8
).map(lambda stones: ["BOARD", *stones, "DONE"])
scripts = st.lists(st.one_of(lines.map(lambda line: [line]), boards), max_size=40)


@settings(max_examples=300)
@given(scripts, st.booleans(), st.integers(0, 1000))
def test_any_script_keeps_the_board_that_a_simple_model_keeps(script, started, seed):
    random = Random(seed)
    desk = Desk(player=Simple(lambda state: random.choice(state.legal_actions())))
    model = Model()
    for line in [*(["START 6"] if started else []), *(line for part in script for line in part)]:
        answers = desk.ask(line)
        expected = model.expect(line)
        assert len(answers) == len(expected), (line, answers, expected)
        for said, kind in zip(answers, expected, strict=True):
            assert ALLOWED.fullmatch(said)
            if kind == "move":
                point = model.point(said)
                assert point is not None
                # PLAY has put its stone on the board already.
                assert point not in model.stones or line.startswith("PLAY")
                model.stones[point] = True
            else:
                assert said.startswith(kind)
        stones = {model.point(point): ours for point, ours in desk.stones().items()}
        assert stones == model.stones


@given(st.lists(st.text(max_size=30), max_size=20))
def test_no_text_at_all_breaks_it(texts):
    desk = Desk()
    for said in desk.ask("START 5", *texts):
        assert ALLOWED.fullmatch(said)


def test_extensions_limit_nodes_and_depth(desk):
    desk.ask("START 15", "INFO max_node 5000", "INFO max_depth 7", "BEGIN")
    assert (desk.player.limits[-1].nodes, desk.player.limits[-1].depth) == (5000, 7)
    desk.ask("INFO max_node 0", "INFO max_depth -3", "TURN 7,7")
    assert (desk.player.limits[-1].nodes, desk.player.limits[-1].depth) == (None, None)
    most = "9" * 18
    assert desk.ask(f"INFO max_node {most}", f"INFO max_depth {most}", "TURN 8,8") == ["2,14"]
    assert (desk.player.limits[-1].nodes, desk.player.limits[-1].depth) == (int(most), MOST_DEPTH)


KEYS = ["timeout_turn", "timeout_match", "time_left", "time_increment", "max_node", "max_depth"]
numbers = st.sampled_from([0, 1, -1, 2**31 - 1, 2**31, 10**18 - 1, 1 - 10**18]) | st.integers()


@given(st.lists(st.tuples(st.sampled_from(KEYS), numbers), max_size=8))
def test_it_moves_whatever_the_numbers_of_info_are(infos):
    desk = Desk()
    lines = [f"INFO {key} {number}" for key, number in infos]
    assert desk.ask("START 15", *lines, "BEGIN", *lines, "TURN 7,7") == ["OK", "0,14", "1,14"]
    assert all(limits.time > 0 for limits in desk.player.limits)


def test_it_tells_what_it_thought_only_if_asked(desk):
    assert desk.ask("START 15", "BEGIN") == ["OK", "0,14"]
    assert desk.ask("INFO show_detail 1", "TURN 7,7") == ["MESSAGE 0.0 on gomoku", "1,14"]
    assert desk.ask("INFO show_detail 0", "TURN 8,8") == ["2,14"]


def test_a_match_clock_has_a_reserve_for_hard_moves_and_a_turn_has_none(desk):
    desk.brain = Brain(
        desk._make, turn_time, desk.said.append, about='name="x"', longest=longest_turn
    )
    desk.ask("INFO timeout_turn 1000", "START 15", "BEGIN")
    limits = desk.player.limits[-1]
    assert limits.most == pytest.approx(limits.time, abs=0.01)
    desk.ask("INFO timeout_turn 100000", "INFO time_left 180000", "TURN 7,7")
    limits = desk.player.limits[-1]
    assert 5 < limits.time < 7
    assert 2 * limits.time < limits.most < 20
    desk.ask("INFO timeout_turn 8000", "TURN 8,8")
    assert desk.player.limits[-1].most < 8
