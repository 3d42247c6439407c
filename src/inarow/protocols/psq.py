"""PSQ, the format of Piskvork and of the Gomocup archives: one game per file.

::

    Piskvorky 20x20, 11:11, 0       columns x rows, levels of the players, who moved first (0 or 1)
    11,11,0                         column from the left, row from the top, both from 1, and ms
    10,12,1507
    pbrain-one.exe                  names of player 0 and player 1, sometimes missing
    pbrain-two.exe
    -1                              code: 0 ended by the rules, 15 time, -2 error, -1 not known
    2,Freestyle20                   Gomocup's judge adds the result and the name of the tournament

The file does not contain the rule, values, nodes, seeds, versions or dates, and times are in whole
milliseconds. In the archives, the name of the tournament contains the rule, so we write such a
name. Opening moves have the time 0. Sources: Piskvork's ``savePsq`` and ``openPsq``, and the
GomocupJudge server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from inarow.errors import BadFile, InarowError
from inarow.games import Game, State
from inarow.protocols.gomocup.notation import LARGEST, SMALLEST, board_game, is_played
from inarow.protocols.line_reader import Complain, stop
from inarow.protocols.record import DRAWS, End, GameRecord
from inarow.protocols.validation import UNKNOWN, check, excerpt, loss_for_mover, outcome
from inarow.untrusted_text import replace_controls

MAX_FILE = 2**20  # bytes; a full board of 20 x 20 takes some 6 kB
ALMOST_FULL = 25  # Piskvork declares a draw when no more empty cells are left

LOOKS = re.compile(rb"\s*Piskvorky")
"""The start of a file."""

ENDED, TIME_OUT, FAILED, NOT_KNOWN = 0, 15, -2, -1

_HEADER = re.compile(
    r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\s*(?:,\s*\d+\s*:\s*\d+\s*(?:,\s*(\d))?)?"
)
_MOVE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d{1,10})\s*)?", re.ASCII)
_CODE = re.compile(r"-?\d{1,4}", re.ASCII)
_JUDGED = re.compile(r"([012])\s*,\s*(.*)", re.ASCII)

RULE = {"freestyle": 0, "standard": 1}


def is_psq(data: bytes) -> bool:
    """Whether the contents of a file begin like a PSQ file.

    >>> is_psq(b"Piskvorky 15x15, 11:11, 0"), is_psq(b"h8i9")
    (True, False)
    """
    return LOOKS.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


def from_psq(data: bytes, game: Game | None = None) -> GameRecord:
    """Read a game. Without ``game``, the rule is the one that the moves allow.

    >>> from_psq(b"Piskvorky 15x15, 0:0, 0\\r\\n8,8,0\\r\\n9,7,12\\r\\n-1\\r\\n").moves
    (112, 128)
    """
    lines = [line.strip() for line in _decode(data).splitlines()]
    while lines and not lines[0]:
        del lines[0]
    header = _HEADER.match(lines[0]) if lines else None
    if header is None:
        raise BadFile("A PSQ file begins with a line such as: Piskvorky 20x20, 11:11, 0.")
    points: list[re.Match[str]] = []
    for line in lines[1:]:
        if (point := _MOVE.fullmatch(line)) is None:
            break
        points.append(point)
    columns, rows = int(header[1]), int(header[2])
    moves = [_action(point, number, columns, rows) for number, point in enumerate(points, start=1)]
    names, code, judged = _after_moves([line for line in lines[len(points) + 1 :] if line])
    if header[3] == "1":  # player 1, whose name is the second, moved first
        names.reverse()
    state = _state(moves, columns, rows, judged[2] if judged else "", game)
    times = [int(point[3] or 0) for point in points]
    opening = next((number for number, ms in enumerate(times) if ms), 0)
    result, end = _result(state, code, judged)
    return GameRecord(
        game=state.game.spec,
        players=(names[0], names[1]),
        moves=tuple(moves),
        opening=opening,
        result=result,
        end=end,
        times=_seconds(times, opening),
        event=_event(judged),
    )


def _decode(data: bytes) -> str:
    """Names have an unknown encoding; everything else is ASCII."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _action(point: re.Match[str], number: int, columns: int, rows: int) -> int:
    column, from_top = int(point[1]), int(point[2])
    if not (1 <= column <= columns and 1 <= from_top <= rows):
        raise BadFile(f"Move {number} is {point[0]}, outside the board of {columns} x {rows}.")
    return (rows - from_top) * columns + column - 1


def _after_moves(lines: Sequence[str]) -> tuple[list[str], int, re.Match[str] | None]:
    """Names, code and the judge's line, as far as present."""
    names: list[str] = []
    code, judged = NOT_KNOWN, None
    for line in lines:
        if _CODE.fullmatch(line):
            code = int(line)
        elif match := _JUDGED.fullmatch(line):
            judged = match
        elif len(names) < 2:
            names.append(replace_controls(line))
    return [*names, UNKNOWN, UNKNOWN][:2], code, judged


def _state(moves: Sequence[int], columns: int, rows: int, name: str, game: Game | None) -> State:
    """The final position, by the rule that is given or named, or else that the moves allow."""
    if game is not None:
        _writable(game)
        if (game.columns, game.rows) != (columns, rows):
            raise BadFile(f"The board has {columns} x {rows} cells, which is not {game}.")
        return _replay(game, moves)
    if re.search("renju|caro", name, re.IGNORECASE):
        raise BadFile(
            f"{excerpt(name)} is not played here: read it as {_board(columns, rows, 0)}, without "
            "what its rule forbids."
        )
    if re.search("standard", name, re.IGNORECASE):
        return _replay(_board(columns, rows, RULE["standard"]), moves)
    try:
        return _replay(_board(columns, rows, RULE["freestyle"]), moves)
    except BadFile as error:
        try:  # a game that continued after six in a row
            return _replay(_board(columns, rows, RULE["standard"]), moves)
        except BadFile:
            raise error from None


def _board(columns: int, rows: int, rule: int) -> Game:
    try:
        return board_game(columns, rows, rule)
    except InarowError:
        raise BadFile(
            f"The board has {columns} x {rows} cells, but only {SMALLEST} to {LARGEST} rows and "
            "columns are played here."
        ) from None


def _replay(game: Game, moves: Sequence[int]) -> State:
    try:
        return game.state_from(moves)
    except InarowError as error:
        raise BadFile(f"{error.args[0].rstrip('.')} (by the rules of {game}).") from None


def _result(
    state: State, code: int, judged: re.Match[str] | None
) -> tuple[tuple[float, float] | None, End | None]:
    """The result of the position; if it has none, the player to move has failed."""
    result, end = outcome(state)
    if result is not None:
        return result, end
    if code == TIME_OUT:
        return loss_for_mover(state), End.TIMEOUT
    if code == FAILED or (judged and judged[1] != "0"):
        return loss_for_mover(state), None
    left = len(state.legal_actions())
    if (judged and judged[1] == "0") or (code == ENDED and left <= ALMOST_FULL):
        return (0.0, 0.0), None
    return None, None


def _event(judged: re.Match[str] | None) -> dict[str, object]:
    """The name of the tournament, unless it is only a rule."""
    name = replace_controls(judged[2]) if judged else ""
    return {"name": name} if name and name.lower() not in RULE else {}


def _seconds(times: Sequence[int], opening: int) -> tuple[float | None, ...]:
    if not any(times):
        return ()
    return tuple(None if n < opening else ms / 1000 for n, ms in enumerate(times))


def to_psq(record: GameRecord) -> bytes:
    """Write a game for Piskvork; BadFile if it is not five in a row on 5 to 20 cells.

    >>> record = GameRecord(game="gomoku", players=("one", "two"), moves=(112, 128))
    >>> to_psq(record).split(b"\\r\\n")
    [b'Piskvorky 15x15, 11:11, 0', b'8,8,0', b'9,7,0', b'one', b'two', b'-1', b'']
    """
    state = check(record)
    game = state.game
    _writable(game)
    lines = [f"Piskvorky {game.columns}x{game.rows}, 11:11, 0"]
    for number, action in enumerate(record.moves):
        row, column = divmod(action, game.columns)
        lines.append(f"{column + 1},{game.rows - row},{_milliseconds(record, number)}")
    for number, name in enumerate(record.players, start=1):
        # A name that looks like a move or a code would be read as one.
        safe = f"homo-{number}" if name == UNKNOWN else name.strip()
        lines.append(f"_{safe}" if re.match(r"-?\d", safe) else safe)
    lines.append(str(_code(record)))
    if record.result is not None:
        lines.append(f"{_winner(record)},{_tournament(record, game)}")
    return "\r\n".join([*lines, ""]).encode()


def _tournament(record: GameRecord, game: Game) -> str:
    """The name of the tournament if it contains the rule, as at Gomocup; else the rule."""
    rule = str(game.rule).capitalize()
    name = replace_controls(str(record.event.get("name", "")))
    return name if rule.lower() in name.lower() else rule


def _writable(game: Game) -> None:
    if not is_played(game):
        raise BadFile(
            f"PSQ holds only five in a row on {SMALLEST} to {LARGEST} rows and columns, not {game}."
        )


def _milliseconds(record: GameRecord, number: int) -> int:
    seconds = record.times[number] if record.times and number >= record.opening else None
    return 0 if seconds is None else max(1, round(seconds * 1000))  # 0 is for opening moves


def _code(record: GameRecord) -> int:
    if record.end in (End.LINE, End.FULL, *DRAWS):
        return ENDED
    if record.end is None:
        return NOT_KNOWN
    return TIME_OUT if record.end in (End.TIMEOUT, End.STALL) else FAILED


def _winner(record: GameRecord) -> int:
    """The result as the judge writes it: 1 if the player who moved after the opening won."""
    if record.result is None or record.result[0] == 0:
        return 0
    return 1 if record.result[record.opening % 2] > 0 else 2


def psq_losses(record: GameRecord) -> Iterator[str]:
    """The fields of a record that a PSQ file does not contain."""
    for field in (
        "detail",
        "values",
        "nodes",
        "seeds",
        "limits",
        "started",
        "tags",
        "comments",
        "variations",
    ):
        if getattr(record, field):
            yield field
    if any(record.versions):
        yield "versions"
    if record.event:
        yield "event"
    if record.end not in (None, End.LINE, End.FULL, End.TIMEOUT):
        yield "end"


def read_psq(
    stream: BinaryIO, game: Game | None = None, complain: Complain = stop
) -> Iterator[GameRecord]:
    """The game of a stream."""
    data = stream.read(MAX_FILE)
    try:
        if len(data) == MAX_FILE:
            raise BadFile(f"The file is longer than {MAX_FILE} bytes, so it is not a PSQ file.")
        record = from_psq(data, game)
        check(record)
    except BadFile as error:
        complain("", str(error))
    else:
        yield record
