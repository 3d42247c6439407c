"""Writes the API reference, ``docs/api.md``, from the docstrings: ``make api``."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).with_name("api.md")

MODULES = {
    "inarow": "Games, players and errors; what most programs need.",
    "inarow.arena": "Matches and tournaments.",
    "inarow.arena.records": "The games of a match or a tournament, as they are logged.",
    "inarow.arena.statistics.cross_table": "Wins, draws and losses.",
    "inarow.arena.statistics.elo": "What a match shows, with intervals.",
    "inarow.solving": "Exact values.",
    "inarow.learning": "Training.",
    "inarow.models.weights": "The weights that come with inarow.",
    "inarow.protocols.record": "A game with its moves, times and result.",
    "inarow.protocols.formats": "Files of games in all formats.",
}
"""The public modules in the order of the page."""
CHOSEN = {
    "inarow.arena.records": ["read_log"],
    "inarow.arena.statistics.cross_table": ["Counts"],
    "inarow.arena.statistics.elo": ["score_interval", "estimate_elo"],
    "inarow.models.weights": ["shipped_weights", "weights_fit"],
    "inarow.protocols.record": ["GameRecord", "End", "Variation"],
    "inarow.protocols.formats": ["read_games", "find_format", "Format"],
}
"""The names of modules that do not say which are public."""
TOOLS = {
    "inarow.arena.tournament": ["GAMES_FILE", "SETTINGS_FILE"],
    "inarow.arena.tournament_state": ["TournamentSettings"],
    "inarow.extras": ["MissingExtra", "needs"],
    "inarow.files": ["create_folder", "replacing"],
    "inarow.models": ["linenet", "ultimate_net"],
    "inarow.models.ntuple": ["nearest_tuples"],
    "inarow.models.policy_value": ["nearest_network"],
    "inarow.models.q_values": ["nearest_q_network"],
    "inarow.players": ["PLAYERS"],
    "inarow.players.tabular": ["shipped_table"],
    "inarow.runlog": ["Event", "RunFolder"],
    "inarow.spec": ["Value", "value_text"],
}
"""What tools beside the package use, such as the experiments; only named on the page."""

HEAD = """# API reference

Made from the docstrings by `make api`; `make check` sees that it is current. Names are OpenSpiel's
where it has them. The [tutorial](tutorial.md) is the place to begin.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_contents(), *_reference(), *_tools()]).rstrip() + "\n"


def public_names() -> dict[str, list[str]]:
    """Every public module with its public names, those of tools included."""
    return {**{name: _public(name) for name in MODULES}, **TOOLS}


def _contents() -> Iterator[str]:
    for name, summary in MODULES.items():
        members = ", ".join(f"[{each}](#{_anchor(each)})" for each in _public(name))
        yield f"- **[{name}](#{_anchor(name)})**: {summary} {members}"
    yield ""


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w-]", "", heading.lower())


def _public(name: str) -> list[str]:
    module = importlib.import_module(name)
    names = CHOSEN.get(name) or module.__all__
    return [each for each in names if not inspect.ismodule(getattr(module, each))]


def _reference() -> Iterator[str]:
    for name, summary in MODULES.items():
        yield f"## {name}\n{summary}\n"
        module = importlib.import_module(name)
        for member in _public(name):
            yield f"### {member}"
            yield from _entry(module, member)


def _tools() -> Iterator[str]:
    yield "## For tools"
    yield (
        "Programs of this repository, such as the [papers' experiments](../experiments/README.md), "
        "use these as well. They are\nexplained in the source, and a release that changes one says "
        "so.\n"
    )
    for module, names in TOOLS.items():
        yield f"- `{module}`: {', '.join(f'`{name}`' for name in names)}"


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    value = getattr(module, name)
    if inspect.isclass(value):
        yield from _class(name, value)
    elif callable(value):
        yield _code(_signature(name, value))
        yield _text(value)
    else:
        yield _constant(module, name)


def _class(name: str, value: type) -> Iterator[str]:
    if issubclass(value, Exception):
        bases = ", ".join(base.__name__ for base in value.__bases__)
        yield f"An error: `{name}({bases})`.\n"
        yield _text(value)
        return
    shows_fields = dataclasses.is_dataclass(value) or "__init__" in vars(value)
    yield _code(_signature(name, value) if shows_fields else f"class {name}")
    yield _text(value)
    if issubclass(value, enum.Enum):
        return
    for member, about in sorted(vars(value).items()):
        if member.startswith("_") or not _has_text(about):
            continue
        if isinstance(about, property):
            yield f"**`{member}`** (property)\n"
            yield _text(about)
        elif callable(about) or isinstance(about, classmethod | staticmethod):
            function = getattr(value, member)
            yield f"**`{_signature(member, function, method=True)}`**\n"
            yield _text(function)


def _has_text(value: object) -> bool:
    return bool(getattr(value, "__doc__", None)) and not isinstance(value, str | int | tuple)


def _signature(name: str, value: Any, *, method: bool = False) -> str:
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [
        each for each in found.parameters.values() if not (method and each.name == "self")
    ]
    text = _plain(str(found.replace(parameters=parameters)))
    return name + (text.removesuffix(" -> None") if inspect.isclass(value) else text)


def _plain(signature: str) -> str:
    """A signature as one reads it in the source: short names, no quotes around types."""
    text = re.sub(r"<factory>", "…", signature)
    text = re.sub(r"(?<=[:>] )'([^']*)'", r"\1", text)
    text = re.sub(r"<function .*? at 0x[0-9a-f]+>", "…", text)
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", text)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _text(value: object) -> str:
    """A docstring as Markdown: its examples become code, ``names`` become `names`."""
    lines = (inspect.getdoc(value) or "").splitlines()
    written: list[str] = []
    in_example = False
    for line in lines:
        if line.startswith(">>>") and not in_example:
            written += ["```python", line]
            in_example = True
        elif in_example and not line.strip():
            written += ["```", ""]
            in_example = False
        else:
            written.append(line if in_example else line.replace("``", "`"))
    if in_example:
        written.append("```")
    return "\n".join(written) + "\n"


def _constant(module: ModuleType, name: str) -> str:
    """A constant: its value if that is short, and the comment below it in the source."""
    value = getattr(module, name)
    text = repr(value)
    if isinstance(value, tuple | list) and value and hasattr(value[0], "name"):
        text = ", ".join(str(each.name) for each in value)
        return f"All of them, by name: {text}.\n"
    return _code(f"{name} = {text}") if len(text) < 100 else "A constant.\n"


def main() -> None:
    """Write the page, or with ``--check`` only say whether it is current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; status 1 if old")
    if parser.parse_args().check:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit("docs/api.md is not current: run 'make api'.")
        return
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
