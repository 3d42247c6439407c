"""Fit the weights of the engine's evaluation to the results of games.

    python -m experiments.engine.tune GAMES.jsonl … --out cpp/search/five/weights_data.h

Every quiet position of the games (nobody can make a five or an open four) is a sample. With n the
number of empty cells that have a code, for the player to move and for the other,

    logit P(win) = sum over codes of moving[code] * n_moving[code] - waiting[code] * n_waiting[code]

and a weight is the sum over the code's four shapes plus a part of its own, both held small by
Gaussian priors: common codes find their own weight, rare ones keep to their shapes'.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack

import inarow
from inarow import _core
from inarow.protocols.formats import read_games

UNIT = 200.0  # weights are logits times this
FAR_SHAPE = 5  # of a line with nothing near
OPEN_FOUR = _core.Force.makes_open_four  # from which on a position is not quiet
SHAPE_PRIOR = 2.0  # standard deviation of a shape's weight, in logits
CODE_PRIOR = 0.05  # and of what a code adds to it
HELD_OUT = 10  # every so many games is not fitted to


def samples(path: Path) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Of each game: counts of codes for who moves, for who waits, and the results of who moves."""
    force = np.array([force for _, force in _core.code_table()] + [0])
    size = len(force) - 1
    for record in read_games(path):
        assert record.result is not None
        game = inarow.load_game(record.game)
        codes = _core.game_codes(game.new_initial_state(), list(record.moves))
        quiet = (force[codes] < OPEN_FOUR).all(axis=(1, 2))
        quiet[: record.opening] = False
        chosen = np.flatnonzero(quiet)
        counts = (
            np.stack(
                [
                    [np.bincount(side[side >= 0], minlength=size) for side in codes[i]]
                    for i in chosen
                ]
            )
            if len(chosen)
            else np.zeros((0, 2, size), int)
        )
        results = np.array([record.result[ply % 2] for ply in chosen]) / 2 + 0.5
        yield counts[:, 0], counts[:, 1], results


def main() -> None:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    parts: dict[bool, list[tuple[np.ndarray, ...]]] = {False: [], True: []}
    for path in options.games:
        for number, sample in enumerate(samples(path)):
            parts[number % HELD_OUT == 0].append(sample)
    shapes = np.array([np.bincount(shapes, minlength=13) for shapes, _ in _core.code_table()])
    # A cell far from everything is worth nothing, so that the size of the board does not matter.
    shapes[:, FAR_SHAPE] -= 4
    far = next(i for i, (four, _) in enumerate(_core.code_table()) if set(four) == {FAR_SHAPE})

    def matrix(part: list[tuple[np.ndarray, ...]]) -> tuple[csr_matrix, np.ndarray]:
        both = [np.concatenate([sample[i] for sample in part]).astype(float) for i in (0, 1)]
        for side in both:
            side[:, far] = 0
        moving, waiting = (csr_matrix(side) for side in both)
        tempo = np.ones((moving.shape[0], 1))
        features = hstack([moving @ shapes, -(waiting @ shapes), moving, -waiting, tempo]).tocsr()
        return features, np.concatenate([sample[2] for sample in part])

    fitted, results = matrix(parts[False])
    tested, test_results = matrix(parts[True])
    print(f"{fitted.shape[0]:,} positions to fit, {tested.shape[0]:,} to test")
    count = len(shapes)
    prior = np.concatenate(
        [np.full(2 * shapes.shape[1], SHAPE_PRIOR), np.full(2 * count, CODE_PRIOR), [SHAPE_PRIOR]]
    )

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = fitted @ weights
        value = np.logaddexp(0, logits).sum() - results @ logits
        value += ((weights / prior) ** 2).sum() / 2
        gradient = fitted.T @ (1 / (1 + np.exp(-logits)) - results) + weights / prior**2
        return float(value), gradient

    found = minimize(
        loss, np.zeros(len(prior)), jac=True, method="L-BFGS-B", options={"maxiter": 500}
    ).x
    for name, features, truth in (("fitted", fitted, results), ("tested", tested, test_results)):
        logits = features @ found
        cross = (np.logaddexp(0, logits) - truth * logits).mean()
        right = (np.sign(logits) == np.sign(truth - 0.5))[truth != 0.5].mean()
        print(f"{name}: cross entropy {cross:.4f}, right about the winner {right:.1%}")
    side = shapes.shape[1]
    moving = shapes @ found[:side] + found[2 * side : 2 * side + count]
    waiting = shapes @ found[side : 2 * side] + found[2 * side + count : -1]
    moving[far] = waiting[far] = 0
    print(f"to move: {UNIT * found[-1]:.0f}")
    print("by shape, moving: ", np.round(UNIT * found[:side], 1))
    print("by shape, waiting:", np.round(UNIT * found[side : 2 * side], 1))
    rows = np.clip(np.round(UNIT * np.stack([moving, waiting], 1)), -3000, 3000).astype(int)
    lines = [f"    {{{a}, {b}}}," for a, b in rows]
    options.out.write_text(
        "// Written by experiments/engine/tune.py: by code, of the side to move and of the other.\n"
        '#pragma once\n\n#include "search/five/five_board.h"\n\n'
        "namespace inarow::INAROW_ISA {\n\n"
        f"inline constexpr int fitted_tempo = {round(UNIT * found[-1])};\n"
        "inline constexpr std::array<FiveBoardWeights::Values, code_count> fitted_values = {{\n"
        + "\n".join(lines)
        + "\n}};\n\n}  // namespace inarow::INAROW_ISA\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
