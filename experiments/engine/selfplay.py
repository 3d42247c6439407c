"""Games of the engine against itself, to learn from.

    python -m experiments.engine.selfplay GAMES.jsonl --games 10000 --nodes 2500 --seed 1

Every game starts from other random stones near each other, so that none is played twice. A file
that is there already is continued: game i is the same whether it is played now or after a stop.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import inarow
from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.records import GameLog
from inarow.player import Limits
from inarow.protocols.record import GameRecord

MOST_STONES = 8  # of an opening
DRAWN_AFTER = 120  # plies; what is undecided by then teaches little


def play(game: inarow.Game, engine: str, nodes: int, seed: int, number: int) -> GameRecord:
    """Game ``number`` of a run."""
    rng = random.Random(f"{seed} {number}")
    plies = rng.randint(2, MOST_STONES)
    opening = load_openings(f"random:plies={plies},near=2", game, seed).opening(number)
    state = game.new_initial_state()
    for move in opening:
        state.apply_action(move)
    player = inarow.load_player(engine, game, seed=1)
    values: list[float | None] = [None] * len(opening)
    while not state.is_terminal() and state.move_number() < DRAWN_AFTER:
        decision = player.act(state, Limits(nodes=nodes))
        values.append(decision.value)
        state.apply_action(decision.action)
    result = state.returns() if state.is_terminal() else (0.0, 0.0)
    return GameRecord(
        game=str(game),
        players=(engine, engine),
        moves=tuple(state.history()),
        opening=len(opening),
        result=(result[0], result[1]),
        values=tuple(values),
        limits={"nodes": nodes},
        event={"selfplay": seed, "number": number},
    )


def main() -> None:
    """Play until there are enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--engine", default="engine:threads=1,mb=16")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = inarow.load_game(options.game)
    with GameLog.resume(options.out) as log:
        for number in range(log.games, options.games):
            log.append(play(game, options.engine, options.nodes, options.seed, number))


if __name__ == "__main__":
    main()
