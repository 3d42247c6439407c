"""Fit the order in which the engine tries moves to the moves that it chose.

    python -m experiments.engine.policy GAMES.jsonl … --out cpp/search/five/policy_data.h

Every position of the games in which nobody can make a five is a sample: of all empty cells, one was
chosen. With the code of a cell for the player to move and for the other,

    P(cell) is proportional to exp(own[code] + other[code])
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import inarow
from inarow import _core
from inarow.protocols.formats import read_games

UNIT = 100.0  # weights are logits times this
FIVE = _core.Force.makes_five  # the force of a move that wins
PRIOR = 2.0  # standard deviation of a weight, in logits
FAR_SHAPE = 5  # of a line with nothing near


def main() -> None:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    table = _core.code_table()
    size = len(table)
    force = np.array([force for _, force in table] + [0])
    far = next(i for i, (shapes, _) in enumerate(table) if set(shapes) == {FAR_SHAPE})
    own, other, starts, chosen = [], [], [0], []
    for path in options.games:
        for record in read_games(path):
            start = inarow.load_game(record.game).new_initial_state()
            codes = _core.game_codes(start, list(record.moves))
            for ply in range(record.opening, len(record.moves)):
                mine, yours = codes[ply]
                if (force[mine] == FIVE).any() or (force[yours] == FIVE).any():
                    continue
                cells = np.flatnonzero((mine >= 0) & ((mine != far) | (yours != far)))
                place = np.flatnonzero(cells == record.moves[ply])
                if len(place) == 0:
                    continue
                chosen.append(starts[-1] + place[0])
                own.append(mine[cells])
                other.append(yours[cells])
                starts.append(starts[-1] + len(cells))
    mine, yours = np.concatenate(own).astype(np.intp), np.concatenate(other).astype(np.intp)
    begin, picked = np.array(starts[:-1]), np.array(chosen)
    lengths = np.diff(starts)
    print(f"{len(picked):,} moves out of {len(mine):,}")

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = weights[mine] + weights[size + yours]
        top = np.maximum.reduceat(logits, begin)
        odds = np.exp(logits - np.repeat(top, lengths))
        sums = np.add.reduceat(odds, begin)
        value = (np.log(sums) + top - logits[picked]).sum() + ((weights / PRIOR) ** 2).sum() / 2
        share = odds / np.repeat(sums, lengths)
        share[picked] -= 1
        gradient = np.concatenate([np.bincount(mine, share, size), np.bincount(yours, share, size)])
        return float(value), gradient + weights / PRIOR**2

    found = minimize(
        loss, np.zeros(2 * size), jac=True, method="L-BFGS-B", options={"maxiter": 80}
    ).x
    logits = found[mine] + found[size + yours]
    best = np.maximum.reduceat(logits, begin)
    print(f"first guess right: {(logits[picked] >= best).mean():.1%}")
    rows = np.clip(np.round(UNIT * np.stack([found[:size], found[size:]], 1)), -3000, 3000)
    lines = [f"    {{{int(a)}, {int(b)}}}," for a, b in rows]
    options.out.write_text(
        "// Written by experiments/engine/policy.py: by code, for the side to move and the other.\n"
        '#pragma once\n\n#include "search/five/five_board.h"\n\n'
        "namespace inarow::INAROW_ISA {\n\n"
        "inline constexpr std::array<FiveBoardWeights::Scores, code_count> fitted_scores = {{\n"
        + "\n".join(lines)
        + "\n}};\n\n}  // namespace inarow::INAROW_ISA\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
