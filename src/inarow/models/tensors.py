"""Arrays in a safetensors file, with a description and a checksum over both."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load, save

from inarow.errors import BadFile

Arrays = Mapping[str, npt.NDArray[Any]]

CHECKSUM = "crc32"
METADATA = "__metadata__"
ABOUT = "inarow"
"""The one key of the file's metadata: several would be written in any order."""


def tensors_to_bytes(arrays: Arrays, about: Mapping[str, str]) -> bytes:
    """The content of a file.

    >>> content = tensors_to_bytes({"x": np.zeros(2)}, {"game": "tictactoe"})
    >>> arrays, about = tensors_from_bytes(Path("some.file"), content)
    >>> arrays["x"].tolist(), about
    ([0.0, 0.0], {'game': 'tictactoe'})
    """
    whole = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    checked = {**about, CHECKSUM: _checksum(whole, about)}
    return bytes(save(whole, {ABOUT: json.dumps(checked, sort_keys=True)}))


def tensors_from_bytes(
    path: Path, content: bytes
) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """The arrays and the description; BadFile if a bit has changed."""
    try:
        arrays = load(content)
        header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
        found = json.loads(header[METADATA][ABOUT])
        about = {str(key): str(value) for key, value in found.items()}
    except (SafetensorError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        raise BadFile(f"{path} is damaged, or not a file of tensors.") from None
    if about.pop(CHECKSUM, "") != _checksum(arrays, about):
        raise BadFile(f"{path} is damaged: its checksum is wrong.")
    return arrays, about


def _checksum(arrays: Arrays, about: Mapping[str, str]) -> str:
    checksum = zlib.crc32(json.dumps(sorted(about.items())).encode())
    for name, array in sorted(arrays.items()):
        shape = f"{name} {array.dtype.str} {array.shape}"
        checksum = zlib.crc32(array.tobytes(), zlib.crc32(shape.encode(), checksum))
    return f"{checksum:08x}"
