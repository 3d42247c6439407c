"""The file of a balanced set: how it was made, and how each opening was judged.

The header gives the command, the version and the date. A comment after each opening gives its value
and score for the first player and the number of its candidate. That is enough to resume a set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inarow.arena.openings.balance import GAMES, BalancedOpening, BalanceSettings
from inarow.arena.openings.opening_file import format_opening, parse_openings, read_text
from inarow.errors import BadFile
from inarow.files import replacing

_COMMAND = "# inarow openings "
_COUNT = re.compile(r" --count \d+")
_LINE = re.compile(r"(\S+) +# value ([+-][\d.]+), score ([\d.]+), candidate (\d+)", re.ASCII)


@dataclass(frozen=True)
class Origin:
    """The version of inarow that made a set, and the date (ISO 8601)."""

    version: str
    date: str


def command(settings: BalanceSettings, count: int) -> str:
    """The command that makes a set, without its output file.

    >>> import inarow
    >>> game, limits = inarow.load_game("gomoku"), inarow.Limits(nodes=20000)
    >>> command(BalanceSettings(game, (3, 8), "engine", limits, seed=1), 200)
    'inarow openings gomoku --count 200 --plies 3-8 --player engine --nodes 20000 --seed 1'
    """
    low, high = settings.plies
    parts = [
        f"inarow openings {settings.game} --count {count} --plies {low}-{high}",
        f"--player {settings.player}",
    ]
    if settings.limits.nodes is not None:
        parts.append(f"--nodes {settings.limits.nodes}")
    if settings.limits.time is not None:
        parts.append(f"--time {settings.limits.time:g}")
    if settings.even:
        parts.append(f"--even {settings.even:g}")
    return " ".join([*parts, f"--seed {settings.seed}"])


def format_set(
    settings: BalanceSettings, count: int, found: Sequence[BalancedOpening], origin: Origin
) -> str:
    """The text of a set."""
    game = settings.game
    head = [
        f"# Balanced openings for {game}, made by inarow {origin.version} on {origin.date} with",
        f"# {command(settings, count)}",
        f"# Value and score are the first player's; the score is of {GAMES} quick games.",
    ]
    openings = [
        f"{format_opening(game, opening.moves)}  # value {opening.value:+.3f}, "
        f"score {opening.score:.3f}, candidate {opening.candidate}"
        for opening in found
    ]
    return "\n".join([*head, *openings, ""])


def save_set(
    path: Path,
    settings: BalanceSettings,
    count: int,
    found: Sequence[BalancedOpening],
    origin: Origin,
) -> None:
    """Write a set to its file."""
    with replacing(path) as aside:
        aside.write_text(format_set(settings, count, found, origin), encoding="utf-8")


def load_set(path: Path, settings: BalanceSettings) -> list[BalancedOpening]:
    """Read an incomplete set; it must have been made with the same settings."""
    text = read_text(path)
    made_with = next((line for line in text.split("\n") if line.startswith(_COMMAND)), None)
    wanted = f"# {command(settings, 0)}"
    if made_with is None:
        raise BadFile(f"{path} is not a set that inarow openings has begun: give another name.")
    if _COUNT.sub("", made_with) != _COUNT.sub("", wanted):
        raise BadFile(f"{path} was made with other settings: {made_with.removeprefix('# ')}.")
    found: list[BalancedOpening] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None or (found and int(match[4]) <= found[-1].candidate):
            raise BadFile(f"{path}, line {number}: this is not how inarow openings writes them.")
        (moves,) = parse_openings(match[1], f"{path}, line {number}", settings.game)
        found.append(BalancedOpening(int(match[4]), moves, float(match[2]), float(match[3])))
    return found
