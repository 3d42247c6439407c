"""Quantise a network of DQN that was trained already, as a training does with what players load.

    python -m experiments.dqn.quantise NETWORK OUT [--games 256] [--seed 1]

The positions that show which numbers occur are those of games of the network against itself. It
refuses a network that 8-bit integers change too much.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from inarow.errors import BadFile, InarowError
from inarow.games import load_game
from inarow.learning.dqn.acting import Actors, Roles, play_games
from inarow.learning.dqn.export import check_q_network, quantised
from inarow.learning.dqn.learner import DqnSettings
from inarow.learning.dqn.memory import positions_of
from inarow.models.weights import find_weights

QUANTISED = b"QuantizeLinear"
"""What only the file of a quantised network has in it."""


def quantise(path: Path, games: int, seed: int) -> bytes:
    """The network with 8-bit integers, or as it is if they change too much."""
    content = path.read_bytes()
    if QUANTISED in content:
        raise BadFile(f"{path} has 8-bit integers already.")
    model = check_q_network(path, content)
    game, encoding = load_game(model.about["game"]), model.about["encoding"]
    settings = DqnSettings.read("dqn", {})
    rng = np.random.default_rng(seed)
    nobody = np.zeros(games, np.int8)
    openings = rng.integers(settings.random_plies + 1, size=games).astype(np.int32)
    played = play_games(
        game,
        encoding,
        Actors(lambda planes: model.evaluate(planes)[0], None, None),
        Roles(nobody, nobody, openings),
        at_once=games,
        epsilon=settings.least_epsilon,
        rng=rng,
    )
    planes = positions_of(game, encoding, played, n_step=1, turn=-1.0, shaping=0.0).planes
    names = game.encodings()[encoding]
    return quantised(content, planes, names.index("legal" if "legal" in names else "empty"), rng)


def main() -> None:
    """Quantise the network that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", help="a file, or the name of shipped weights")
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=256, help="whose positions are shown to it")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    options = parser.parse_args()
    try:
        path = find_weights(options.network)
        content = quantise(path, options.games, options.seed)
    except InarowError as error:
        sys.exit(str(error))
    if content == path.read_bytes():
        sys.exit(f"8-bit integers change too much in {path}.")
    options.out.write_bytes(content)


if __name__ == "__main__":
    main()
