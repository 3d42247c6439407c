"""The methods in Python (``examples/``) against the core's players: the same work, in turns.

Searches are compared by positions a second, `cached` by solutions, Monte-Carlo searches by
simulations, `dqn` by choices of a move, other learners by games of self-play. Every search starts
with an empty table or tree. No ratio is promised.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from examples import mcts
from examples.alphabeta import AlphaBeta
from examples.alphazero import AlphaZero
from examples.cached import Cached
from examples.deepening import Deepening
from examples.dqn import Dqn
from examples.minimax import Minimax
from examples.negamax import Negamax
from examples.shared_mcts import SharedMcts
from examples.tabular import Tabular
from examples.td import Td
from examples.threat import Threat

import inarow
from benchmarks.timing import Row, Work, compare
from inarow.learning import load_learner

ROUNDS = 3
GAMES = 2000
"""Of a training in the core."""
CHOICES = 300
"""Of a network that is asked without a search."""
MIDDLE_GAME = "h8 i9 h9 h10 i8 g8 j7 k6"


@dataclass(frozen=True)
class Pair:
    """A method of both sides: each does its work once, and says how much it was."""

    method: str
    unit: str
    ours: Callable[[], int]
    example: Callable[[], int]

    def row(self) -> Row:
        """The work of both, in turns."""
        return compare(
            self.method,
            self.unit,
            1,
            _repeated(self.ours),
            f"examples/{self.method.replace('-', '_')}.py",
            _repeated(self.example),
            our_units=self.ours(),
            peer_units=self.example(),
            rounds=ROUNDS,
        )


def examples() -> Iterator[str]:
    """A line for each method that the core has, too."""
    torch.set_num_threads(1)
    for pair in PAIRS:
        row = pair.row()
        yield (
            f"{row.name}: {row.ratio:,.0f} times as fast as {row.peer_name} "
            f"({row.ours:,.0f} and {row.peer:,.0f} {row.unit})"
        )


def _repeated(work: Callable[[], int]) -> Work:
    def repeat(times: int) -> None:
        for _ in range(times):
            work()

    return repeat


def _position(spec: str, moves: str = "") -> inarow.State:
    return inarow.load_game(spec).state_from(moves)


def _nodes(player: str, state: inarow.State, *, depth: int | None = None) -> Callable[[], int]:
    """Positions that a player of the core visits."""

    def search() -> int:
        found = inarow.load_player(player, state.game, seed=0)
        return found.act(state, inarow.Limits(depth=depth)).stats["nodes"]

    return search


def _sims(player: str, state: inarow.State, sims: int) -> Callable[[], int]:
    """Simulations of a player of the core."""
    limits = inarow.Limits(sims=sims)
    return lambda: inarow.load_player(player, state.game, seed=0).act(state, limits).stats["sims"]


def _training(learner: str) -> Callable[[], int]:
    """Games of a training in the core, with the folder of its run."""

    def train() -> int:
        with tempfile.TemporaryDirectory() as folder:
            load_learner(
                learner, "tictactoe", out=folder, seed=1, games=GAMES, evaluate_every=0
            ).learn()
        return GAMES

    return train


def _minimax() -> int:
    search = Minimax(use_table=False)
    search.search(_position("tictactoe", "b2"))
    return search.nodes


def _alphabeta() -> int:
    search = AlphaBeta(inarow.load_game("5x5x4"))
    search.search(_position("5x5x4", "c3"), depth=3)
    return search.nodes


def _solution(player: str, state: inarow.State) -> Callable[[], int]:
    """The value of a position, however few positions the core needs for it."""

    def solve() -> int:
        found = inarow.load_player(player, state.game, seed=0).act(state)
        return int(found.stats["proven"] is not None)

    return solve


def _cached() -> int:
    Cached().decide(_position("4x4x3"))
    return 1


def _deepening() -> int:
    state = _position("7x7x5", "d4 e5")
    search = Deepening(state.game)
    next(found for found in search.deepen(state) if found.depth == 2)
    return search.nodes


def _negamax() -> int:
    state = _position("gomoku", MIDDLE_GAME)
    search = Negamax(state.game)
    search.search(state, depth=1)
    return search.nodes


def _threat() -> int:
    state = _position("gomoku", MIDDLE_GAME)
    search = Threat(state.game)
    search.decide(state, depth=1)
    return search.nodes


def _mcts() -> int:
    return mcts.search(_position("gomoku"), 100, random.Random(1)).visits


def _shared_mcts() -> int:
    state = _position("5x5x4")
    SharedMcts(state.game).act(state, 100)
    return 100


def _tabular() -> int:
    learner = Tabular(seed=1)
    for _ in range(100):
        learner.play_game(inarow.load_game("tictactoe"))
    return 100


def _td() -> int:
    learner = Td(inarow.load_game("tictactoe"), seed=1)
    for _ in range(100):
        learner.play_game()
    return 100


def _choices(player: str, state: inarow.State) -> Callable[[], int]:
    """Choices of a move, one position at a time."""
    found = inarow.load_player(player, state.game, seed=0)

    def choose() -> int:
        for _ in range(CHOICES):
            found.act(state)
        return CHOICES

    return choose


def _dqn() -> int:
    state = _position("tictactoe", "a1")
    learner = Dqn(state.game)
    for _ in range(CHOICES):
        learner.act(state)
    return CHOICES


def _alphazero() -> int:
    state = _position("5x5x4")
    AlphaZero(state.game).search(state, 100)
    return 100


PAIRS = (
    Pair("minimax", "nodes/s", _nodes("minimax:table=false", _position("tictactoe")), _minimax),
    Pair("alphabeta", "nodes/s", _nodes("alphabeta:depth=6", _position("5x5x4", "c3")), _alphabeta),
    Pair("cached", "solutions/s", _solution("cached:mb=1", _position("4x4x3")), _cached),
    Pair(
        "deepening",
        "nodes/s",
        _nodes("deepening:mb=4", _position("7x7x5", "d4 e5"), depth=6),
        _deepening,
    ),
    Pair(
        "negamax", "nodes/s", _nodes("negamax:depth=6", _position("gomoku", MIDDLE_GAME)), _negamax
    ),
    Pair("threat", "nodes/s", _nodes("threat:depth=6", _position("gomoku", MIDDLE_GAME)), _threat),
    Pair("mcts", "simulations/s", _sims("mcts", _position("gomoku"), 2000), _mcts),
    Pair(
        "shared-mcts", "simulations/s", _sims("shared-mcts", _position("5x5x4"), 2000), _shared_mcts
    ),
    Pair("tabular", "games/s", _training("tabular"), _tabular),
    Pair("td", "games/s", _training("td"), _td),
    Pair("dqn", "moves/s", _choices("dqn", _position("tictactoe", "a1")), _dqn),
    Pair("alphazero", "simulations/s", _sims("alphazero", _position("5x5x4"), 800), _alphazero),
)
