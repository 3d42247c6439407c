"""``inarow convert``: games from one format to another."""

from __future__ import annotations

import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import typer

from inarow.cli.output import JsonOption, print_json
from inarow.errors import BadFile, BadSpec
from inarow.files import replacing
from inarow.games import Game, load_game
from inarow.learning.replay import SUFFIX as SHARDS
from inarow.learning.replay import records_of
from inarow.protocols.formats import (
    FORMATS,
    ONE_GAME,
    Format,
    find_format,
    format_of_path,
    read_games,
    read_stream,
)
from inarow.protocols.record import GameRecord

STANDARD = "-"
NAMES = ", ".join(entry.name for entry in FORMATS)
SHOWN = 5  # bad games that are reported one by one
ALL_BAD = 1


@dataclass
class Conversion:
    """The conversion of games, with counts of what was written and lost."""

    sources: list[str]
    read_as: Format | None
    target: Format
    game: Game | None
    skip_bad: bool
    games: int = 0
    bad: list[str] = field(default_factory=list)
    skipped: int = 0
    lost: dict[str, None] = field(default_factory=dict)  # kept in order

    def encoded(self) -> Iterator[bytes]:
        """Every game that can be read and written, as bytes of the target format."""
        records = itertools.chain.from_iterable(map(self._read, self.sources))
        for number, record in enumerate(records, start=1):
            try:
                data = self.target.encode(record)
            except BadFile as error:
                self._bad(BadFile(f"game {number}: {error}"))
                continue
            self.lost |= dict.fromkeys(self.target.losses(record))
            self.games += 1
            yield data

    def _read(self, source: str) -> Iterator[GameRecord]:
        if source == STANDARD:
            stream = cast(BinaryIO, sys.stdin.buffer)
            yield from read_stream(stream, "standard input", self.read_as, self.game, self._bad)
        elif Path(source).suffix == SHARDS:
            yield from records_of(Path(source))
        else:
            yield from read_games(Path(source), self.read_as, self.game, self._bad)

    def _bad(self, error: BadFile) -> None:
        if not self.skip_bad:
            raise error
        self.skipped += 1
        if len(self.bad) < SHOWN:
            self.bad.append(str(error))


def convert(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help="Files or directories of games; - is input."),
    ],
    target: Annotated[
        str,
        typer.Argument(metavar="TARGET", help="A file, or a directory for a file per game, or -."),
    ],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help=f"One of {NAMES}.")
    ] = None,
    to: Annotated[str | None, typer.Option(metavar="FORMAT", help=f"One of {NAMES}.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game, if the file does not contain it: gomoku …"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace TARGET if it exists.")] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Skip games that cannot be read.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Convert games between JSON lines, PSQ, SGF and coordinates.

    Formats are detected by the names of the files, or else by their contents.

    \b
    inarow convert match.jsonl match.sgf           for a viewer
    inarow convert match.jsonl games/ --to psq     a file for each game
    inarow convert results/ gomocup.jsonl          all files in a directory
    inarow convert openings.txt - --game gomoku    h8i9… to JSON lines
    inarow convert runs/six/data games.sgf         what alphazero learned from
    """
    into_directory = _is_directory(target, to)
    if json and target == STANDARD:
        raise BadSpec("--json and the games would both go to standard output: give a TARGET file.")
    conversion = Conversion(
        sources=list(_files(sources, find_format(from_) if from_ else None)),
        read_as=find_format(from_) if from_ else None,
        target=_target_format(target, to, into_directory),
        game=load_game(game) if game else None,
        skip_bad=skip_bad,
    )
    if target == STANDARD:
        _write_stream(conversion, cast(BinaryIO, sys.stdout.buffer))
    elif into_directory:
        _write_directory(conversion, Path(target), force)
    else:
        _write_file(conversion, Path(target), force)
    _report(conversion, target, json)
    if conversion.skipped and not conversion.games:
        raise typer.Exit(ALL_BAD)


def _is_directory(target: str, to: str | None) -> bool:
    """Whether to write a file per game: the target is a directory, or the format demands it."""
    if target == STANDARD:
        return False
    one_game = to is not None and find_format(to).one_game
    return target.endswith("/") or Path(target).is_dir() or (one_game and not Path(target).suffix)


def _files(sources: list[str], read_as: Format | None) -> Iterator[str]:
    """The sources, with directories replaced by the files of games in them."""
    formats = [read_as] if read_as else FORMATS
    suffixes = {suffix for entry in formats for suffix in entry.suffixes} | {SHARDS}
    for source in sources:
        path = Path(source)
        if source == STANDARD or not path.is_dir():
            yield source
            continue
        files = sorted(f for f in path.rglob("*") if f.suffix.lower() in suffixes and f.is_file())
        if not files:
            raise BadFile(f"There are no files of games in {path}: {', '.join(sorted(suffixes))}.")
        yield from map(str, files)


def _target_format(target: str, to: str | None, into_directory: bool) -> Format:
    if to:
        return find_format(to)
    if target == STANDARD:
        return FORMATS[0]
    found = None if into_directory else format_of_path(Path(target))
    if found is None:
        raise BadSpec(f"{target} has no known suffix: give --to with one of {NAMES}.")
    return found


def _write_stream(conversion: Conversion, stream: BinaryIO) -> None:
    for number, data in enumerate(conversion.encoded()):
        if number and conversion.target.one_game:
            raise BadFile(ONE_GAME.format(conversion.target.name))
        stream.write(data)
    stream.flush()


def _write_file(conversion: Conversion, target: Path, force: bool) -> None:
    """Write to a temporary file, and rename it when it is complete."""
    if target.exists() and not force:
        raise BadFile(f"{target} exists: give another name, or --force to replace it.")
    with replacing(target) as aside, aside.open("wb") as stream:
        _write_stream(conversion, stream)


def _write_directory(conversion: Conversion, target: Path, force: bool) -> None:
    """Write a file per game, 00001 and so on, to a temporary directory; then move them."""
    if target.exists() and any(target.iterdir()) and not force:
        raise BadFile(f"{target} is not empty: give another name, or --force to write into it.")
    suffix = conversion.target.suffixes[0]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            for number, data in enumerate(conversion.encoded(), start=1):
                (aside / f"{number:05}{suffix}").write_bytes(data)
            target.mkdir(exist_ok=True)
            for file in sorted(aside.iterdir()):
                file.replace(target / file.name)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise BadFile(f"{target} cannot be written: {error.strerror or error}.") from None


def _report(conversion: Conversion, target: str, json: bool) -> None:
    lost = list(conversion.lost)
    if json:
        print_json(
            {
                "games": conversion.games,
                "bad": conversion.skipped,
                "to": conversion.target.name,
                "lost": lost,
                "errors": conversion.bad,
            }
        )
        return
    games = "1 game" if conversion.games == 1 else f"{conversion.games} games"
    where = "standard output" if target == STANDARD else target
    lines = [f"{games} written to {where} as {conversion.target.name}."]
    if lost:
        lines.append(f"Not kept by {conversion.target.name}: {', '.join(lost)}.")
    if conversion.skipped:
        lines.append(f"Skipped, since they cannot be converted: {conversion.skipped}.")
        lines += [f"  {message}" for message in conversion.bad]
    typer.echo("\n".join(lines), err=target == STANDARD)
