"""Victories by threats, slowly: whether an attack wins against every move of the defender.

``AttackCheck`` walks the whole tree of an attack. The attacker's moves come from somebody it does
not trust; the defender tries every empty cell. Only rows of stones are looked at, on a board that
shares nothing with the core. ``slow_victory`` searches by itself, for small boards.
"""

from __future__ import annotations

from collections.abc import Callable

import inarow
from tests.reference.vcf import DIRECTIONS, Board, Spot

Oracle = Callable[[inarow.State], "int | None"]


def reference_board(state: inarow.State) -> Board:
    """The same position for the reference."""
    game = state.game
    exact = game.parameters.get("rule") == "standard"
    stones = {divmod(a, game.columns): i % 2 for i, a in enumerate(state.history())}
    return Board(game.rows, game.columns, game.in_a_row, exact, stones)


class AttackCheck:
    """Whether the attacker, to move, wins by moves of an oracle, whatever the defender plays."""

    def __init__(self, state: inarow.State, oracle: Oracle) -> None:
        self.state = state.clone()
        self.board = reference_board(state)
        self.oracle = oracle
        self.attacker = state.current_player()
        self.positions = 0
        self._known: dict[int, bool] = {}

    def wins(self) -> bool:
        """The answer; looks at every defence."""
        mine = self.board.winning_spots(self.attacker)
        theirs = self.board.winning_spots(1 - self.attacker)
        return self._attack(frozenset(mine), frozenset(theirs))

    def _attack(self, mine: frozenset[Spot], theirs: frozenset[Spot]) -> bool:
        if mine:
            return True
        key = self.state.key()
        if key not in self._known:
            self._known[key] = self._try_oracle(theirs)
        return self._known[key]

    def _try_oracle(self, theirs: frozenset[Spot]) -> bool:
        self.positions += 1
        action = self.oracle(self.state)
        if action is None or not self.state.is_legal(action):
            return False
        spot = divmod(action, self.state.game.columns)
        self._play(spot, self.attacker)
        mine, theirs = self._update(spot, frozenset(), theirs)
        open_fours = [] if theirs or mine else find_open_fours(self.board, self.attacker)
        survived = not theirs and all(
            self._defend(defence, mine, open_fours) for defence in list(self.board.empty())
        )
        self._take_back(spot)
        return survived

    def _defend(self, defence: Spot, mine: frozenset[Spot], open_fours: list[Spot]) -> bool:
        """Whether this defence fails; the defender has no five here."""
        if mine - {defence}:
            return True
        self._play(defence, 1 - self.attacker)
        mine, theirs = self._update(defence, mine, frozenset())
        # Most defences do nothing: an open four that was threatened can still be made.
        fails = not theirs and any(
            makes_open_four(self.board, spot, self.attacker)
            for spot in open_fours
            if spot != defence
        )
        fails = fails or self._attack(mine, theirs)
        self._take_back(defence)
        return fails

    def _update(
        self, spot: Spot, mine: frozenset[Spot], theirs: frozenset[Spot]
    ) -> tuple[frozenset[Spot], frozenset[Spot]]:
        """Where each side wins, after a stone on a spot."""
        found = []
        for player, before in ((self.attacker, mine), (1 - self.attacker, theirs)):
            likely = before | set(self.board.wins_through(spot, player))
            found.append(
                frozenset(
                    s for s in likely if s not in self.board.stones and self.board.wins(s, player)
                )
            )
        return found[0], found[1]

    def _play(self, spot: Spot, player: int) -> None:
        self.board.stones[spot] = player
        self.state.apply_action(spot[0] * self.state.game.columns + spot[1])

    def _take_back(self, spot: Spot) -> None:
        del self.board.stones[spot]
        self.state.undo_action()


def slow_victory(board: Board, attacker: int, moves: int) -> bool:
    """Whether the attacker, to move, wins by at most so many threats and then an open four or five.

    Every cell is tried that makes a four, or after which there is a cell that would make two fives;
    and against it every cell.
    """
    defender = 1 - attacker
    if board.winning_spots(attacker):
        return True
    must = board.winning_spots(defender)
    if len(must) > 1:
        return False
    for spot in must or [s for s in board.empty() if board.has_company(s, attacker, 2)]:
        board.stones[spot] = attacker
        won = _slow_defence_fails(board, attacker, moves)
        del board.stones[spot]
        if won:
            return True
    return False


def _slow_defence_fails(board: Board, attacker: int, moves: int) -> bool:
    defender = 1 - attacker
    if board.winning_spots(defender):
        return False
    fives = board.winning_spots(attacker)
    if len(fives) > 1:
        return True
    if moves == 0 or not (fives or find_open_fours(board, attacker)):
        return False
    for reply in fives or list(board.empty()):
        board.stones[reply] = defender
        # A move that does nothing is seen to fail at once: an open four still stands.
        free = not fives and not board.winning_spots(defender)
        quick = free and bool(find_open_fours(board, attacker))
        won = quick or slow_victory(board, attacker, moves - 1)
        del board.stones[reply]
        if not won:
            return False
    return True


def makes_open_four(board: Board, spot: Spot, player: int) -> bool:
    """Whether a stone on an empty spot leaves two cells that win: then no single move helps."""
    board.stones[spot] = player
    fives = board.wins_through(spot, player)
    del board.stones[spot]
    return len(fives) > 1


def find_open_fours(board: Board, player: int) -> list[Spot]:
    """Where a player can make an open four, or two fours at once."""
    return [
        spot
        for spot in list(board.empty())
        if board.has_company(spot, player, board.k - 2) and makes_open_four(board, spot, player)
    ]


def _run(board: Board, spot: Spot, step: Spot, player: int) -> list[Spot]:
    """The stones of a player in a row with a spot, which must be one, along a direction."""
    found = [spot]
    for sign in (-1, 1):
        row, column = spot[0] + sign * step[0], spot[1] + sign * step[1]
        while board.stones.get((row, column)) == player:
            found.append((row, column))
            row, column = row + sign * step[0], column + sign * step[1]
    return found


def _is_five(board: Board, run: list[Spot]) -> bool:
    return len(run) == board.k or (len(run) > board.k and not board.exact)


def _line(board: Board, spot: Spot, step: Spot) -> list[Spot]:
    """The empty cells of a line, less than k away from a spot."""
    cells = [(spot[0] + i * step[0], spot[1] + i * step[1]) for i in range(1 - board.k, board.k)]
    return [cell for cell in cells if board.on_board(cell) and cell not in board.stones]


def _fives_with(board: Board, spot: Spot, step: Spot, player: int) -> int:
    """How many cells of a line make a five of which the stone on a spot is a part."""
    count = 0
    for cell in _line(board, spot, step):
        board.stones[cell] = player
        run = _run(board, spot, step, player)
        count += cell in run and _is_five(board, run)
        del board.stones[cell]
    return count


def _kind_on_line(board: Board, spot: Spot, step: Spot, player: int) -> str | None:
    """What a stone just put on a spot has made along one direction."""
    if _is_five(board, _run(board, spot, step, player)):
        return "five"
    fives = _fives_with(board, spot, step, player)
    if fives:
        return "open four" if fives > 1 else "four"
    for cell in _line(board, spot, step):
        board.stones[cell] = player
        opens = _fives_with(board, spot, step, player) > 1
        del board.stones[cell]
        if opens:
            return "three"
    return None


def _stones_on_line(board: Board, spot: Spot, step: Spot, player: int) -> set[Spot]:
    """The stones in those rows of k cells through a stone that have the most and can be filled."""
    rows: list[set[Spot]] = []
    for first in range(1 - board.k, 1):
        cells = [
            (spot[0] + (first + i) * step[0], spot[1] + (first + i) * step[1])
            for i in range(-1, board.k + 1)
        ]
        row, ends = cells[1:-1], (cells[0], cells[-1])
        if not all(board.on_board(c) and board.stones.get(c, player) == player for c in row):
            continue
        if board.exact and any(board.stones.get(end) == player for end in ends):
            continue
        rows.append({c for c in row if c in board.stones})
    most = max(len(row) for row in rows)
    return {c for row in rows if len(row) == most for c in row} - {spot}


def slow_threats(board: Board) -> dict[tuple[int, Spot], tuple[str, set[Spot]]]:
    """By player and cell: the strongest that a stone there would make, and the stones in it."""
    strongest = ("three", "four", "open four", "five")
    found = {}
    for spot in list(board.empty()):
        for player in (0, 1):
            if not board.has_company(spot, player, board.k - 3):
                continue  # even a three needs that many stones on one line
            board.stones[spot] = player
            kinds = {step: _kind_on_line(board, spot, step, player) for step in DIRECTIONS}
            best = max(kinds.values(), key=lambda kind: strongest.index(kind) if kind else -1)
            if best:
                stones = [
                    _stones_on_line(board, spot, step, player)
                    for step, kind in kinds.items()
                    if kind == best
                ]
                found[player, spot] = best, set().union(*stones)
            del board.stones[spot]
    return found
