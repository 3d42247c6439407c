"""Openings: the sets that come with inarow, random ones, files from anyone, and the generator."""

import json
import re
import signal
import subprocess
import time
from importlib import resources
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.arena.openings import balance
from inarow.arena.openings.balance import BalanceSettings, balanced_openings, is_quiet
from inarow.arena.openings.balance_check import score_interval
from inarow.arena.openings.balanced_set import Origin, format_set, load_set, save_set
from inarow.arena.openings.opening_file import (
    MAX_OPENINGS,
    format_opening,
    parse_openings,
    read_openings,
)
from inarow.arena.openings.opening_sets import (
    FIXED,
    OpeningSet,
    balanced_sets,
    default_openings,
    load_openings,
)
from inarow.arena.statistics.cross_table import Counts
from inarow.cli.main import main
from inarow.errors import BadFile, BadSpec
from inarow.protocols.gomocup.notation import point_text
from tests.cli.test_commands import COMMAND
from tests.games import any_spec

SHAPES = [
    *("3x3x3", "4x4x4", "5x5x5"),
    *(f"{side}x{side}x5" for side in range(6, 21)),
    "ultimate",
]
ORIGIN = Origin("0", "2026-01-01")


def everything(openings):
    return [openings.opening(pair) for pair in range(openings.size)]


def other_rule(shape):
    return f"{shape}:tiebreak=boards" if shape == "ultimate" else f"{shape}:rule=standard"


# The sets that come with inarow


def test_there_is_a_set_for_every_board_from_3_to_20_and_for_ultimate():
    assert balanced_sets() == sorted(SHAPES, key=lambda name: (len(name), name))


@pytest.mark.parametrize("shape", SHAPES)
def test_shipped_sets_are_quiet_open_and_all_different(shape):
    game = inarow.load_game(shape)
    openings = load_openings("balanced", game, seed=1)
    assert openings.name == "balanced"
    assert openings.size >= (20 if shape == "3x3x3" else 50)
    seen = set()
    for moves in everything(openings):
        state = game.state_from(moves)
        assert not state.is_terminal()
        assert is_quiet(state)
        image, _ = state.canonical()
        seen.add((image.key(), image.board().tobytes()))
        low, high = balance.default_plies(game)
        assert low <= len(moves) <= high
    assert len(seen) == openings.size


@pytest.mark.parametrize("shape", SHAPES)
def test_both_rules_of_a_board_share_its_set(shape):
    first, second = (inarow.load_game(spec) for spec in (shape, other_rule(shape)))
    assert first != second
    ours, theirs = (load_openings("balanced", game, seed=5) for game in (first, second))
    assert everything(ours) == everything(theirs)
    for moves in everything(theirs):
        assert is_quiet(second.state_from(moves))


@pytest.mark.parametrize("shape", SHAPES)
def test_shipped_sets_say_how_they_were_made_and_can_be_gone_on_with(shape):
    with inarow_data(shape) as path:
        text = path.read_text(encoding="utf-8")
        command = re.search(r"^# (inarow openings .+)$", text, flags=re.MULTILINE)[1]
        settings = settings_of(command)
        found = load_set(path, settings)
    assert len(found) == load_openings("balanced", inarow.load_game(shape), seed=1).size
    assert settings.game.opening_set == shape
    for opening in found:
        assert abs(opening.value - settings.even) <= balance.VALUE_TOLERANCE + 0.001
        assert abs(opening.score - 0.5) <= balance.SCORE_TOLERANCE


def test_the_tictactoe_set_is_every_quiet_drawn_position_of_up_to_three_moves():
    game = inarow.load_game("tictactoe")
    minimax = inarow.load_player("minimax", game, seed=1)
    drawn, layer = set(), {(): game.new_initial_state()}
    for _ in range(4):
        images = {}
        for state in layer.values():
            image, _ = state.canonical()
            images[image.board().tobytes()] = image
        for key, image in images.items():
            if is_quiet(image) and minimax.act(image).stats["proven"] == "draw":
                drawn.add(key)
        layer = {
            (key, action): image.child(action)
            for key, image in images.items()
            for action in image.legal_actions()
        }
    shipped = everything(load_openings("balanced", game, seed=1))
    boards = {game.state_from(moves).canonical()[0].board().tobytes() for moves in shipped}
    assert boards == drawn


@pytest.mark.parametrize("shape", ["4x4x4", "5x5x5"])
def test_openings_of_small_boards_are_proven_draws(shape):
    game = inarow.load_game(shape)
    engine = inarow.load_player("engine:mb=4", game, seed=1)
    for moves in everything(load_openings("balanced", game, seed=1)):
        decision = engine.act(game.state_from(moves), inarow.Limits(nodes=20_000))
        assert decision.stats["proven"] == "draw"


def test_without_a_set_the_error_says_what_else_there_is():
    with pytest.raises(BadSpec, match=r"no balanced set for 7x3x3, only for 3x3x3.*random:plies=2"):
        load_openings("balanced", inarow.load_game("7x3x3"), seed=1)


# Descriptions


@given(any_spec)
def test_the_default_fits_every_game(spec):
    game = inarow.load_game(spec)
    openings = load_openings(default_openings(game), game, seed=3)
    assert not game.state_from(openings.opening(7)).is_terminal()


def test_the_default_of_tiny_boards_is_the_empty_one():
    for spec in ("1x1x1", "2x2x2", "8x1x3", "5x5x1"):
        assert default_openings(inarow.load_game(spec)) == "none"
    assert default_openings(inarow.load_game("gomoku:size=19,rule=standard")) == "balanced"


def test_none_is_the_empty_board_each_time():
    openings = load_openings("none", inarow.load_game("ultimate"), seed=1)
    assert [openings.opening(pair) for pair in (0, 1, 10**9)] == [(), (), ()]


@pytest.mark.parametrize("spec", ["gomoku", "gomoku:size=8", "8x20x5:rule=standard"])
def test_fixed_are_three_around_the_centre(spec):
    game = inarow.load_game(spec)
    openings = load_openings("fixed", game, seed=1)
    assert openings.size == len(FIXED) == 3
    centre = (game.rows - 1) // 2 * game.columns + (game.columns - 1) // 2
    for moves in everything(openings):
        assert moves[0] == centre
        assert is_quiet(game.state_from(moves))
    assert len(set(everything(openings))) == 3


@pytest.mark.parametrize("spec", ["tictactoe", "ultimate", "gomoku:size=7", "15x15x6"])
def test_fixed_are_for_five_in_a_row_only(spec):
    with pytest.raises(BadSpec, match="only for five in a row"):
        load_openings("fixed", inarow.load_game(spec), seed=1)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("random:plies=-1", "plies must be a whole number from 0 to 400"),
        ("random:moves=3", "has no parameter 'moves'"),
        ("random:plies", "cannot be read"),
        ("random:plies=9", "the game would be over"),
        ("balanced:plies=3", "it takes none"),
        ("balancd", "did you mean balanced"),
        ("nowhere/there.txt", "cannot be read: No such file"),
        ("", "there are: balanced"),
        ("\0.txt", "cannot be read"),
    ],
)
def test_wrong_descriptions_get_a_sentence(spec, says):
    with pytest.raises(inarow.InarowError) as raised:
        load_openings(spec, inarow.load_game("tictactoe"), seed=1)
    assert says in str(raised.value)


def test_there_is_no_pair_before_the_first():
    for spec in ("balanced", "random"):
        with pytest.raises(ValueError, match="counted from 0"):
            load_openings(spec, inarow.load_game("gomoku"), seed=1).opening(-1)


# Order


@given(st.integers(1, 40), st.integers(0, 2**64), st.integers(0, 10**6))
def test_a_set_is_gone_through_whole_before_it_repeats(size, seed, round_number):
    openings = OpeningSet("some", [(number,) for number in range(size)], seed)
    start = round_number * size
    drawn = [openings.opening(pair) for pair in range(start, start + size)]
    assert sorted(drawn) == [(number,) for number in range(size)]
    again = OpeningSet("some", [(number,) for number in range(size)], seed)
    assert [again.opening(pair) for pair in reversed(range(start, start + size))] == drawn[::-1]


def test_rounds_and_seeds_have_orders_of_their_own():
    numbers = [(number,) for number in range(50)]
    one, two = OpeningSet("some", numbers, 1), OpeningSet("some", numbers, 2)
    orders = {
        tuple(openings.opening(start + pair) for pair in range(50))
        for openings in (one, two)
        for start in (0, 50, 100)
    }
    assert len(orders) == 6


# Random openings


@given(any_spec, st.integers(0, 8), st.integers(0, 3), st.integers(0, 99), st.integers(0, 999))
def test_random_openings_are_legal_and_leave_a_game_to_play(spec, plies, near, seed, pair):
    game = inarow.load_game(spec)
    text = f"random:plies={plies},near={near}"
    try:
        openings = load_openings(text, game, seed)
    except BadSpec:
        # Only where a game of so many moves is over or hardly ever open.
        assert plies >= game.max_game_length() or plies >= 2 * (game.in_a_row or 9) - 1
        return
    moves = openings.opening(pair)
    assert len(moves) == plies
    assert not game.state_from(moves).is_terminal()
    assert load_openings(openings.name, game, seed).opening(pair) == moves


def test_random_openings_differ_and_near_ones_stay_together():
    game = inarow.load_game("gomoku:size=20")
    anywhere = load_openings("random:plies=6", game, seed=1)
    assert len({anywhere.opening(pair) for pair in range(100)}) == 100
    close = load_openings("random:plies=6,near=1", game, seed=1)
    for pair in range(100):
        cells = [divmod(action, 20) for action in close.opening(pair)]
        assert all(5 <= place < 15 for place in cells[0])
        for number, (row, column) in enumerate(cells[1:], start=1):
            assert any(max(abs(row - r), abs(column - c)) == 1 for r, c in cells[:number])


# Files from anyone


def written(tmp_path, content):
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    return path


def test_a_file_is_read_with_its_comments(tmp_path):
    game = inarow.load_game("gomoku")
    content = "\ufeff# mine\r\nh8i9g7  # good\r\n\r\n h8, i9 ; G7\n-\n".encode()
    path = written(tmp_path, content)
    openings = load_openings(str(path), game, seed=1)
    three = tuple(game.parse_moves("h8i9g7"))
    assert sorted(everything(openings)) == [(), three, three]
    assert openings.name == str(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "has no opening"),
        (b"# nothing\n\n", "has no opening"),
        (b"a1\nb2b2\n", "mine.txt, line 2: Move 2 does not fit: b2 is taken"),
        (b"a1\n\nd1\n", "mine.txt, line 3: 'd1' is no cell of this board"),
        (b"a1a2b1b2c1\n", "mine.txt, line 1: the game is over after these moves"),
        (b"a1a2b1b2c1c2\n", "mine.txt, line 1: Move 6 does not fit"),
        (b"a1\n\xff\xfe\n", "mine.txt, line 2: this is not UTF-8"),
        (b"a1\n\x00\n", "mine.txt, line 2:"),
        (b"a1\n" + b"a" * 5000, "mine.txt, line 2: no line may be longer"),
        (b"-a1\n", "mine.txt, line 1:"),
        (b"a1\n" * (MAX_OPENINGS + 1), "has more than 100000 openings"),
        (b"#" * (17 * 2**20), "is larger than 16 MB"),
        (b'{"moves": "a1"}', "mine.txt, line 1:"),
    ],
)
def test_bad_files_are_refused_by_name_and_line(tmp_path, content, says):
    path = written(tmp_path, content)
    with pytest.raises(BadFile) as raised:
        load_openings(str(path), inarow.load_game("tictactoe"), seed=1)
    message = str(raised.value)
    assert says in message
    assert len(message) < 300 + len(str(path)) + 50


def read(tmp_path, content, game="gomoku"):
    """The openings of a file, as coordinates."""
    loaded = inarow.load_game(game)
    found = read_openings(written(tmp_path, content), loaded)
    return [loaded.format_moves(moves) for moves in found]


def test_lines_of_gomocup_are_offsets_from_the_centre(tmp_path):
    # x to the right and y down, the first player first; blank lines and odd spaces occur.
    content = b"0,0, 1,-2, -3,0\r\n\r\n -1,-3 ,2,0,\t-4,3,  \n0 ,0\n"
    assert read(tmp_path, content) == ["h8 i10 e8", "g11 j8 d5", "h8"]
    # On an even board the centre is 10,10 of the protocol, counted from the top left.
    twenty = inarow.load_game("gomoku:size=20")
    (moves,) = read_openings(written(tmp_path, b"0,0, -10,-10, 9,9"), twenty)
    assert [point_text(action, twenty) for action in moves] == ["10,10", "0,0", "19,19"]


def test_lines_of_both_kinds_may_stand_in_one_file(tmp_path):
    assert read(tmp_path, b"h8i9\n0,0, 1,-1  # the same\n-\n") == ["h8 i9", "h8 i9", ""]


@pytest.mark.parametrize(
    ("game", "content", "says"),
    [
        ("gomoku", b"0,0, 1", "line 1: there are 3 numbers, but a stone has two: x,y."),
        ("gomoku", b"0,0\n0,8", "line 2: 0,8 from the centre is off the board of 15 x 15."),
        ("gomoku", b"-8,0", "line 1: -8,0 from the centre is off the board"),
        ("gomoku", b"0,0, 0,0", "line 1: Move 2 does not fit: h8 is taken"),
        ("ultimate", b"0,0", "line 1: offsets from the centre are for boards of one grid"),
        ("tictactoe", b"0,0, 1,0, 0,1, 1,1, 0,-1", "line 1: the game is over"),
    ],
)
def test_offsets_that_are_no_opening_are_refused(tmp_path, game, content, says):
    with pytest.raises(BadFile) as raised:
        read(tmp_path, content, game)
    assert says in str(raised.value)


PSQ = "Piskvorky 15x15, 11:11, 0\r\n8,8,{}\r\n9,7,{}\r\n8,7,{}\r\n{}"


@pytest.mark.parametrize(
    ("times", "moves"),
    [
        ((0, 0, 1507), "h8 i9"),  # a played game: those without a time were given
        ((0, 0, 0), "h8 i9 h9"),  # a position
        ((20, 30, 40), "h8 i9 h9"),  # entered by hand
    ],
)
def test_a_psq_file_is_an_opening(tmp_path, times, moves):
    text = PSQ.format(*times, "pbrain-žluť.exe\r\npbrain-two.exe\r\n-1\r\n")
    for content in (text.encode(), text.encode("iso-8859-2"), text.encode("utf-8-sig")):
        assert read(tmp_path, content) == [moves]


@pytest.mark.parametrize(
    ("game", "content", "says"),
    [
        ("gomoku:size=20", PSQ.format(0, 0, 0, "").encode(), "The board has 15 x 15 cells"),
        ("tictactoe", PSQ.format(0, 0, 0, "").encode(), "PSQ holds only five in a row"),
        ("gomoku", PSQ.format(0, 0, 0, "8,8,0\r\n").encode(), "Move 4 does not fit"),
        (
            "gomoku",
            b"Piskvorky 15x15, 11:11, 0\n"
            + b"".join(b"%d,1,0\n%d,2,0\n" % (n, n) for n in range(1, 6)),
            "Move 10 does not fit",
        ),
    ],
)
def test_psq_files_that_are_no_opening_are_refused(tmp_path, game, content, says):
    with pytest.raises(BadFile) as raised:
        read(tmp_path, content, game)
    assert str(raised.value).startswith(f"{tmp_path / 'mine.txt'}: ")
    assert says in str(raised.value)


def test_a_folder_holds_the_openings_of_its_files(tmp_path, monkeypatch):
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "b.PSQ").write_text(PSQ.format(0, 0, 0, ""))
    (folder / "a.txt").write_text("0,0\nh8 i9\n")
    (folder / "README.md").write_text("not an opening")
    game = inarow.load_game("gomoku")
    monkeypatch.chdir(tmp_path)
    for spec in ("book", "book/", str(folder)):
        openings = load_openings(spec, game, seed=1)
        assert sorted(map(game.format_moves, everything(openings))) == ["h8", "h8 i9", "h8 i9 h9"]


def test_a_folder_without_openings_is_refused(tmp_path):
    with pytest.raises(BadFile, match=r"has no files of openings \(\.psq, \.txt\)"):
        load_openings(str(tmp_path), inarow.load_game("tictactoe"), seed=1)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory, content):
    path = written(tmp_path_factory.mktemp("bytes"), content)
    try:
        openings = read_openings(path, inarow.load_game("tictactoe"))
    except BadFile:
        return
    assert openings


@given(st.lists(st.integers(0, 3), min_size=1), st.randoms(use_true_random=False))
def test_what_is_written_is_read_again(lengths, randomness):
    game = inarow.load_game("6x5x4")
    openings = [tuple(randomness.sample(range(30), length)) for length in lengths]
    text = "\n".join(format_opening(game, moves) for moves in openings)
    assert parse_openings(text, "text", game) == openings


# The generator


def settings_of(command):
    """What a command in the head of a file stands for."""
    words = command.split()
    options = dict(zip(words[3::2], words[4::2], strict=True))
    low, high = options["--plies"].split("-")
    return BalanceSettings(
        game=inarow.load_game(words[2]),
        plies=(int(low), int(high)),
        player=options["--player"],
        limits=inarow.Limits(nodes=int(options["--nodes"])),
        seed=int(options["--seed"]),
        even=float(options.get("--even", 0)),
    )


def inarow_data(shape):
    return resources.as_file(resources.files("inarow") / "data" / "openings" / f"{shape}.txt")


def quick_settings(spec, nodes=200, seed=4):
    game = inarow.load_game(spec)
    limits = inarow.Limits(nodes=nodes)
    return BalanceSettings(game, balance.default_plies(game), "engine:mb=4", limits, seed)


def first_found(settings, count, found=()):
    new = (opening for opening in balanced_openings(settings, found) if opening)
    return [*found, *islice(new, count - len(found))]


@pytest.mark.parametrize("spec", ["4x4x4", "gomoku:size=9", "ultimate"])
def test_a_seed_and_a_node_limit_make_the_same_set_also_in_two_parts(tmp_path, spec):
    settings = quick_settings(spec)
    whole = first_found(settings, 4)
    assert len(whole) == 4
    part = whole[:2]
    path = tmp_path / "set.txt"
    save_set(path, settings, 2, part, ORIGIN)
    resumed = first_found(settings, 4, load_set(path, settings))
    assert format_set(settings, 4, resumed, ORIGIN) == format_set(settings, 4, whole, ORIGIN)
    another = first_found(quick_settings(spec, seed=5), 4)
    assert {opening.moves for opening in another} != {opening.moves for opening in whole}


def test_a_decided_position_is_not_balanced():
    settings = quick_settings("gomoku", nodes=2000)
    quiet_but_won = settings.game.state_from("h8 a1 h9 o15 i8 a15")  # X makes an open three
    assert is_quiet(quiet_but_won)
    assert balance.judge(quiet_but_won, settings) is None
    threatened = settings.game.state_from("h8 a1 h9 a2 h10 a3 h11")
    assert not is_quiet(threatened)
    assert balance.judge(threatened, settings) is None


def test_a_game_that_the_first_player_wins_has_no_balanced_openings(monkeypatch):
    monkeypatch.setattr(balance, "GIVE_UP", 60)
    assert first_found(quick_settings("4x4x3"), 100) == []


def test_the_search_ends_when_nothing_new_is_left():
    game = inarow.load_game("tictactoe")
    settings = BalanceSettings(game, (1, 1), "engine:mb=4", inarow.Limits(nodes=300), 1)
    assert len(first_found(settings, 100)) == 3  # a corner, an edge, the centre


def test_a_player_without_an_opinion_cannot_judge():
    settings = BalanceSettings(
        inarow.load_game("gomoku"), (3, 8), "random", inarow.Limits(nodes=9), 1
    )
    with pytest.raises(BadSpec, match="random gives no value"):
        next(balanced_openings(settings))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("--seed 4", "--seed 5"), "was made with other settings"),
        (lambda text: "b2a1\n", "is not a set that inarow openings has begun"),
        (lambda text: text + "b2a1\n", "this is not how inarow openings writes them"),
        (lambda text: text.replace("# value +", "# worth +", 1), "line 4: this is not how"),
    ],
)
def test_only_a_set_of_the_same_settings_is_gone_on_with(tmp_path, change, says):
    settings = quick_settings("tictactoe")
    text = format_set(settings, 3, first_found(settings, 3), ORIGIN)
    path = tmp_path / "set.txt"
    path.write_text(change(text), encoding="utf-8")
    with pytest.raises(BadFile, match=says):
        load_set(path, settings)


# The command


@pytest.fixture
def run(capsys):
    """Run the command in this process: its status, output and errors."""

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return ended.value.code, printed.out, printed.err

    return run


def test_the_command_prints_or_writes_a_set(tmp_path, run):
    game = inarow.load_game("5x5x5")
    some = ["openings", "5x5x5", "--count", "4", "--nodes", "300", "--plies", "3"]
    status, shown, _ = run(*some, "--json")
    found = json.loads(shown)
    assert status == 0
    assert len(found["openings"]) == len(found["values"]) == len(found["scores"]) == 4
    assert all(len(moves.split()) == 3 for moves in found["openings"])
    printed = parse_openings(run(*some)[1], "printed", game)
    assert [game.format_moves(moves) for moves in printed] == found["openings"]
    path = tmp_path / "set.txt"
    half = ["openings", "5x5x5", "--count", "2", *some[4:], "--out", path]
    assert run(*half)[0] == 0
    assert len(read_openings(path, game)) == 2
    status, _, errors = run(*half)
    assert status == 2
    assert "exists: continue it with --resume" in errors
    assert run(*some, "--out", path, "--resume")[0] == 0
    assert read_openings(path, game) == printed


def test_the_command_checks_how_balanced_openings_are(tmp_path, run):
    won = tmp_path / "won.txt"
    won.write_text("b2a2  # X wins by force\nb2b1\n", encoding="utf-8")
    quick = ["openings", "tictactoe", "--nodes", "500", "--games", "3", "--check"]
    checked = json.loads(run(*quick, won, "--json")[1])
    assert (checked["games"], checked["wins"], checked["score"]) == (6, 6, 1.0)
    checked = json.loads(run(*quick, "balanced", "--count", "4", "--json")[1])
    assert (checked["games"], checked["draws"], checked["score"]) == (12, 12, 0.5)
    assert "in 6 games X won 6, drew 0 and lost 0: 100.0%" in run(*quick, won)[1]
    assert run(*quick, "balancd")[0] == 2


def test_a_game_without_balanced_openings_is_said_to_be_so(run):
    status, shown, errors = run("openings", "2x2x2")
    assert (status, shown) == (1, "")
    assert "No balanced opening of 2x2x2 was found" in errors


def test_the_interval_of_a_score_holds_the_truth_about_19_times_in_20():
    randomness = Random(1)
    held = 0
    for _ in range(1000):
        drawn = [randomness.choices("wdl", (0.3, 0.3, 0.4))[0] for _ in range(200)]
        _, low, high = score_interval(Counts(*(drawn.count(result) for result in "wdl")))
        held += low <= 0.45 <= high
    assert 930 <= held <= 970
    share, low, high = score_interval(Counts(draws=10))
    assert low < share == 0.5 < high  # ten draws in a row prove nothing


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--plies", "8-3"], "--plies 8-3 cannot be"),
        (["--plies", "x"], "--plies x cannot be"),
        (["--plies", "9"], "within 0-8"),
        (["--resume"], "give it by --out FILE"),
        (["--out", "no/such/place.txt"], "there is no directory"),
        (["--player", "nobody"], "There is no player 'nobody'"),
        (["--player", "random"], "random gives no value"),
    ],
)
def test_wrong_commands_get_one_sentence_and_status_2(run, arguments, says):
    status, shown, errors = run("openings", "tictactoe", *arguments)
    assert (status, shown) == (2, "")
    assert says in errors
    assert len(errors.strip().splitlines()) == 1


def test_ctrl_c_keeps_what_was_found(tmp_path):
    path = tmp_path / "set.txt"
    arguments = ["openings", "5x5x5", "--count", "100000", "--nodes", "300", "--out", str(path)]
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert read_openings(path, inarow.load_game("5x5x5"))
    assert list(tmp_path.iterdir()) == [path]
