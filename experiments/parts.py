"""The parts of a run in ``parts.jsonl``: what was computed stays, if the run is interrupted.

The first line has the conditions of the run. Parts of other conditions are never used: another seed
or scale, another version of inarow, other code of the experiment or other weights would mix two
runs in a table.
"""

from __future__ import annotations

import ast
import hashlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from experiments.machine import load_average, processor_seconds

from inarow import BadFile
from inarow.files import create_folder, replacing

PARTS = "parts.jsonl"
ROOT = Path(__file__).parents[1]


class Parts:
    """What was computed so far, with the time that it took."""

    def __init__(self, folder: Path, conditions: Mapping[str, Any]) -> None:
        self._folder, self._conditions = folder, dict(conditions)
        self._found = self._read()
        self._used: set[str] = set()

    def get(
        self, name: str, compute: Callable[[], Any], spent: Callable[[Any], float], told: Any
    ) -> Any:
        """The value of a part, which is computed if it is not there; ``told`` is called then."""
        if name not in self._found:
            told(name)
            self._write()  # what is begun now is of a run with these conditions
            started, worked = time.monotonic(), processor_seconds()
            value = compute()
            self._found[name] = {
                "value": value,
                "seconds": max(time.monotonic() - started, spent(value)),
                "processor_seconds": processor_seconds() - worked,
                "load": load_average(),
            }
            self._write()
        self._used.add(name)
        return self._found[name]["value"]

    def values(self) -> dict[str, Any]:
        """All values by the names of the parts."""
        return {name: part["value"] for name, part in self._found.items()}

    def total(self, what: str) -> float:
        """The sum of a figure of the parts that were asked for."""
        return sum(float(self._found[name][what]) for name in self._used)

    def load(self) -> float:
        """The load average over the parts, by their seconds."""
        parts = [self._found[name] for name in self._used]
        seconds = sum(part["seconds"] for part in parts)
        return sum(part["load"] * part["seconds"] for part in parts) / seconds if seconds else 0.0

    def _read(self) -> dict[str, Any]:
        path = self._folder / PARTS
        try:
            head, *parts = map(json.loads, path.read_text("utf-8").splitlines())
            found = {part["name"]: part for part in parts}
            changed = [name for name, here in self._conditions.items() if head.get(name) != here]
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadFile(f"{path} is damaged: remove it, or give another --out.") from None
        if changed:
            raise BadFile(
                f"{path} is of a run with another {' and '.join(changed)}: give another --out, or "
                "remove the folder."
            )
        return found

    def _write(self) -> None:
        lines = [self._conditions, *({"name": name, **part} for name, part in self._found.items())]
        create_folder(self._folder)
        with replacing(self._folder / PARTS) as aside:
            aside.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def code_of(module: str, root: Path = ROOT) -> str:
    """A checksum of the file of an experiment, and of those of its folder that it imports.

    What all experiments share is left out: most changes of it do not change what is computed.
    """
    folder = module.rpartition(".")[0]
    seen: dict[str, str] = {}
    names = [module]
    while names:
        name = names.pop()
        if name not in seen:
            seen[name] = text = (
                root.joinpath(*name.split(".")).with_suffix(".py").read_text("utf-8")
            )
            imports = (
                each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.ImportFrom)
            )
            names += [
                each.module for each in imports if (each.module or "").startswith(f"{folder}.")
            ]
    content = "".join(seen[name] for name in sorted(seen))
    return hashlib.sha256(content.encode()).hexdigest()[:12]
