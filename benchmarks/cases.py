"""What ``decisions.py`` sends through two revisions: games, positions, players, limits.

Limits are nodes, simulations and depths, never time, and every search has a seed: then a revision
that has not changed its search gives the same answer, to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.revision import ROOT

BENCH_POSITIONS = ROOT / "src" / "inarow" / "data" / "bench" / "engine.txt"

# A game of each kind, and after how many moves of it a position is taken: the start, the opening,
# the middle, and near the end, where one side is about to win or the board is full.
GAMES: dict[str, tuple[str, tuple[int, ...]]] = {
    "tictactoe": ("b3 c3 a1 b2 c2 a3 c1 b1 a2", (0, 1, 3, 6)),
    "4x4x3": ("a1 d4 c3 b2 b3 a3 d3", (0, 1, 2, 4)),
    "4x4x4": ("c2 b4 b2 d3 a3 b1 d1 a4 c4 c3 c1 a2 d4 a1 d2 b3", (0, 2, 6, 10)),
    "5x5x4": ("a1 b1 b2 d1 b4 b3 e4 c4 e3 b5 e2 e1 e5", (0, 3, 7, 10)),
    "6x6x6": (
        "a1 b1 b2 d6 c3 e6 f6 d1 d4 e5 e2 d3 a2 d2 a4 a6 c4 c5 f4 f2 b4 e4 a5 e3 c1 f1 e1 a3",
        (0, 10, 28),
    ),
    "7x7x5": ("a1 f1 c4 b1 b3 d5 c3 c1 a6 d3 e1 b4 b2 d4 e2 d2 d1 d6", (0, 3, 8, 14)),
    "9x4x4": ("a1 b1 c2 g3 d2 b2 e1 d1 a4 f3 e3 e4 g2 d4 h2 f4 c4 g4", (0, 4, 9, 15)),
    "7x9x4:rule=standard": ("b9 a1 d4 c4 e1 d3 b7 b5 e2 a6", (0, 4, 7)),
    "10x10x5": ("d3 e3 c3 c2 f2 h7 f5 b4 e5 g4 b2 f4 d4 a1 f6", (0, 4, 8, 12)),
    "gomoku": ("d10 e11 c9 b9 a10 i13 e9 d12 c11 g4 f8 g7 b12", (0, 2)),
    "gomoku:size=8": (
        "f4 h7 h1 e1 d1 d2 h5 a1 c6 b7 d5 a2 c7 f1 g7 h8 f5 a4 d7 f2 e6 d8 g4 h3 c8",
        (0, 3, 10, 21),
    ),
    "gomoku:size=19,rule=standard": (
        "n14 p14 r16 l14 l13 n15 p19 m15 d14 o15 d2 p15 l15 q15",
        (0, 4, 8, 11),
    ),
    "ultimate": (
        "c7 g3 b9 e9 e8 f4 g1 a3 c8 h4 f2 g4 a2 a5 b6 f8 i6 h7 f3 g9 a8 b4 e2 e4 e1 d3 b8 d6 b1 "
        "e3 d9 d4 b2 h5 c1 i3 h9 d7 c2 h6 e7 d2 c6 i9 g7 f9 h8 h3 d8 a6 a4 b5 d1 c4",
        (0, 5, 20, 38, 49),
    ),
    "ultimate:tiebreak=boards": (
        "d4 c1 g1 c2 h4 e2 f6 h9 e7 e1 d2 c6 g7 c3 g8 b5 e4 d3 b8 e5 f4 h2 c9 h7 e3 d8 b4 f1 i3 "
        "i9 i8 i6 h8 h3 f8 g5 a5 a4 i2 i5 g6 b7 i1 e9 d9 b9 e8 h6 f7 c8 h5 g4 i4",
        (0, 7, 22, 40, 50),
    ),
}

# Players by name, with settings that search differently. A player that is not listed here is
# compared as it is by default.
SETTINGS: dict[str, tuple[str, ...]] = {
    "minimax": ("minimax", "minimax:table=false", "minimax:depth=3"),
    "alphabeta": ("alphabeta", "alphabeta:depth=4", "alphabeta:order=false,depth=3"),
    "cached": ("cached", "cached:depth=6,mb=1"),
    "deepening": ("deepening", "deepening:mb=1"),
    "mcts": ("mcts", "mcts:fold=0", "mcts:fold=400,c=0.7"),
    "knowledge-mcts": ("knowledge-mcts", "knowledge-mcts:fold=0,c=0.5"),
    "heuristic-mcts": ("heuristic-mcts", "heuristic-mcts:fold=0", "heuristic-mcts:c=4"),
    "shared-mcts": ("shared-mcts", "shared-mcts:temperature=1", "shared-mcts:c=0.5"),
    "negamax": ("negamax", "negamax:depth=3,range=1", "negamax:range=4"),
    "threat": ("threat", "threat:b=4,vcf=0", "threat:depth=3,b=20,vcf=30", "threat:mb=1"),
    "engine": ("engine", "engine:network=none", "engine:mb=4,threads=2"),
}
LEVELS = ("beginner", "casual", "club", "expert", "master")
MONTE_CARLO = ("mcts", "knowledge-mcts", "heuristic-mcts", "shared-mcts")
FOREIGN = ("external", "python")
"""The players that run somebody else's program: not compared."""


@dataclass(frozen=True)
class Question:
    """A position for several players under the same limits."""

    game: str
    moves: str
    players: tuple[str, ...]
    limits: str

    def words(self) -> list[str]:
        """The command that asks it."""
        moves = ["--moves", self.moves] if self.moves else []
        players = [word for player in self.players for word in ("--player", player)]
        return ["analyse", self.game, *moves, *players, *self.limits.split(), "--json"]

    def to(self, *players: str) -> Question:
        """The same question to other players."""
        return replace(self, players=players)

    def halves(self) -> tuple[Question, Question]:
        """The same question to one half of the players, and to the other."""
        half = len(self.players) // 2
        return self.to(*self.players[:half]), self.to(*self.players[half:])


@dataclass(frozen=True)
class Match:
    """Whole games: here players use what they remember from move to move."""

    first: str
    second: str
    game: str
    games: int
    limits: str = ""
    records: bool = True
    """Without records the core plays the games by itself, if it can."""

    def words(self) -> list[str]:
        """The command that plays it, without the file of the records."""
        game = ["--game", self.game, "--games", str(self.games), "--seed", "1"]
        order = ["--concurrency", "1"]  # of the records
        return ["match", self.first, self.second, *game, *order, *self.limits.split(), "--json"]


MATCHES = (
    Match("minimax", "mcts", "tictactoe", 2, "--sims 200"),
    Match("mcts", "shared-mcts", "ultimate", 2, "--sims 100"),
    Match("cached:mb=1", "shared-mcts", "4x4x3", 2, "--sims 150"),
    Match("deepening:mb=1", "heuristic-mcts", "9x4x4", 2, "--nodes 200"),
    Match("negamax:depth=2", "knowledge-mcts:sims=60", "7x7x5", 2, "--nodes 200"),
    Match("threat:depth=2", "greedy", "gomoku:size=19,rule=standard", 2, "--nodes 200"),
    Match("engine:mb=4", "threat:mb=1", "gomoku", 2, "--nodes 300"),
    Match("engine:mb=4,network=none", "club", "gomoku:size=8", 2, "--nodes 300"),
    Match("engine:mb=4", "expert", "ultimate:tiebreak=boards", 2, "--sims 100"),
)
FAST_MATCHES = (
    Match("random", "random", "tictactoe", 2000, records=False),
    Match("greedy", "greedy", "gomoku", 40, records=False),
    Match("random", "random", "ultimate", 500, records=False),
    Match("greedy", "random", "4x4x4", 200, records=False),
)


def positions(*, quick: bool = False) -> list[tuple[str, str]]:
    """Games and moves. Quick: one position of each game, in the middle of it."""
    own = [
        (game, " ".join(moves.split()[:plies]))
        for game, (moves, taken) in GAMES.items()
        for plies in ((taken[len(taken) // 2],) if quick else taken)
    ]
    return own + _bench_positions(quick)


def _bench_positions(quick: bool) -> list[tuple[str, str]]:
    """The first of each game and kind in the engine's bench; quick: of the first game only."""
    first: dict[tuple[str, str], str] = {}
    for line in BENCH_POSITIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            game, kind, moves = line.split()
            first.setdefault((game, kind), moves)
    return [(game, moves) for (game, _), moves in first.items() if not quick or game == "gomoku"]


def settings(names: Sequence[str]) -> tuple[str, ...]:
    """Every setting of these players."""
    return tuple(spec for name in names for spec in SETTINGS.get(name, (name,)))


def questions(names: Sequence[str], *, quick: bool = False) -> Iterator[Question]:
    """What players of these names, and the levels, are asked."""
    trees = [name for name in names if name in MONTE_CARLO]
    others = [name for name in names if name not in MONTE_CARLO]
    engines = [name for name in names if name == "engine"]
    games = set()
    for game, moves in positions(quick=quick):
        asked: list[tuple[tuple[str, ...], str]] = [
            ((*settings(names), *LEVELS), "--nodes 1500 --seed 1")
        ]
        if not quick:
            asked += [
                (settings(trees), "--sims 300 --seed 2"),
                (settings(others), "--nodes 8000 --seed 3"),
                (settings(others), "--depth 3 --nodes 20000 --seed 4"),
                (settings(engines), "--lines 3 --nodes 1000 --seed 5"),
            ]
            if game not in games:  # a tree of 1 MB is full soon, and nodes are used again
                asked.append((tuple(f"{name}:mb=1" for name in trees), "--sims 4000 --seed 6"))
        games.add(game)
        for players, limits in asked:
            if players:
                yield Question(game, moves, players, limits)


def matches(*, quick: bool = False) -> Iterator[Match]:
    """Matches of both kinds."""
    yield from MATCHES[:2] if quick else MATCHES
    yield from FAST_MATCHES[:2] if quick else FAST_MATCHES
