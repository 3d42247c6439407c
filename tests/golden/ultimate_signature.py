"""Print the signature of the ultimate engine: ``python -m tests.golden.ultimate_signature NODES``.

The network has random weights, so that the signature changes with the search and not with each new
network.
"""

from __future__ import annotations

import sys

import numpy as np

from inarow import _core
from inarow.analysis.engine_bench import MEGABYTES, SEED, bench_positions, search_with, signature
from inarow.player import Limits
from inarow.players.native import NativePlayer

SCALES = {"projection": 0.15, "head.2.weight": 1.0}
"""How large the random numbers of an array are; the others: 0.3."""


def random_network(seed: int = 1) -> _core.UltimateNetwork:
    """A network of random numbers, all of which matter."""
    rng = np.random.default_rng(seed)
    shapes = _core.UltimateNetwork.shapes()
    return _core.UltimateNetwork(
        {
            name: rng.uniform(-1, 1, shape).astype(np.float32) * np.float32(SCALES.get(name, 0.3))
            for name, shape in sorted(shapes.items())
        }
    )


def main() -> None:
    """Search all positions."""
    network = random_network()
    done = []
    for position in bench_positions("ultimate"):
        start = position.game.new_initial_state()
        engine = _core.engine(start, SEED, mb=MEGABYTES, ultimate_network=network)
        player = NativePlayer(position.game, engine)
        done.append(search_with(player, position, Limits(nodes=int(sys.argv[1]))))
    sys.stdout.write(f"{signature(done)}\n")


if __name__ == "__main__":
    main()
