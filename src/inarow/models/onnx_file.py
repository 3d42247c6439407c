"""Files of networks: ONNX, with a checksum, and checked before ONNX Runtime sees them.

A file is a usual ONNX model whose last 64 bytes are, in hexadecimal, the SHA-256 of all bytes
before them. They are the value of the last entry of the model's metadata, so that any program for
ONNX can read the file.

Files of others may contain anything. ONNX can name other files to read weights from, loop for ever
and call any operator; a file with more than the layers of our networks is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from inarow.errors import BadFile

FORMAT = "inarow network 1"
"""The value of the key ``format`` in the metadata."""
CHECKSUM = "sha256"
INPUT, POLICY, VALUE = "planes", "policy", "value"
"""The names of the tensors."""

LAYERS = {
    "Add",
    "Concat",
    "Conv",
    "ConvTranspose",
    "DequantizeLinear",
    "Gemm",
    "GlobalAveragePool",
    "GlobalMaxPool",
    "Pad",
    "QuantizeLinear",
    "Relu",
    "Reshape",
    "Sub",
    "Tanh",
    "Transpose",
}
"""The operators of our networks."""

_DIGITS = 64
# An entry of the metadata (field 14 of a model) in the encoding of Protocol Buffers: a tag and a
# length before the entry, its key and its value.
_KEY = bytes([0x0A, len(CHECKSUM)]) + CHECKSUM.encode() + bytes([0x12, _DIGITS])
_SEAL = bytes([0x72, len(_KEY) + _DIGITS]) + _KEY

# External data has the key "location" in the name of the file that it reads.
_EXTERNAL = b"location"

# Numbers of the fields of a model, its graph and its nodes in onnx.proto.
MODEL_GRAPH, _MODEL_TRAINING, _MODEL_FUNCTIONS = 7, 20, 25
_GRAPH_NODE = 1
_NODE_KIND, _NODE_DOMAIN = 4, 7

_TAGS = 1 << 32  # ONNX Runtime ignores higher bits, so they could hide a field


def seal(model: bytes) -> bytes:
    """The content of a file: the model and its checksum.

    >>> unseal(Path("some.onnx"), seal(b"")) == b""
    True
    """
    if _EXTERNAL in model:
        raise ValueError(
            f"A network must not contain {_EXTERNAL.decode()!r}, not even in its text."
        )
    return model + _SEAL + hashlib.sha256(model + _SEAL).hexdigest().encode()


def has_seal(content: bytes) -> bool:
    """Whether a file ends like one of ``seal``; its checksum may be wrong."""
    return content[:-_DIGITS].endswith(_SEAL)


def unseal(path: Path, content: bytes) -> bytes:
    """The model that ``seal`` got; BadFile if a bit has changed."""
    body, digest = content[:-_DIGITS], content[-_DIGITS:]
    if not body.endswith(_SEAL):
        raise BadFile(f"{path} is damaged, or not a network of inarow.")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise BadFile(f"{path} is damaged: its checksum is wrong.")
    return body[: -len(_SEAL)]


def check_model(path: Path, model: bytes) -> None:
    """Refuse a model that is more than layers and weights."""
    if _EXTERNAL in model:
        raise BadFile(f"{path} is refused: it may read other files, which our networks never do.")
    try:
        kinds = set(_kinds(model))
    except (IndexError, ValueError):
        raise BadFile(f"{path} is not a network of inarow: it is no ONNX model.") from None
    if not kinds <= LAYERS:
        other = min(kinds - LAYERS)
        raise BadFile(f"{path} is refused: our networks have no layer {other[:40]!r}.")


def _kinds(model: bytes) -> Iterator[str]:
    """The operators of a model; those that are not of ONNX itself with their domain."""
    for field, content in fields(model):
        if field in (_MODEL_TRAINING, _MODEL_FUNCTIONS):
            yield "function"
        if field == MODEL_GRAPH:
            for inner, node in fields(content):
                if inner == _GRAPH_NODE:
                    found = dict(fields(node))  # of repeated fields the last counts
                    domain = found.get(_NODE_DOMAIN, b"").decode("ascii", "replace")
                    kind = found.get(_NODE_KIND, b"").decode("ascii", "replace")
                    yield f"{domain}.{kind}" if domain else kind


def fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbers and contents of the fields of a message that have a length."""
    place = 0
    while place < len(message):
        tag, place = _number(message, place)
        if tag >= _TAGS:
            raise ValueError("There is no such field.")
        match tag & 7:
            case 0:
                _, place = _number(message, place)
            case 1:
                place += 8
            case 2:
                length, place = _number(message, place)
                yield tag >> 3, message[place : place + length]
                place += length
            case 5:
                place += 4
            case other:
                raise ValueError(f"There is no wire type {other}.")
    if place != len(message):
        raise ValueError("The message ends too early.")


def _number(message: bytes, place: int) -> tuple[int, int]:
    """The number at a place, 7 bits in each byte, and the place after it."""
    number = shift = 0
    while True:
        byte = message[place]
        number |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return number, place
