"""Runs the ``inarow`` of a certain source tree, whichever one is installed.

    python benchmarks/launch.py TREE pbrain
    python benchmarks/launch.py TREE bench engine --json
    python benchmarks/launch.py TREE requests

TREE is a directory that holds ``src/inarow`` with a built core; ``-`` is what is installed. The
word ``pbrain`` starts the Gomocup engine, ``requests`` answers the requests of ``worker.py``,
everything else is a command of ``inarow``. Trees differ in their modules: this file uses the two
entry points and the public names of the package, nothing else.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


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


def answer_requests() -> None:
    """Answer each line of standard input, a JSON object, with another one."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answers:
        for line in sys.stdin:
            request = json.loads(line)
            answer = run_command(request) if isinstance(request, list) else run_searches(**request)
            print(json.dumps(answer), file=answers, flush=True)


def run_command(words: list[str]) -> dict[str, Any]:
    """Run a command of ``inarow``: its exit status, what it printed and its processor time."""
    from inarow.cli.main import main as inarow_main  # noqa: PLC0415

    output, errors = StringIO(), StringIO()
    status: object = 0
    start = time.process_time()
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            inarow_main(words)
        except SystemExit as end:
            status = end.code or 0
        except Exception as error:  # a traceback in the terminal
            status = 1
            errors.write(f"{type(error).__name__}: {error}")
    seconds = time.process_time() - start
    return {
        "status": status,
        "output": output.getvalue(),
        "errors": errors.getvalue(),
        "seconds": seconds,
    }


def run_searches(game: str, player: str, sims: int, times: int) -> dict[str, float]:
    """Search the start of a game with new players: simulations, and the processor time of these."""
    import inarow  # noqa: PLC0415

    loaded = inarow.load_game(game)
    state, limits = loaded.new_initial_state(), inarow.Limits(sims=sims)
    done, seconds = 0, 0.0
    for seed in range(times):
        searcher = inarow.load_player(player, loaded, seed=seed)
        start = time.process_time()
        decision = searcher.act(state, limits)
        seconds += time.process_time() - start
        done += decision.stats["sims"]
    return {"sims": done, "seconds": seconds}


def main() -> None:
    """Start what was asked for."""
    if len(sys.argv) < 3:
        sys.exit(
            "usage: launch.py TREE pbrain | launch.py TREE requests | launch.py TREE COMMAND …"
        )
    tree, *words = sys.argv[1:]
    sys.path[:] = [entry for entry in sys.path if entry != str(Path(__file__).parent)]
    if tree != "-":
        use_tree(tree)
    if words[0] == "requests":
        answer_requests()
    elif words[0] == "pbrain":
        from inarow.cli.engine import pbrain  # noqa: PLC0415

        sys.argv = ["pbrain-inarow", *words[1:]]
        pbrain()
    else:
        from inarow.cli.main import main as inarow_main  # noqa: PLC0415

        inarow_main(words)


if __name__ == "__main__":
    main()
