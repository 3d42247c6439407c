"""Runs the ``inarow`` of a certain source tree, whichever one is installed.

    python benchmarks/launch.py TREE pbrain
    python benchmarks/launch.py TREE bench engine --json

TREE is a directory that holds ``src/inarow`` with a built core; ``-`` is what is installed. The
word ``pbrain`` starts the Gomocup engine, everything else is a command of ``inarow``.
"""

from __future__ import annotations

import sys
from pathlib import Path


def use_tree(tree: str) -> None:
    """Let ``import inarow`` find the package of this tree and no other."""
    source = Path(tree).resolve() / "src"
    if not (source / "inarow" / "__init__.py").is_file():
        sys.exit(f"launch: there is no inarow in {source}.")
    # An editable install looks before the path does.
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if getattr(finder, "__module__", "").startswith("_frozen_importlib")
    ]
    sys.path.insert(0, str(source))


def main() -> None:
    """Start what was asked for."""
    if len(sys.argv) < 3:
        sys.exit("usage: launch.py TREE pbrain | launch.py TREE COMMAND …")
    tree, *words = sys.argv[1:]
    sys.path[:] = [entry for entry in sys.path if entry != str(Path(__file__).parent)]
    if tree != "-":
        use_tree(tree)
    if words[0] == "pbrain":
        from inarow.cli.engine import pbrain  # noqa: PLC0415

        sys.argv = ["pbrain-inarow", *words[1:]]
        pbrain()
    else:
        from inarow.cli.main import main as inarow_main  # noqa: PLC0415

        inarow_main(words)


if __name__ == "__main__":
    main()
