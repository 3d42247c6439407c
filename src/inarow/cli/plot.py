"""``inarow plot``: the curves of a training run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from inarow.cli.output import JsonOption, console, print_json
from inarow.learning.plots import draw_comparison, draw_run
from inarow.runlog import RunFolder


def plot(
    directories: Annotated[
        list[Path], typer.Argument(metavar="DIR", help="The folders of training runs.")
    ],
    json: JsonOption = False,
) -> None:
    """Draw the curves of a training run into DIR/plots, as PNG and SVG.

    Losses, results of self-play, the other figures of the learner, win rates with 95 % bands, and
    Elo if there is a ladder. Works while the run goes on. Several runs are also compared in one
    picture, in the folder of the first.
    """
    folders = list(map(RunFolder, directories))
    files = [path for folder in folders for path in draw_run(folder)]
    if len(folders) > 1:
        files += draw_comparison(folders)
    if json:
        print_json({"files": list(map(str, files))})
        return
    for path in files:
        console.print(str(path), soft_wrap=True, markup=False)
