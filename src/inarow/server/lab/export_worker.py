"""A process that makes a large file of a run, and writes it to standard output.

``python -m inarow.server.lab.export_worker NAME DIRECTORY``: a report reads every game and pictures
need matplotlib, which would both hold up the server.
"""

from __future__ import annotations

import io
import os
import resource
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from inarow.arena.tournament import tournament_report
from inarow.errors import InarowError
from inarow.runlog import RunFolder
from inarow.server.lab.worker import MEMORY_BYTES, NICE, public_message

REPORT_FILE = "report.html"
PLOTS_FILE = "plots.zip"

REFUSED = 3
"""The exit status when the message on standard error is for people."""


def make_report(directory: Path) -> bytes:
    """The report of a tournament: one page that works offline."""
    return tournament_report(directory).encode()


def make_plots(directory: Path) -> bytes:
    """The curves of a training run as SVG."""
    from inarow.learning.plots import draw_run  # noqa: PLC0415 (the report does not need it)

    packed = io.BytesIO()
    with tempfile.TemporaryDirectory() as place, zipfile.ZipFile(packed, "w") as archive:
        for path in draw_run(RunFolder(directory), Path(place)):
            if path.suffix == ".svg":
                archive.write(path, path.name, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


MAKERS: dict[str, Callable[[Path], bytes]] = {REPORT_FILE: make_report, PLOTS_FILE: make_plots}


def main(name: str, directory: Path) -> None:
    """Write the file, or the reason why there is none."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    try:
        sys.stdout.buffer.write(MAKERS[name](directory))
    except InarowError as error:
        sys.stderr.write(public_message(error, directory))
        sys.exit(REFUSED)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
