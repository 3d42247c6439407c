"""``inarow learners``: what can be trained, with settings and defaults."""

from __future__ import annotations

from inarow.cli.output import JsonOption, print_entries, print_json
from inarow.learning.registry import LEARNERS


def learners(json: JsonOption = False) -> None:
    """List the learners, with their settings and defaults."""
    if json:
        print_json([learner.as_dict() for learner in LEARNERS])
        return
    print_entries(
        LEARNERS,
        "inarow train tabular --game tictactoe --out runs/mine --set alpha=0.5",
        "Settings are given by --set",
    )
