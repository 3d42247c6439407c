"""Networks that give policy and value, run by ONNX Runtime, or by the core where that is faster.

A file of them is made by ``inarow.learning.networks.export``; see ``onnx_file`` for its format.
Values are for the player to move. The result of a position does not depend on the others of its
batch. ONNX Runtime is imported when the first network is loaded; PyTorch is not needed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from inarow import _core
from inarow.errors import BadFile, BadSpec, InarowError
from inarow.extras import needs
from inarow.models.onnx_file import (
    CHECKSUM,
    FORMAT,
    INPUT,
    POLICY,
    VALUE,
    check_model,
    unseal,
)
from inarow.models.residual import residual_network
from inarow.models.weights import load_weights
from inarow.untrusted_text import one_line, shorten

if TYPE_CHECKING:
    import onnxruntime

RESIDUAL = "res"
"""Our residual network, as files name it."""

Floats = NDArray[np.float32]
Side = int | None
"""A length of the input; None: any."""


class NetworkModel:
    """A network; any number of threads may use it at once."""

    def __init__(
        self, path: Path, session: onnxruntime.InferenceSession, about: Mapping[str, str], sha: str
    ) -> None:
        self._path, self._session = path, session
        self._core: _core.ResidualNetwork | None = None
        self._planes, self._rows, self._columns = _input_shape(path, session)
        self.about = about
        """What the file says about the network."""
        self.checksum = sha
        """The SHA-256 of the file's content."""

    def use_core(self, content: bytes) -> None:
        """Let the core run the network, if it can; ``content`` is that of the file."""
        if self.about.get("network") == RESIDUAL:
            model = unseal(self._path, content)
            self._core = residual_network(model, self._planes, self.run_session)

    @property
    def runs_in_core(self) -> bool:
        """Whether it needs no ONNX Runtime to evaluate."""
        return self._core is not None

    def for_search(self) -> _core.Network:
        """The network as searches ask it."""
        encoding = self.about["encoding"]
        if self._core is not None:
            return _core.Network.residual(self._core, encoding)
        return _core.Network(self.evaluate, encoding)

    def can_play(self, *, planes: int, rows: int, columns: int) -> bool:
        """Whether the network takes positions of this shape."""
        sides = zip((self._planes, self._rows, self._columns), (planes, rows, columns), strict=True)
        return all(own in (None, given) for own, given in sides)

    def evaluate(self, planes: Floats) -> tuple[Floats, Floats]:
        """The logits of all cells (n x cells) and the values (n) of positions.

        ``planes`` has the shape n x planes x rows x columns.
        """
        count, depth, rows, columns = planes.shape
        if not self.can_play(planes=depth, rows=rows, columns=columns):
            raise BadSpec(
                f"{self._path} is for {self._shape()}, not for "
                f"{depth} planes of {rows} x {columns} cells."
            )
        if not count:
            return np.zeros((0, rows * columns), np.float32), np.zeros(0, np.float32)
        if self._core is not None:
            policy, value = self._core.evaluate(np.ascontiguousarray(planes, np.float32))
        else:
            policy, value = self.run_session(planes)
        if not np.isfinite(policy).all() or not np.isfinite(value).all():
            raise BadFile(f"{self._path} gives numbers that are no policy and no value.")
        return policy, value.clip(-1, 1)  # tanh may be a little above 1

    def run_session(self, planes: Floats) -> tuple[Floats, Floats]:
        """The same by ONNX Runtime, for positions of the network's shape."""
        count, _, rows, columns = planes.shape
        with _refusing(f"{self._path} cannot be evaluated"):
            policy, value = self._session.run([POLICY, VALUE], {INPUT: planes})
        if policy.shape != (count, rows * columns) or value.shape != (count,):
            raise BadFile(f"{self._path} gives no policy and value for each position.")
        return policy, value

    def _shape(self) -> str:
        sides = " x ".join("any" if side is None else str(side) for side in self._board())
        return f"{self._planes} planes of {sides} cells"

    def _board(self) -> tuple[Side, Side]:
        return self._rows, self._columns


def read_network(path: Path, threads: int = 1) -> NetworkModel:
    """A network from a file; all who use this number of threads share it."""
    return load_weights(path, network_parser(threads))


@lru_cache(maxsize=64)
def network_parser(threads: int) -> Callable[[Path, bytes], NetworkModel]:
    """``network_from_bytes`` for a number of threads: always the same function for the same."""
    return partial(network_from_bytes, threads=threads)


def network_from_bytes(path: Path, content: bytes, threads: int = 1) -> NetworkModel:
    """The network; BadFile if a bit has changed, or if it is not one of ours."""
    check_model(path, unseal(path, content))
    with _refusing(f"{path} is not a network of inarow"):
        session = _session(content, threads)
        about: dict[str, str] = session.get_modelmeta().custom_metadata_map
        if about.get("format") != FORMAT:
            raise BadFile(f"{path} is not a network of inarow: its format is not {FORMAT!r}.")
        about = {key: value for key, value in sorted(about.items()) if key != CHECKSUM}
        found = NetworkModel(path, session, about, hashlib.sha256(content).hexdigest())
    if threads == 1:
        found.use_core(content)
    return found


def _session(content: bytes, threads: int) -> onnxruntime.InferenceSession:
    with needs("Playing with a network", "networks"):
        import onnxruntime  # noqa: PLC0415
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 4  # prints nothing: what it prints of errors, it also raises
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.load_model_format", "ONNX")
    return onnxruntime.InferenceSession(
        content, options, ["CPUExecutionProvider"], enable_fallback=0
    )


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """Errors of ONNX Runtime as ours: it has many, which have no class in common."""
    try:
        yield
    except InarowError:
        raise
    except Exception as error:
        raise BadFile(f"{what}: {shorten(one_line(error), 200, cut='end')}") from None


def _input_shape(path: Path, session: onnxruntime.InferenceSession) -> tuple[int, Side, Side]:
    """Planes, rows and columns, if inputs and outputs are those of a network of ours."""
    inputs, outputs = session.get_inputs(), session.get_outputs()
    names = [each.name for each in (*inputs, *outputs)]
    kinds = {each.type for each in (*inputs, *outputs)}
    shape: list[Any] = inputs[0].shape if inputs else []
    if names != [INPUT, POLICY, VALUE] or kinds != {"tensor(float)"} or len(shape) != 4:
        raise BadFile(f"{path} is not a network of inarow: its inputs or outputs are others.")
    _, planes, rows, columns = (side if isinstance(side, int) else None for side in shape)
    if planes is None:
        raise BadFile(f"{path} is not a network of inarow: it has no number of planes.")
    return planes, rows, columns
