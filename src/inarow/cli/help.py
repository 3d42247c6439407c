"""How help is written: arguments by their names, without types, and ranges in words."""

from __future__ import annotations

import re
import shutil
from typing import Any

import typer
from typer.core import TyperCommand

NARROW = 52
"""Columns of a terminal below which typer's help would be too wide."""

ENDLESS = 10_000
"""Characters of a sentence that is not cut off."""

_NEGATIVE = re.compile(r"-\d+(\.\d+)?")
_TYPE = re.compile(r"\s<[^>]*>(?=\.*$)")
_DEFAULT = re.compile(r"\[default: \(([^()]*)\)")  # of an option whose default is text
_RANGE = re.compile(r"(?:(-?[\d.]+)<=)?\bx(>=|<=)(-?[\d.]+)(?=[;\]])")


class Command(TyperCommand):
    """A command whose help has no words of Python.

    >>> in_words("Games at once.  [default: 2; 1<=x<=1024]"), in_words("Seconds.  [x>=0.0]")
    ('Games at once.  [default: 2; 1 to 1024]', 'Seconds.  [at least 0]')
    >>> in_words("Games of each pairing.  [default: (10)]")
    'Games of each pairing.  [default: 10]'
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a negative number as an argument: its range is wrong, and not a missing option."""
        given = args.copy()
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            option = getattr(error, "option_name", None) or " "
            numbers = [word for word in given if _NEGATIVE.fullmatch(word)]
            taken = next((word for word in numbers if word.startswith(option)), None)
            if taken is None or "--" in given:
                raise
        given.remove(taken)
        return super().parse_args(ctx, [*given, "--", taken])

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line: ``SPEC``, or ``[GAME]`` if it may be left out."""
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first sentence, for the list of commands: whole, over several lines if need be."""
        return super().get_short_help_str(ENDLESS)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options."""
        for heading, kind in (("Arguments", "argument"), ("Options", "option")):
            records = [
                (_TYPE.sub("", record[0]), in_words(record[1]))
                for parameter in self.get_params(ctx)
                if parameter.param_type_name == kind
                and (record := parameter.get_help_record(ctx)) is not None
            ]
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def help_settings() -> dict[str, Any]:
    """The settings of a command line that shows its help by -h, too, and on narrow terminals."""
    columns = shutil.get_terminal_size().columns
    width = max(columns - 2, 1) if columns < NARROW else None
    return {"help_option_names": ["-h", "--help"], "terminal_width": width}


def in_words(text: str) -> str:
    """The help of an option with its range in words, and its default as it is."""
    return _DEFAULT.sub(r"[default: \1", _RANGE.sub(_range_text, text))


def _range_text(match: re.Match[str]) -> str:
    low, sign, high = match.groups()
    if low is not None:
        return f"{float(low):g} to {float(high):g}"
    return f"{'at least' if sign == '>=' else 'at most'} {float(high):g}"
