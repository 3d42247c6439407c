"""Formats of games: what is written can be read, and files of strangers cannot hurt."""

import io
import json
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import load_game
from inarow.errors import BadFile, BadSpec, InarowError
from inarow.protocols.coordinates import from_coordinates, to_coordinates
from inarow.protocols.formats import FORMATS, find_format, format_of_content, read_games
from inarow.protocols.jsonl import from_json, read_jsonl, to_json
from inarow.protocols.line_reader import MAX_LINE
from inarow.protocols.psq import from_psq, to_psq
from inarow.protocols.record import End, GameRecord
from inarow.protocols.sgf import from_sgf, read_sgf, to_sgf
from inarow.protocols.validation import loss_for_mover, outcome
from inarow.untrusted_text import replace_controls
from tests.protocols.recorded import five_specs, records

GOLDEN = Path(__file__).parent.parent / "golden" / "records"
PLAIN = {"game": "tictactoe", "players": ["ann", "bob"], "moves": "a1 b2"}
WON = GameRecord(
    game="gomoku",
    players=("ann", "bob"),
    moves=tuple(load_game("gomoku").parse_moves("h8 i9 h9 i8 h10 i7 h11 i6 h12")),
    opening=2,
    result=(1.0, -1.0),
    end=End.LINE,
)


def line_of(**changes):
    return json.dumps({**PLAIN, **changes})


def read_all(read, data):
    """The games and the complaints."""
    stream = io.BytesIO(data) if isinstance(data, bytes) else data
    found = []
    return list(read(stream, None, lambda *why: found.append(why))), found


# Round trips


@settings(max_examples=60)
@given(records())
def test_json_lines_are_loss_free(record):
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record


@settings(max_examples=60)
@given(records())
def test_sgf_is_loss_free(record):
    assert from_sgf(to_sgf(record)) == record


@settings(max_examples=20)
@given(st.lists(records(), max_size=4), st.integers(1, 60), st.booleans())
def test_a_collection_is_read_whatever_the_pieces(games, size, junk):
    """The splitter sees the stream in pieces that cut values and escapes anywhere."""

    class Pieces(io.BytesIO):
        def read(self, _=-1):
            return super().read(size)

    between = "\nnothing [to] see\n" if junk else "\n"
    data = between.join(["", *map(to_sgf, games), ""]).encode()
    read, bad = read_all(read_sgf, Pieces(data))
    assert read == games
    assert len(bad) == (not games)


@settings(max_examples=60)
@given(records(five_specs))
def test_psq_keeps_moves_names_times_and_the_result(record):
    record = replace(
        record,
        players=(record.players[0].strip(), "pbrain-two.exe"),
        times=tuple(
            None if n < record.opening else 0.001 * (n + 1) for n in range(len(record.moves))
        ),
    )
    read = from_psq(to_psq(record), load_game(record.game))
    assert read.moves == record.moves
    assert read.result == record.result
    if record.opening < len(record.moves):
        assert read.opening == record.opening
        assert read.times == pytest.approx(record.times)
    if re.match(r"-?\d|\?$", record.players[0]) is None:
        assert read.players == record.players
    if record.end in (None, End.LINE, End.FULL, End.TIMEOUT):
        assert read.end == record.end
    # The rule is not in the format, but the line of the judge tells it.
    if record.result is not None:
        assert (
            load_game(from_psq(to_psq(record)).game).parameters["rule"]
            == load_game(record.game).parameters["rule"]
        )


@given(records())
def test_coordinates_keep_the_moves(record):
    game = load_game(record.game)
    read = from_coordinates(to_coordinates(record), game)
    assert read.moves == record.moves
    assert (read.result, read.end) == outcome(game.state_from(record.moves))


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_every_format_writes_what_it_reads_and_knows_its_files(entry, tmp_path):
    path = tmp_path / f"game{entry.suffixes[0]}"
    with path.open("wb") as stream:
        entry.write([WON], stream)
    (read,) = read_games(path, game=load_game("gomoku"))
    assert (read.moves, read.result, read.end) == (WON.moves, WON.result, WON.end)
    assert format_of_content(path.read_bytes()) is entry
    unnamed = path.rename(tmp_path / "game")
    (again,) = read_games(unnamed, game=load_game("gomoku"))
    assert again == read


# Files as other programs write them


def test_a_file_of_the_gomocup_judge():
    (game,) = read_games(GOLDEN / "judge.psq")
    assert game.game == "gomoku:size=20"
    assert game.players == ("pbrain-étude.exe", "RAPFI25.zip")  # Latin-1
    assert load_game(game.game).format_moves(game.moves[:3]) == "k10 l10 j11"
    assert game.opening == 3
    assert game.times[:4] == (None, None, None, 1.507)
    assert (game.result, game.end) == ((1.0, -1.0), End.LINE)
    assert game.event == {"name": "Freestyle20_1"}
    # Written again it is the same, but for the code: we know that the rules ended the game.
    again = to_psq(game).decode().split("\r\n")
    original = (GOLDEN / "judge.psq").read_bytes().decode("latin-1").split("\r\n")
    assert again == ["0" if line == "-1" else line for line in original]


def test_a_file_of_piskvork_where_the_second_player_began_and_the_time_ran_out():
    (game,) = read_games(GOLDEN / "timeout.psq")
    assert game.players == ("pisq7.exe", "homo-1")
    assert (game.result, game.end) == ((-1.0, 1.0), End.TIMEOUT)
    assert game.opening == 0


def test_a_psq_file_with_nothing_but_moves():
    (game,) = read_games(GOLDEN / "bare.psq")
    assert game == GameRecord(game="gomoku", players=("?", "?"), moves=(112, 98, 111))


def test_an_sgf_file_of_c_gomoku_cli():
    (game,) = read_games(GOLDEN / "c-gomoku-cli.sgf")
    assert game.players == ("rapfi", "yixin")
    assert game.opening == 3
    assert game.times == (None, None, None, 1.004, 0.998, 1.001, 0.012, 0.003, 0.001)
    assert (game.result, game.end) == ((1.0, -1.0), End.LINE)
    assert game.event == {"name": "rapfi x yixin", "round": "1.1"}
    assert game.tags["TE"] == "win by five connection"


def test_an_sgf_collection_of_a_renju_viewer():
    first, second = read_games(GOLDEN / "renju-viewer.sgf")
    assert first.players == ("Łukasz ] one", "二")
    assert load_game("gomoku").format_moves(first.moves) == "h8 i9 j8 g8 h7"
    assert (first.result, first.end, first.tags["RE"]) == ((-1.0, 1.0), None, "W+R")
    assert first.limits == {"left": 1800.0}
    assert first.started == "2019-05-04"
    assert first.comments[1] == "The centre.\nA second line"
    assert load_game("gomoku").format_moves(second.moves) == "h8 h9 g8 g9 f8"
    assert second.opening == 3  # the stones that were set up
    for game in (first, second):
        assert from_sgf(to_sgf(game)) == game


def test_variations_and_comments_of_another_program():
    gomoku = load_game("gomoku")
    game = from_sgf(
        "(;GM[4]C[start];B[hh]C[1004ms\nfirst](;W[ig];B[gg])(;W[ii]C[why not](;B[gi])(;B[aa]))"
        "(;W[hh];B[aa])(;AW[aa];B[bb])(;B[aa])(;W[jj]))"
    )
    assert gomoku.format_moves(game.moves) == "h8 i9 g9"
    written = [(line.after, gomoku.format_moves(line.moves)) for line in game.variations]
    # The taken cell, the stone that is set up and the move out of turn are left out.
    assert written == [(1, "i7 g7"), (4, "a15"), (1, "j6")]
    assert game.comments == {0: "start", 1: "first", 4: "why not"}
    assert game.times == (1.004, None, None)
    assert from_sgf(to_sgf(game)) == game
    assert to_sgf(game).endswith(
        ";B[hh]C[1.004 s\nfirst]\n(;W[ig];B[gg])\n(;W[ii]C[why not]\n(;B[gi])\n(;B[aa]))\n(;W[jj]))"
    )
    assert from_json(to_json(game)) == game


def test_variations_after_stones_that_are_set_up():
    game = from_sgf("(;GM[4]AB[hh]AW[ii]C[set](;B[gg])(;B[jj])(;AB[aa];B[bb]))")
    assert (game.opening, game.comments) == (2, {2: "set"})
    assert [line.after for line in game.variations] == [2]
    late = from_sgf("(;GM[4](;AB[hh];W[aa])(;B[jj]))")
    assert (len(late.moves), late.variations) == (2, ())


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("1. h8 i9 2. g7", "h8 i9 g7"),
        ("1.h8 i9 2.g7 2...a1", "h8 i9 g7 a1"),
        ("1. h8\n2. i9\n12. g7", "h8 i9 g7"),
    ],
)
def test_numbered_moves(line, moves):
    assert format_of_content(line.encode()).name == "coords"
    (game,) = find_format("coords").read(io.BytesIO(line.encode()), load_game("gomoku"))
    assert load_game("gomoku").format_moves(game.moves) == moves


def test_numbered_games_one_after_the_other():
    data = b"1. h8 i9\n2. g7\n\n1. a1 b2\nc3"
    games = find_format("coords").read(io.BytesIO(data), load_game("gomoku"))
    assert [len(game.moves) for game in games] == [3, 2, 1]


def test_lines_by_hand():
    gomoku = load_game("gomoku")
    games = list(read_games(GOLDEN / "games.txt", game=gomoku))
    assert [len(game.moves) for game in games] == [3, 4, 9]
    assert games[2].result == (1.0, -1.0)
    won, open_game = read_games(GOLDEN / "edited.jsonl")
    assert won.end is End.LINE
    assert open_game.times == (0.5, None)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("Standard15", "standard"), ("Freestyle15", "freestyle"), ("", "freestyle")],
)
def test_the_rule_of_a_psq_file_is_in_the_name_of_its_tournament(name, rule):
    data = f"Piskvorky 15x15, 11:11, 0\n8,8,1\n9,9,1\na\nb\n-1\n1,{name}\n".encode()
    assert load_game(from_psq(data).game).parameters["rule"] == rule


def test_a_psq_game_that_goes_on_after_six_was_played_with_exactly_five():
    row = [f"{x},8,1\n{x},{1 + x % 2},1\n" for x in (1, 2, 3, 5, 6, 4)]
    data = f"Piskvorky 15x15, 0:0, 0\n{''.join(row)}-1\n".encode()
    assert from_psq(data).game == "gomoku:rule=standard"
    with pytest.raises(BadFile, match=r"The game is over.*by the rules of gomoku"):
        from_psq(data, load_game("gomoku"))


# Bad files: one sentence, whatever they hold


BAD_LINES = {
    "not json": ("h8 i9", "not JSON"),
    "a list": ("[1, 2]", "JSON object"),
    "cut off": (to_json(WON)[:60], "not JSON"),
    "deep": ("[" * 100_000, "nested too deep"),
    "deep in a field": ('{"game": ' + "[" * 100_000, "nested too deep"),
    "nan": (line_of(times=[0, 1]).replace("[0", "[NaN"), "NaN"),
    "infinite": (line_of(times=[0, 1]).replace("[0", "[1e999"), "times of move 1 is inf"),
    "long number": (line_of(opening=0).replace(": 0", ": " + "9" * 5000), "too long"),
    "large number": (line_of(nodes=[10**30, 1]), "nodes of move 1"),
    "twice": ('{"game": "tictactoe", "game": "gomoku"}', "'game' twice"),
    "no moves": ('{"game": "tictactoe", "players": ["a", "b"]}', "'moves' is missing"),
    "unknown field": (line_of(oppening=2), "no field 'oppening'"),
    "unknown game": (line_of(game="chess"), "There is no game 'chess'"),
    "huge board": (line_of(game="99999x99999x5"), "m must be a whole number from 1 to 20"),
    "long game": (line_of(game="x" * 10_000), "at most 200"),
    "game no text": (line_of(game=5), "game must be a text"),
    "three players": (line_of(players=["a", "b", "c"]), "players must be a list of 2 texts"),
    "numbers as players": (line_of(players=[1, 2]), "players must be a list of 2 texts"),
    "nameless": (line_of(players=["a", " "]), "must have names"),
    "escape in a name": (line_of(players=["a\x1b[2J", "b"]), "control characters"),
    "line end in a name": (line_of(players=["a\nb", "b"]), "control characters"),
    "surrogate": (line_of(players=["\ud800", "b"]), "control characters"),
    "backwards": (line_of(players=["a\u202e", "b"]), "control characters"),
    "off the board": (line_of(moves="z9"), "'z9' is no cell"),
    "taken": (line_of(moves="a1 a1"), "Move 2 does not fit: a1 is taken"),
    "endless moves": (line_of(moves="a1 " * 10_000), "more than any game"),
    "one long move": (line_of(moves="x" * 75), "is no cell"),
    "after the end": (line_of(moves="a1 a2 b1 b2 c1 c2"), "The game is over"),
    "wrong result": (
        line_of(moves="a1 a2 b1 b2 c1", result=[-1, 1]),
        "result is a win of the second player, but after the last move: X wins",
    ),
    "strange result": (line_of(result=[1, 1]), "result must be"),
    "result no list": (line_of(result="1-0"), "result must be a list of 2 numbers"),
    "true as a result": (line_of(result=[True, -1]), "result must be a list of 2 numbers"),
    "variation after the end": (
        line_of(variations=[{"after": 2, "moves": "c3"}]), "after move 2 is out of order"),
    "variation before the start": (
        line_of(variations=[{"after": -1, "moves": "c3"}]), "after move -1 is out of order"),
    "variation out of order": (
        line_of(variations=[{"after": 0, "moves": "c3 b1"}, {"after": 1, "moves": "c1"}]),
        "after move 1 is out of order"),
    "illegal variation": (
        line_of(variations=[{"after": 1, "moves": "a1"}]), "after move 1: a1 is taken"),
    "empty variation": (line_of(variations=[{"after": 1, "moves": ""}]), "and has a move"),
    "variation no object": (line_of(variations=["a1"]), "must be like"),
    "variations no list": (line_of(variations="a1"), "variations must be a list"),
    "comment on no move": (line_of(comments={"3": "?"}), "comment on move 3"),
    "comment without a number": (line_of(comments={"first": "?"}), "numbers of moves"),
    "escape in a comment": (line_of(comments={"1": "\x1b[2J"}), "control characters"),
    "no line": (line_of(result=[1, -1], end="line"), "end is 'line', but"),
    "not full": (line_of(result=[0, 0], end="full board"), "end is 'full board', but"),
    "no result": (line_of(end="crash"), "there is no result"),
    "winner crashed": (line_of(result=[1, -1], end="crash"), "loss of the player to move"),
    "no such end": (line_of(result=[1, -1], end="boredom"), "must be one of: line, full board"),
    "late opening": (line_of(opening=3), "opening is 3, but there are 2 moves"),
    "early opening": (line_of(opening=-1), "opening is -1"),
    "half an opening": (line_of(opening=1.5), "opening must be a whole number"),
    "too few times": (line_of(times=[1.0]), "times has 1 entries for 2 moves"),
    "negative time": (line_of(times=[-1, 0]), "times of move 1 is -1"),
    "value of 2": (line_of(values=[2, 0]), "values of move 1 is 2: it must be from -1 to 1"),
    "half a node": (line_of(nodes=[1.5, 0]), "nodes must be a list of whole numbers"),
    "one seed": (line_of(seeds=[1]), "seeds must be a list of 2 whole numbers"),
    "yesterday": (line_of(started="yesterday"), "must be a date in ISO 8601"),
    "limits": (line_of(limits=["time"]), "limits must be an object with numbers"),
    "tags": (line_of(tags={"a": 1}), "tags must be an object with texts"),
    "deep event": (line_of(event=json.loads('{"a": ' * 20 + "1" + "}" * 20)), "nested too deep"),
    "changed": (to_json(WON).replace("ann", "eve"), "changed or damaged"),
    "check first": ('{"check": "00000000", ' + line_of()[1:], "must be the last field"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "says"), BAD_LINES.values(), ids=BAD_LINES)
def test_bad_lines_get_one_short_sentence(line, says):
    with pytest.raises(BadFile) as error:
        from_json(line)
    message = str(error.value)
    assert says in message
    assert len(message) < 1000
    assert replace_controls(message, lines=True) == message  # nothing in it can command a terminal


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
fields = st.sampled_from([*PLAIN, "times", "result", "event", "seeds", "end", "tags", "limits"])


@given(st.text() | anything.map(json.dumps))
def test_any_text_is_read_or_refused(text):
    for read in (from_json, from_sgf, lambda t: from_psq(t.encode("utf-8", "replace"))):
        with pytest.raises(InarowError):
            read(text)


@given(fields, anything)
def test_any_value_in_any_field_is_read_or_refused(field, value):
    try:
        record = from_json(json.dumps({**PLAIN, field: value}))
    except BadFile:
        return
    assert from_json(to_json(record)) == record


def test_a_damaged_byte_is_always_seen():
    line = to_json(WON).encode()
    for place in range(len(line)):
        damaged = bytearray(line)
        damaged[place] ^= 1
        games, found = read_all(read_jsonl, bytes(damaged))
        assert found or games == [WON], place
        assert not (found and games)


def test_a_line_without_end_takes_bounded_memory_and_the_next_game_is_read():
    class Endless(io.RawIOBase):
        left = 50 * MAX_LINE

        def readable(self):
            return True

        def readinto(self, buffer):
            size = min(len(buffer), self.left)
            buffer[:size] = b"x" * size
            self.left -= size
            return size

    tracemalloc.start()
    try:
        games, found = read_all(read_jsonl, io.BufferedReader(Endless()))
        assert tracemalloc.get_traced_memory()[1] < 10 * MAX_LINE
    finally:
        tracemalloc.stop()
    assert games == []
    assert found == [("line 1", f"The line is longer than {MAX_LINE} bytes.")]
    data = b"x" * (MAX_LINE * 2) + b"\n" + to_json(WON).encode()
    assert read_all(read_jsonl, data)[0] == [WON]


def test_bad_bytes_and_a_byte_order_mark():
    good = to_json(WON).encode()
    data = b"\xef\xbb\xbf" + good + b"\r\n\xff\xfe\n\n" + good
    games, found = read_all(read_jsonl, data)
    assert games == [WON, WON]
    assert found == [("line 2", "The line is not UTF-8: byte 1 is wrong.")]


BAD_SGF = {
    "go": ("(;FF[4]GM[1]SZ[19];B[dd])", "another game than Gomoku"),
    "renju": ("(;GM[4]RU[Renju];B[hh])", "'Renju' is not played here"),
    "small": ("(;GM[4]SZ[3];B[aa])", "say which game it is"),
    "large": ("(;GM[4]SZ[99];B[aa])", "size"),
    "no size": ("(;GM[4]SZ[big];B[aa])", "SZ is 'big'"),
    "white begins": ("(;GM[4];W[hh])", "Move 1 is White's, out of turn"),
    "twice black": ("(;GM[4];B[hh];B[ii])", "Move 2 is Black's, out of turn"),
    "pass": ("(;GM[4];B[hh];W[])", "Move 2 is a pass"),
    "old pass": ("(;GM[4];B[tt])", "Move 1 is a pass"),
    "off the board": ("(;GM[4];B[pp])", "not a point of a board of 15 x 15"),
    "on two lines": ("(;GM[4];B[h\n8])", "[h 8], not a point of a board of 15 x 15"),
    "off the board, named": ("(;GM[4];B[h16])", "'h16' is no cell"),
    "taken": ("(;GM[4];B[hh];W[hh])", "Move 2 does not fit: h8 is taken"),
    "uneven": ("(;GM[4]AB[hh][gg][ff])", "3 black and 0 white stones are set up"),
    "late stones": ("(;GM[4];B[hh];AW[aa])", "AW changes the board after move 1"),
    "wrong result": ("(;GM[4]RE[W+];B[hh];W[aa];B[hg];W[ab];B[hf];W[ac];B[he];W[ad];B[hd])",
                     "result is a win of the second player"),
    "no node": ("()", "no node"),
    "stray": ("(;GM[4]!B[hh])", "'!' is not valid here"),
    "no property": ("(;[hh])", "has no property"),
    "no property, on two lines": ("(;[h\nh])", "has no property: [h h]."),
    "bad variation": ('(;GM[4]INAROW[{"game": "gomoku"}];B[hh](;W[ii])(;W[hh]))', "In a variation"),
    "bad private": ("(;GM[4]INAROW[nothing];B[hh])", "INAROW cannot be read"),
    "no private game": ("(;GM[4]INAROW[{}];B[hh])", "INAROW cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), BAD_SGF.values(), ids=BAD_SGF)
def test_bad_sgf_gets_one_sentence(text, says):
    with pytest.raises(InarowError, match=re.escape(says)) as found:
        from_sgf(text)
    assert "\n" not in str(found.value)


def test_deep_trees_and_games_without_end():
    deep = "(;GM[4]SZ[15];B[hh]" + "(;W[ii]" * 100_000 + ")" * 100_001
    with pytest.raises(BadFile, match=r"more moves than the board|out of turn"):
        list(read_sgf(io.BytesIO(deep.encode())))
    comb = "(;GM[4]SZ[15];B[hh]" + "(;W[ii];B[gg]" * 60_000 + ")" * 60_001
    with pytest.raises(BadFile, match=r"more moves than the board|out of turn|taken"):
        list(read_sgf(io.BytesIO(comb.encode())))
    wide = "(;GM[4]SZ[15];B[hh]" + "(;W[ii](;B[gg])(;B[ff]))" * 8_000 + ")"
    (game,) = read_sgf(io.BytesIO(wide.encode()))
    assert len(game.variations) == 15_999
    nested = "(" * 100_000 + ";GM[4]SZ[15];B[hh]" + ")" * 100_000
    (game,) = read_sgf(io.BytesIO(nested.encode()))
    assert game.moves == (112,)
    games, found = read_all(read_sgf, b"(;GM[4]C[" + b"x" * 3_000_000)
    assert games == []
    assert len(found) == 1
    assert "longer than" in found[0][1]
    good = to_sgf(WON).encode()
    long = b"(;GM[4]C[" + b"x" * 3_000_000 + b"])" + good
    assert read_all(read_sgf, long)[0] == [WON]
    with pytest.raises(BadFile, match="cut off"):
        list(read_sgf(io.BytesIO(good[:-1])))


BAD_PSQ = {
    "empty": (b"", "begins with a line such as"),
    "other": (b"hello\n", "begins with a line such as"),
    "large": (b"Piskvorky 30x30, 0:0, 0\n8,8,0\n", "5 to 20 rows"),
    "outside": (b"Piskvorky 15x15, 0:0, 0\n16,8,0\n", "Move 1 is 16,8,0, outside"),
    "zero": (b"Piskvorky 15x15, 0:0, 0\n0,8,0\n", "outside the board"),
    "taken": (b"Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "Move 2 does not fit: h8 is taken"),
    "renju": (b"Piskvorky 15x15, 0:0, 0\n8,8,0\na\nb\n-1\n1,Renju15\n", "not played here"),
}


@pytest.mark.parametrize(("data", "says"), BAD_PSQ.values(), ids=BAD_PSQ)
def test_bad_psq_gets_one_sentence(data, says):
    with pytest.raises(BadFile, match=says):
        from_psq(data)


@pytest.mark.parametrize("spec", ["tictactoe", "ultimate", "4x4x5", "15x15x4"])
def test_psq_holds_only_five_in_a_row(spec):
    with pytest.raises(BadFile, match=f"PSQ holds only five in a row .* not {spec}"):
        to_psq(GameRecord(game=spec, players=("a", "b"), moves=()))


def test_names_that_look_like_moves_do_not_become_moves():
    record = GameRecord(game="gomoku", players=("3,4", "-1"), moves=(112,))
    assert from_psq(to_psq(record)).moves == (112,)


def test_strange_engines_cannot_make_a_log_unreadable():
    record = replace(
        WON, versions=("v1\x1b[0m", "\r\n"), detail="said \x00\ud800\n", event={"x": ["\a"]}
    )
    read = from_json(to_json(record))
    assert read.versions[0] == "v1\ufffd[0m"
    assert read.detail == "said \ufffd\ufffd\n"
    assert read.moves == WON.moves


@pytest.mark.parametrize(
    "change",
    [{"values": (float("nan"),) * 9}, {"times": (1.0,)}, {"result": None}, {"moves": (0, 0)},
     {"game": "chess"}, {"event": {"x": object()}}],
)  # fmt: skip
def test_what_could_not_be_read_is_not_written(change):
    for write in (to_json, to_sgf):
        with pytest.raises(BadFile):
            write(replace(WON, **change))


def test_a_loss_is_always_that_of_the_player_to_move():
    game = load_game("tictactoe")
    assert loss_for_mover(game.new_initial_state()) == (-1.0, 1.0)
    assert loss_for_mover(game.state_from("a1")) == (1.0, -1.0)


def test_formats_by_name(tmp_path):
    assert find_format("SGF").name == "sgf"
    with pytest.raises(BadSpec, match="There is no format 'sfg': did you mean sgf"):
        find_format("sfg")
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        list(read_games(tmp_path / "no.sgf"))
    strange = tmp_path / "strange"
    strange.write_bytes(b"\x89PNG")
    with pytest.raises(BadFile, match="does not look like a file of games"):
        list(read_games(strange))
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert list(read_games(empty)) == []
