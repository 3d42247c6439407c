"""The syntax of SGF FF[4]: from a stream to the tree of nodes of each game.

A file is a collection of trees ``( ; node ; node ( variation ) ( variation ) )``. The main line
takes the first variation everywhere. There is no recursion, whatever the depth of a tree, and only
one game is in memory. Source: the FF[4] specification at red-bean.com.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from inarow.errors import BadFile
from inarow.protocols.line_reader import Complain, stop
from inarow.untrusted_text import one_line

MAX_GAME = 2**20  # bytes in a game with all its variations
CHUNK = 2**16  # bytes read at a time

Node = list[tuple[str, str]]
"""Properties in the order of the file; one with several values occurs several times."""

NOTHING = -1
"""What a root follows."""

_MARKS = re.compile(rb"[()\[\]\\\n]")
_TOKEN = re.compile(r"\s*(?:([;()])|([A-Za-z]+)|\[((?:[^\\\]]++|\\.)*+)\]|(\S))", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def split_games(stream: BinaryIO, complain: Complain = stop) -> Iterator[tuple[int, bytes]]:
    """The trees of a collection as bytes, each with the line where it begins.

    Text between the trees is skipped, as the specification demands.
    """
    scanner = _Scanner()
    game = bytearray()
    begun_at = 0
    found = too_long = False
    while chunk := stream.read(CHUNK):
        start = 0  # of the game in this chunk
        for place, line in scanner.edges(chunk):
            if not begun_at:
                begun_at, start, found = line, place, True
                continue
            game += chunk[start : place + 1]
            if not too_long:
                yield begun_at, bytes(game)
            game.clear()
            begun_at, too_long = 0, False
        if begun_at:
            game += chunk[start:]
        if len(game) > MAX_GAME:
            if not too_long:
                complain(f"line {begun_at}", f"The game is longer than {MAX_GAME} bytes.")
            too_long = True
            game.clear()
    if begun_at and not too_long:
        complain(f"line {begun_at}", "The game is cut off: a closing bracket is missing.")
    if not found:
        complain("line 1", "There is no SGF game: one looks like (;GM[4]SZ[15];B[hh];W[ii]).")


class _Scanner:
    """Finds the start and end of trees, in chunks of a file of any size."""

    def __init__(self) -> None:
        self.line = 1
        self.depth = 0
        self.in_value = False
        self.escaped = False  # the first byte of the next chunk is escaped

    def edges(self, chunk: bytes) -> Iterator[tuple[int, int]]:
        """The position and the line of each bracket that opens or closes a tree, alternating."""
        skip = 0 if self.escaped else -1  # the position of an escaped byte
        self.escaped = False
        for mark in _MARKS.finditer(chunk):
            place, byte = mark.start(), mark[0]
            if byte == b"\n":
                self.line += 1
            elif place == skip:
                continue
            elif self.in_value:
                if byte == b"\\":
                    skip = place + 1
                    self.escaped = skip == len(chunk)
                self.in_value = byte != b"]"
            elif byte == b"[":
                self.in_value = self.depth > 0
            elif byte == b"(":
                self.depth += 1
                if self.depth == 1:
                    yield place, self.line
            elif byte == b")" and self.depth:
                self.depth -= 1
                if self.depth == 0:
                    yield place, self.line


@dataclass
class Tree:
    """The nodes of a game in the order of the file, and which node each one follows.

    The root follows ``NOTHING``. The first that follows a node stands right behind it.
    """

    nodes: list[Node] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)

    @property
    def main_line(self) -> range:
        """The indexes of the nodes of the main line.

        >>> parse_tree("(;GM[4];B[gg](;W[ff])(;W[aa]))").main_line
        range(0, 3)
        """
        end = next(
            (at for at, parent in enumerate(self.parents) if parent != at - 1), len(self.nodes)
        )
        return range(end)


def parse_tree(text: str) -> Tree:
    """Read the nodes of a game.

    >>> tree = parse_tree("(;GM[4];B[gg](;W[ff];B[ee])(;W[aa]))")
    >>> tree.nodes[1:], tree.parents
    ([[('B', 'gg')], [('W', 'ff')], [('B', 'ee')], [('W', 'aa')]], [-1, 0, 1, 2, 1])
    """
    tree = Tree()
    last = NOTHING
    branches: list[int] = []  # the nodes that the open brackets follow
    name = ""
    for token in _TOKEN.finditer(text):
        mark, identifier, value, stray = token.groups()
        if mark == "(":
            branches.append(last)
        elif mark == ")":
            if len(branches) <= 1:
                break
            last = branches.pop()
        elif mark == ";":
            tree.parents.append(last)
            last = len(tree.nodes)
            tree.nodes.append([])
            name = ""
        elif identifier is not None:
            # FF[3] allowed lower-case letters in between, as in CoPyright[…].
            name = "".join(letter for letter in identifier if letter.isupper())
        elif value is not None:
            if not tree.nodes or not name:
                raise BadFile(f"A value has no property: [{one_line(value[:40])}].")
            tree.nodes[-1].append((name, _ESCAPE.sub(_unescape, value)))
        elif stray is not None:
            raise BadFile(f"{stray!r} is not valid here: properties look like B[hh].")
    if not tree.nodes:
        raise BadFile("The tree has no node: a game looks like (;GM[4]SZ[15];B[hh];W[ii]).")
    return tree


def _unescape(match: re.Match[str]) -> str:
    """A backslash escapes the next character, and removes a line end."""
    return "" if match[1] in ("\n", "\r", "\r\n", "\n\r") else match[1]


def escape_value(text: str) -> str:
    r"""The text as the value of a property: with backslashes before brackets.

    >>> escape_value("a[1] \\ b")
    'a[1\\] \\\\ b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")
