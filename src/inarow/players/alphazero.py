"""AlphaZero: a tree search with the policy and value of a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inarow import _core
from inarow.errors import BadFile, BadSpec
from inarow.games import Game
from inarow.models import linenet
from inarow.models.network_kind import NetworkKind, network_kind
from inarow.models.onnx import NetworkModel
from inarow.models.policy_value import find_network, nearest_network
from inarow.models.weights import find_weights, weights_fit
from inarow.player import Player
from inarow.players.monte_carlo import MEGABYTES, REUSE, TEMPERATURE, exploration, first_play, sims
from inarow.players.native import NativePlayer
from inarow.players.player_type import PlayerType
from inarow.spec import Parameter, Value

LEARNER, OURS, LINE, NONE = "alphazero", "ours", "line", "none"
EXPLORATION, FIRST_PLAY, BATCH, FOLDED, VCF, CACHE = 1.5, 0.2, 32, 0, 100, 16
IMAGES = ("itself", "random", "all")
"""Which images of a position the network is asked about, in the order of the core."""
LINE_OPTIONS = ("c", "fpu", "temperature", "reuse", "fold", "mb", "vcf")
"""The options of a search with the line network, which needs no batches."""


def make_alphazero(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """A player with the network of a file, or with one that comes with inarow."""
    options: dict[str, Any] = dict(values)
    own_sims, name = options.pop("sims"), options.pop("network")
    if name == NONE:
        raise BadSpec(f"network={NONE} is for engine: alphazero needs a network.")
    if name != OURS:
        path = find_weights(linenet.OURS if name == LINE else name)
        kind = network_kind(path)
        if kind != NetworkKind.ONNX:
            return _with_line_network(game, seed, name, path, kind, own_sims, options)
        if options["file"]:
            raise BadSpec("file and network both name a network: give one of them.")
        options["file"] = str(path)
    found = find_network(options.pop("file"), game, options.pop("threads"))
    options["images"] = IMAGES.index(options.pop("symmetry"))
    options["considered"] = options.pop("gumbel")
    return NativePlayer(
        game, _search(game, found.model, seed, **options), sims=own_sims, note=found.note
    )


def _with_line_network(
    game: Game,
    seed: int,
    name: str,
    path: Path,
    kind: NetworkKind | None,
    own_sims: int,
    options: dict[str, Any],
) -> Player:
    """The same search with the engine's network, which needs no batches."""
    if kind == NetworkKind.ULTIMATE:
        raise BadFile(f"{path} is {kind.value}, with which only engine plays.")
    if kind is None:
        raise BadFile(f"{path} is damaged, or not a network of inarow.")
    if not weights_fit(linenet.OURS, game):
        raise BadSpec(f"network={name} is for five in a row from 8 x 8 up, not for {game.spec}.")
    for parameter in ALPHAZERO.parameters:
        given = options.get(parameter.name, parameter.default)
        if parameter.name not in LINE_OPTIONS and given != parameter.default:
            raise BadSpec(f"{parameter.name} is not for the line network of network={name}.")
    network = linenet.read_network(path)
    kept = {key: options[key] for key in LINE_OPTIONS}
    search = _core.line_mcts(game.new_initial_state(), seed, network=network, **kept)
    from inarow.players.line_player import LinePlayer  # noqa: PLC0415 (few need it)

    return LinePlayer(game, search, network, seed, options["temperature"], own_sims)


def alphazero_player(
    game: Game, network: NetworkModel, seed: int, own_sims: int, **options: Any
) -> Player:
    """A player with a network that is not in a file; ``options`` are those of the core."""
    usual = {
        "c": EXPLORATION,
        "fpu": FIRST_PLAY,
        "batch": BATCH,
        "fold": FOLDED,
        "vcf": VCF,
        "cache": CACHE,
    }
    return NativePlayer(game, _search(game, network, seed, **usual | options), sims=own_sims)


def _search(game: Game, network: NetworkModel, seed: int, **options: Any) -> _core.Search:
    start = game.new_initial_state()
    return _core.alphazero(start, seed, network=network.for_search(), **options)


ALPHAZERO = PlayerType(
    "alphazero",
    "tree search with the policy and value of a network that learned by self-play",
    (
        Parameter(
            "file",
            "",
            "a network, or the folder of a run that learned it; default: ours",
            is_file=True,
        ),
        Parameter(
            "network",
            OURS,
            "the network that evaluates: ours (that of this player for the game), line (the line "
            "network of five in a row), or a file of a line network or of this learner",
            choices=(OURS, LINE),
            is_file=True,
        ),
        sims(800),
        exploration(EXPLORATION),
        first_play(FIRST_PLAY),
        Parameter(
            "gumbel",
            0,
            "moves that a search with a number of simulations begins with, then halves; 0: all",
            0,
            400,
        ),
        Parameter(
            "symmetry",
            "itself",
            "images of a position that the network is asked about",
            choices=IMAGES,
        ),
        Parameter(
            "vcf",
            VCF,
            "nodes of a search for continuous fours (k - 1 in a row) at each new position, in "
            "m,n,k games",
            0,
            100_000,
            web_high=1000,
        ),
        Parameter(
            "batch",
            BATCH,
            "positions that the network evaluates at once; fewer while the tree is small",
            1,
            1024,
        ),
        Parameter(
            "cache",
            CACHE,
            "MB of evaluations that are kept, also from move to move; they change only the speed",
            0,
            65536,
            web_high=64,
        ),
        Parameter("threads", 1, "threads of the network", 1, 256, web=False),
        TEMPERATURE,
        REUSE,
        Parameter(
            "fold",
            FOLDED,
            "merge transpositions and images on boards of up to this many cells",
            0,
            400,
        ),
        MEGABYTES,
    ),
    make_alphazero,
    lambda game: nearest_network(game) is not None,
    learner=LEARNER,
)
