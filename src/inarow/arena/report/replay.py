"""The data of the page's game viewer: the games to show, and what is needed to show each.

The viewer does not know the rules. It gets the moves as text and what follows from the rules: the
winning line and, in games with local boards, when each board was decided and which board the next
move had to be in. Boards look as ``inarow.games.svg`` draws them, which cannot run in a browser: a
test compares colours and measures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from inarow.arena.counts import GameCounter
from inarow.arena.report.format import short_names
from inarow.arena.statistics.distinct_games import pair_of
from inarow.errors import IllegalMove, InarowError
from inarow.games import Game, State, load_game
from inarow.games.geometry import Geometry
from inarow.games.text import uses_stones
from inarow.protocols.record import End, GameRecord
from inarow.untrusted_text import one_line, shorten

MAX_GAMES = 2000  # games in a page
MAX_MOVES = 150_000  # moves in a page: about 3 MB with times, values and nodes
LONGEST_DETAIL = 300  # characters

Pair = tuple[str, str]


def viewer_data(
    players: Sequence[str], records: Callable[[], Iterable[GameRecord]], counter: GameCounter[str]
) -> dict[str, Any]:
    """The data of the viewer: names, boards, reasons, and games that refer to them by index."""
    loaded: dict[str, Game | None] = {}
    names = dict.fromkeys(players)
    ends = list(End)
    games = []
    for number, record in _latest(records(), counter):
        if record.game not in loaded:
            loaded[record.game] = _load(record.game)
        names.update(dict.fromkeys(record.players))
        data = game_data(record, loaded[record.game])
        data["i"] = number
        data["b"] = list(loaded).index(record.game)
        data["p"] = [list(names).index(player) for player in record.players]
        if record.end is not None:
            data["e"] = ends.index(record.end)
        games.append(data)
    return {
        "players": list(short_names(names).values()),
        "boards": [_board_data(game) for game in loaded.values()],
        "ends": ends,
        "games": games,
    }


def fair_quotas(counts: Mapping[Pair, int], limit: int) -> dict[Pair, int]:
    """The number of games to show of each pairing: all if they fit, else equal numbers.

    >>> fair_quotas({("a", "b"): 2, ("a", "c"): 90, ("b", "c"): 90}, 10)
    {('a', 'b'): 2, ('a', 'c'): 4, ('b', 'c'): 4}
    """
    quotas = {}
    for left, pair in zip(
        range(len(counts), 0, -1), sorted(counts, key=lambda pair: counts[pair]), strict=True
    ):
        quotas[pair] = min(counts[pair], limit // left)
        limit -= quotas[pair]
    return quotas


def _latest(
    records: Iterable[GameRecord], counter: GameCounter[str]
) -> Iterable[tuple[int, GameRecord]]:
    """The latest games of each pairing with their numbers, as many as fit in a page."""
    limit = MAX_GAMES
    if counter.moves > MAX_MOVES:
        limit = min(limit, MAX_MOVES * counter.games // counter.moves)
    counts = dict(counter.pairings())
    quotas = fair_quotas(counts, limit)
    to_skip = {pair: counts[pair] - quotas[pair] for pair in counts}
    for number, record in enumerate(records, start=1):
        pair = pair_of(record.players)
        if pair not in quotas:  # added after the games were counted
            continue
        if to_skip[pair]:
            to_skip[pair] -= 1
        elif quotas[pair]:
            quotas[pair] -= 1
            yield number, record


def _load(spec: str) -> Game | None:
    try:
        return load_game(spec)
    except InarowError:
        return None


def _board_data(game: Game | None) -> dict[str, object] | None:
    """The board of a game; None if the game is not known."""
    if game is None:
        return None
    data: dict[str, object] = {"game": str(game), "rows": game.rows, "columns": game.columns}
    if uses_stones(game):
        stars = Geometry(game).stars()
        data |= {"stones": True, "stars": game.format_moves(stars).replace(" ", "")}
    if game.block_size is not None:
        data["block"] = game.block_size
    return data


def game_data(record: GameRecord, game: Game | None) -> dict[str, Any]:
    """One game with short keys; missing data is left out.

    ``r`` the first player's result, ``d`` detail, ``o`` moves of the opening, ``m`` moves, ``w``
    the winning line, ``t`` milliseconds, ``v`` hundredths, ``n`` nodes (all three for the moves
    after the opening), ``l`` local boards decided (after which move, which, by whom), ``f`` the
    local board that the next move had to go to, a character for each position.

    >>> record = GameRecord(game="tictactoe", players=("a", "b"), moves=(0, 3, 1, 4, 2),
    ...     opening=2, result=(1, -1), times=(None, None, 0.001, 0.002, 0.003))
    >>> game_data(record, load_game("tictactoe"))
    {'r': 1, 'o': 2, 'm': 'a1a2b1b2c1', 'w': 'a1b1c1', 't': [1.0, 2.0, 3.0]}
    """
    state, told = (None, {}) if game is None else _replay(record.moves, game)
    moves = [] if state is None else state.history()
    opening = min(record.opening, len(moves))
    data: dict[str, Any] = {}
    if record.result is not None:
        data["r"] = (record.result[0] > 0) - (record.result[0] < 0)
    if record.detail:
        data["d"] = shorten(one_line(record.detail), LONGEST_DETAIL)
    if opening:
        data["o"] = opening
    if state is not None:
        data["m"] = state.game.format_moves(moves).replace(" ", "")
        if line := state.winning_line():
            data["w"] = state.game.format_moves(line).replace(" ", "")
    data |= told
    own = slice(opening, len(moves))
    columns: tuple[tuple[str, Sequence[float | None], Callable[[float], float]], ...] = (
        ("t", record.times, lambda seconds: float(f"{1000 * seconds:.3g}")),
        ("v", record.values, lambda value: round(100 * value)),
        ("n", record.nodes, int),
    )
    for key, column, written in columns:
        known = [
            None if each is None or not math.isfinite(each) else written(each)
            for each in column[own]
        ]
        if any(each is not None for each in known):
            data[key] = known
    return data


def _replay(moves: Iterable[int], game: Game) -> tuple[State, dict[str, object]]:
    """Play the moves as far as they are legal; also returns the data of local boards."""
    state = game.new_initial_state()
    forced, decided = "-", dict[int, list[object]]()
    for action in moves:
        try:
            state.apply_action(action)
        except IllegalMove:
            break
        board = None if state.is_terminal() else state.forced_board()
        forced += "-" if board is None else str(board)
        for number, outcome in enumerate(state.local_boards()):
            if outcome != "." and number not in decided:
                decided[number] = [state.move_number(), number, outcome]
    if game.block_size is None:
        return state, {}
    return state, {"f": forced, "l": list(decided.values())}
