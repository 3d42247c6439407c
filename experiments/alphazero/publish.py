"""Ship the network of a training run, with its log and its ladder.

    inarow train alphazero --game 5x5x4 … --out runs/five
    inarow ladder runs/five --anchor negamax:depth=4
    python -m experiments.alphazero.publish runs/five 5x5x4

The network becomes ``weights/NAME.LEARNER.onnx``, by the learner of the run, which may also be dqn;
its entry in the manifest gets size, checksum, games and time; what it is and how strong is for a
person to write. In ``experiments/LEARNER``, the folder NAME gets the settings, the events, the
ratings of the checkpoints (``ladder.csv``) and the curves.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

from inarow.arena.ladder import Ladder, read_ladder
from inarow.errors import InarowError
from inarow.learning.plots import draw_run
from inarow.runlog import EVENTS_FILE, SETTINGS_FILE, Checkpoint, RunFolder

EXPERIMENTS = Path(__file__).parents[1]
WEIGHTS = EXPERIMENTS.parent / "weights"
PICTURES = ("win-rates", "ladder")
INIT = re.compile(r'^init = ".*/', re.MULTILINE)
"""The folder of what a run started from, which is nobody's business."""


def publish(run: Path, name: str, is_best: bool = False) -> None:
    """Copy what others may want to see of a run, and its network."""
    folder = RunFolder(run)
    learner = folder.settings()["learner"]
    place = EXPERIMENTS / learner / name
    place.mkdir(exist_ok=True)
    settings = (run / SETTINGS_FILE).read_text(encoding="utf-8")
    (place / SETTINGS_FILE).write_text(INIT.sub('init = "', settings), encoding="utf-8")
    shutil.copy(run / EVENTS_FILE, place / EVENTS_FILE)
    ladder = read_ladder(run)
    if ladder is not None:
        write_ladder(ladder, place / "ladder.csv")
    for picture in draw_run(folder):
        if picture.stem in PICTURES and picture.suffix == ".svg":
            shutil.copy(picture, place / picture.name)
    checkpoints = folder.checkpoints()
    chosen = folder.best(checkpoints) if is_best else None
    ship(chosen or checkpoints[-1], f"{name}.{learner}.onnx")


def write_ladder(ladder: Ladder, path: Path) -> None:
    """The ratings as a table; anchors have neither games nor time."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("player", "games", "minutes", "elo", "low", "high"))
        for anchor, elo in ladder.anchors.items():
            table.writerow((anchor, "", "", f"{elo:.0f}", "", ""))
        for point in ladder.points:
            ratings = (f"{each:.0f}" for each in (point.elo, point.low, point.high))
            table.writerow(("checkpoint", point.games, f"{point.seconds / 60:.1f}", *ratings))


def ship(checkpoint: Checkpoint, name: str) -> None:
    """The network of a checkpoint, and its entry in the manifest."""
    content = checkpoint.model.read_bytes()
    (WEIGHTS / name).write_bytes(content)
    facts = {
        "trained_on": f"{checkpoint.games:,} games",
        "time": f"{checkpoint.seconds / 60:.0f} minutes on one core, beside other work",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    path = WEIGHTS / "manifest.json"
    path.write_text(with_facts(path.read_text(encoding="utf-8"), name, facts), encoding="utf-8")


def with_facts(manifest: str, name: str, facts: dict[str, str | int]) -> str:
    """The text of a manifest with other facts in one entry; everything else stays as it is.

    >>> with_facts('{"a": {"bytes": 1}, "b": {"bytes": 1}}', "b", {"bytes": 2})
    '{"a": {"bytes": 1}, "b": {"bytes": 2}}'
    """
    start = manifest.find(f'"{name}": {{')
    if start < 0:
        sys.exit(f"weights/manifest.json has no entry {name}: write one first, with zeros.")
    head, entry = manifest[:start], manifest[start:]
    for key, value in facts.items():
        told = json.dumps(value)
        entry = re.sub(
            rf'"{key}": ("[^"]*"|\d+)', lambda _, k=key, t=told: f'"{k}": {t}', entry, count=1
        )
    return head + entry


def main() -> None:
    """Publish the run that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("run", type=Path, help="the folder of the training run")
    parser.add_argument("name", help="what the weights are called, such as 5x5x4")
    parser.add_argument(
        "--best", action="store_true", help="by the ladder or else by the evaluations, not the last"
    )
    options = parser.parse_args()
    try:
        publish(options.run, options.name, options.best)
    except (InarowError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
