"""The heuristic players: positions a second of negamax, and whole games of greedy."""

from __future__ import annotations

from collections.abc import Iterator

import inarow
from benchmarks.timing import Row, Work, compare
from inarow.player import Limits

# Middle games of 15x15 Gomoku, 24 plies each, in which neither side wins within a few moves.
MIDDLE_GAMES = (
    "j4 g6 j5 i9 e11 k7 j6 j7 j3 j2 e10 i7 h7 l6 j8 i6 i8 i5 e12 e9 e13 e14 k8 h8",
    "k6 k11 d7 i6 e7 l9 c7 f7 b7 a7 k8 i9 k7 k9 j9 j10 l12 f4 l7 i10 j7 m7 l8 k10",
    "f8 j12 h12 d4 l12 d9 e9 d8 d10 g7 d5 e7 c11 b12 e5 f7 h7 i9 c5 c7 d7 b5 g5 f5",
)
NODES = 200_000


def _searches(spec: str) -> Work:
    game = inarow.load_game("gomoku")
    player = inarow.load_player(spec, game, seed=0)
    states = []
    for moves in MIDDLE_GAMES:
        state = game.new_initial_state()
        for move in game.parse_moves(moves):
            state.apply_action(move)
        states.append(state)

    def search(times: int) -> None:
        for number in range(times):
            found = player.act(states[number % len(states)], Limits(nodes=NODES))
            if found.stats["nodes"] != NODES:
                raise RuntimeError(f"{spec} was done after {found.stats['nodes']} positions")

    return search


def _games(spec: str) -> Work:
    game = inarow.load_game("gomoku")
    players = [inarow.load_player(spec, game, seed=seed) for seed in (1, 2)]

    def play(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(players[state.current_player()].act(state).action)

    return play


def heuristic() -> Iterator[Row]:
    """Against the generic alpha-beta, and against the random player in the same Python loop."""
    yield compare(
        "negamax:depth=6, 15x15 middle games",
        "nodes/s",
        3,
        _searches("negamax:depth=6"),
        "alphabeta:depth=6",
        _searches("alphabeta:depth=6"),
        our_units=NODES,
        peer_units=NODES,
    )
    yield compare(
        "greedy v greedy, 15x15",
        "games/s",
        0.5,
        _games("greedy"),
        "random v random",
        _games("random"),
    )
