"""Where the trained weights are that come with inarow."""

from __future__ import annotations

from pathlib import Path

from inarow.errors import BadFile

_PACKAGE = Path(__file__).parents[1]


def weights_file(name: str) -> Path:
    """A file of the weights: in the package when installed, else in the repository.

    >>> weights_file("gomoku.linenet").suffix
    '.linenet'
    """
    for folder in (_PACKAGE / "weights", _PACKAGE.parents[1] / "weights"):
        if (folder / name).is_file():
            return folder / name
    raise BadFile(f"The weights {name} are missing: install inarow again.")
