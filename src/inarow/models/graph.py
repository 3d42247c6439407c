"""Files of graphs, which shared MCTS grows in training and plays from.

A file is, little-endian: 8 bytes that name the format, its version (4 bytes), how many games of
self-play are in it (8), the lengths of the game's description (4) and of the graph (8); then both
(the graph as ``cpp/search/mcts/graph_bytes.h`` says); then the CRC-32 of everything before (4).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

from inarow.errors import BadFile
from inarow.games import Game
from inarow.models.weights import load_weights, with_checksum, without_checksum

MAGIC = b"INAROWGR"
VERSION = 1
HEADER = struct.Struct("<8sIQIQ")


class StoredGraph(NamedTuple):
    """The content of a file."""

    game: str
    games: int
    """Games of self-play that the graph was grown by."""
    graph: bytes


def graph_to_bytes(stored: StoredGraph) -> bytes:
    """The content of a file."""
    spec = stored.game.encode()
    header = HEADER.pack(MAGIC, VERSION, stored.games, len(spec), len(stored.graph))
    return with_checksum(header + spec + stored.graph)


def graph_from_bytes(path: Path, content: bytes) -> StoredGraph:
    """The graph, which the core checks when it takes it; BadFile if a bit has changed."""
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


def read_graph(path: Path) -> StoredGraph:
    """The graph of a file, which is read once."""
    return load_weights(path, graph_from_bytes)


def check_game(path: Path, stored: StoredGraph, game: Game) -> None:
    """Refuse a graph of another game."""
    if stored.game != game.spec:
        raise BadFile(f"{path} is a graph of {stored.game}, not of {game.spec}.")
