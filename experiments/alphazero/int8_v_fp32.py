"""Whether 8-bit integers cost strength: the network of a run against itself in floating point.

    python -m experiments.alphazero.int8_v_fp32 RUN [--games 200] [--sims 400]

Both have the same simulations a move, so that speed does not count; games go in pairs over random
openings of two moves. Results: README.md beside this file.
"""

from __future__ import annotations

import argparse
import copy
import sys
import tempfile
from pathlib import Path

from torch import nn

from inarow.arena import play_match
from inarow.arena.statistics.elo import score_interval
from inarow.errors import InarowError
from inarow.games import load_game
from inarow.learning.alphazero.training import STATE_FILE
from inarow.learning.network_state import take_weights
from inarow.learning.networks import make_network
from inarow.learning.networks.export import to_onnx
from inarow.models.onnx import network_from_bytes
from inarow.runlog import RunFolder


def in_floating_point(run: RunFolder) -> bytes:
    """The averaged network of the last checkpoint, not quantised."""
    settings, last = run.settings(), run.checkpoints()[-1]
    game = load_game(str(settings["game"]))
    files = last.files()
    about = network_from_bytes(last.model, last.model.read_bytes()).about
    planes, rows, columns = game.observation_tensor_shape(about["encoding"])
    net = make_network(
        about["network"],
        planes=planes,
        rows=rows,
        columns=columns,
        blocks=int(settings["blocks"]),
        channels=int(settings["channels"]),
    )
    nets = nn.ModuleDict({"net": net, "average": copy.deepcopy(net)})
    take_weights(last.path / STATE_FILE, files[STATE_FILE], nets)
    about = {key: about[key] for key in ("game", "encoding", "network")}
    return to_onnx(nets["average"], planes=planes, rows=rows, columns=columns, about=about)


def main() -> None:
    """Play the match, and print its result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("run", type=Path, help="the folder of a training run")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--sims", type=int, default=400, help="simulations of each move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        run = RunFolder(options.run)
        with tempfile.TemporaryDirectory(prefix="inarow-") as folder:
            exact = Path(folder) / "fp32.onnx"
            exact.write_bytes(in_floating_point(run))
            result = play_match(
                *(f"alphazero:sims={options.sims},file={each}" for each in (options.run, exact)),
                game=str(run.settings()["game"]),
                games=options.games,
                openings="random:plies=2",
                seed=options.seed,
                concurrency=1,
            )
    except InarowError as error:
        sys.exit(str(error))
    low, high = score_interval(result.counts, result.pairs)
    counts = result.counts
    print(
        f"int8 v fp32, {options.sims} simulations, {result.games} games ({result.distinct} "
        f"different): {counts.wins} wins, {counts.draws} draws, {counts.losses} losses, "
        f"{counts.points / result.games:.1%} [{low:.1%}, {high:.1%}]"
    )


if __name__ == "__main__":
    main()
