"""Shared MCTS: a player whose graph grows from game to game, and the file it is kept in.

A file is, little-endian: 8 bytes that name the format, its version (4 bytes), how many games of
self-play are in it (8), the lengths of the game's description (4) and of the graph (8); then both
(the graph as ``cpp/search/mcts/graph_bytes.h`` says); then the CRC-32 of everything before (4).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, NamedTuple

from inarow import _core
from inarow.errors import BadFile
from inarow.files import replacing
from inarow.games import Game
from inarow.models.weights import find_weights, load_weights, with_checksum, without_checksum
from inarow.player import Player
from inarow.players.native import NativePlayer
from inarow.spec import Value

MAGIC = b"INAROWGR"
VERSION = 1
HEADER = struct.Struct("<8sIQIQ")


class StoredGraph(NamedTuple):
    """The content of a file."""

    game: str
    games: int
    graph: bytes


class SharedPlayer(NativePlayer):
    """Plays from a graph, and goes on growing it while it plays."""

    def __init__(self, search: _core.SharedSearch, game: Game, sims: int) -> None:
        super().__init__(game, search, sims=sims)
        self._shared = search
        self.games = 0
        """Games of self-play that the graph was grown by."""

    def positions(self) -> int:
        """How many positions the graph holds."""
        return self._shared.positions()

    def set_temperature(self, temperature: float) -> None:
        """Play moves with a probability proportional to visits ** (1 / temperature)."""
        self._shared.set_temperature(temperature)

    def save(self, path: Path) -> None:
        """Write the graph beside the file and then put it in its place."""
        spec, graph = self._game.spec.encode(), self._shared.graph()
        header = HEADER.pack(MAGIC, VERSION, self.games, len(spec), len(graph))
        with replacing(path) as aside:
            aside.write_bytes(with_checksum(header + spec + graph))

    def load(self, path: Path) -> None:
        """Replace the graph by a copy of the one in a file, which may then grow."""
        stored = load_weights(path, _parse)
        if stored.game != self._game.spec:
            raise BadFile(f"{path} is a graph of {stored.game}, not of {self._game.spec}.")
        try:
            self._shared.set_graph(stored.graph)
        except ValueError as error:
            raise BadFile(f"{path} cannot be used: {error}.") from None
        self.games = stored.games


def _parse(path: Path, content: bytes) -> StoredGraph:
    if not content.startswith(MAGIC) or len(content) < HEADER.size:
        raise BadFile(f"{path} is not a graph that inarow has written.")
    _, version, games, spec_length, graph_length = HEADER.unpack_from(content)
    if version != VERSION:
        raise BadFile(f"{path} has version {version}; this inarow reads version {VERSION}.")
    content = without_checksum(path, content)
    start = HEADER.size + spec_length
    if start + graph_length != len(content):
        raise BadFile(f"{path} is damaged: its length or checksum is wrong.")
    spec = content[HEADER.size : start].decode(errors="replace")
    return StoredGraph(spec, games, content[start:])


def make_shared(game: Game, seed: int, values: dict[str, Value]) -> Player:
    """A player with the graph of a file, or an empty one."""
    options: dict[str, Any] = dict(values)
    sims, file = options.pop("sims"), options.pop("file")
    search = _core.shared_mcts(game.new_initial_state(), seed, **options)
    player = SharedPlayer(search, game, sims)
    if file:
        player.load(find_weights(file))
    return player
