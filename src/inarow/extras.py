"""What a plain installation leaves out: packages that only some parts of inarow need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from inarow.errors import InarowError


class MissingExtra(InarowError):
    """Something needs packages that are not installed."""


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Import inside this: if a package is missing, the error says which extra brings it.

    >>> with needs("Time travel", "flux"):
    ...     import flux_capacitor
    Traceback (most recent call last):
    inarow.extras.MissingExtra: Time travel needs flux_capacitor: pip install 'inarow[flux]'.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in {"", "inarow"}:
            raise
        raise MissingExtra(f"{what} needs {package}: pip install 'inarow[{extra}]'.") from None
    except ImportError as error:  # a library that does not fit this system, or has no memory
        package = (error.name or "").partition(".")[0]
        if package == "inarow":
            raise
        raise MissingExtra(f"{what} needs a package that cannot be loaded: {error}.") from None


def can_draw() -> bool:
    """Whether pictures can be drawn: they need the extra ``plots``."""
    return find_spec("matplotlib") is not None
