"""Put the results of experiments into the repository: ``python -m experiments.publish FOLDER``.

FOLDER is where ``inarow reproduce`` wrote, with a folder for each experiment. Copied are the page,
what was found, and the charts as SVG, to ``results`` beside the experiment's file. The map also
goes into the package, for the page "Methods" of the web app. What pages say of the results is
written anew (``findings``).
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from experiments import findings
from experiments.experiment import RESULT
from experiments.findings import DATA, ROOT
from experiments.index import Entry, entries
from experiments.methods.map import METHODS

FILES = (RESULT, "page.md", "*.svg")


def publish(entry: Entry, folder: Path, root: Path = ROOT, data: Path = DATA) -> Path:
    """Copy the results of one experiment; returns where they are now."""
    place = root.joinpath(*entry.module.split(".")[:-1], "results", entry.name)
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    for pattern in FILES:
        for file in sorted(folder.glob(pattern)):
            shutil.copyfile(file, place / file.name)
    if (folder / METHODS).exists():
        shutil.copyfile(folder / METHODS, data / METHODS)
    return place


def main() -> None:
    """Publish every experiment that has a result in the folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="what --out of inarow reproduce was")
    folder = parser.parse_args().folder
    for entry in entries():
        if (folder / entry.name / RESULT).exists():
            print(publish(entry, folder / entry.name).relative_to(ROOT))
    findings.write()


if __name__ == "__main__":
    main()
