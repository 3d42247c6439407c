"""The wheel for all versions of Python from 3.12 on, made from the source archive.

``make test-wheels`` runs this file; ``make test`` does not, since a whole build takes minutes. The
Pythons are those of 3.12 and newer on the PATH and among pyenv's; the oldest builds the wheel. If
there is none, the Python that runs the tests builds one for itself, and the rest is skipped: few
machines have several Pythons, so that is no fault there, not even where INAROW_TEST_ALL is set.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import ROOT, check_served_page, pip, source_archive

OLDEST, NEWEST = 12, 19  # minor versions that are looked for
NONE_FOUND = "there is no Python 3.12 or newer, neither on the PATH nor among pyenv's"
ABOUT = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
BASE_ONLY, WITH_SERVER = "", "[server]"


def find_pythons():
    """A CPython of each version from 3.12 on, by its minor version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = {}
    for minor in range(OLDEST, NEWEST + 1):
        name = f"python3.{minor}"
        others = (path / "bin" / name for path in sorted(pyenv.glob(f"3.{minor}.*")))
        for path in (shutil.which(name), *others):
            # pyenv's shims are there, too, for versions that are not in use: they fail.
            if path is not None and asked(path) == f"cpython 3 {minor}":
                found[minor] = str(path)
                break
    return found


def asked(python):
    done = subprocess.run([python, "-c", ABOUT], capture_output=True, text=True, check=False)
    return done.stdout.strip()


PYTHONS = find_pythons()
needs_python = pytest.mark.skipif(not PYTHONS, reason=NONE_FOUND)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built as users build it: from the source archive, in an environment that pip makes."""
    folder = tmp_path_factory.mktemp("wheel")
    python = PYTHONS[min(PYTHONS)] if PYTHONS else sys.executable
    builder = make_environment(python, folder / "builder")
    constraints = str(ROOT / "constraints.txt")
    held = {"PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints}
    archive = source_archive(folder)
    pip(builder, "wheel", "-q", "--no-deps", "-w", folder, archive, env=os.environ | held)
    (made,) = folder.glob("inarow-*.whl")
    return made


def make_environment(python, folder):
    subprocess.run([python, "-m", "venv", folder], check=True)
    return folder / "bin" / "python"


def install(python, folder, wheel, extra):
    """The wheel in an empty environment; returns its folder."""
    empty = make_environment(python, folder / "env")
    constraints = ROOT / "constraints.txt"
    pip(empty, "install", "-q", "--only-binary", ":all:", "-c", constraints, f"{wheel}{extra}")
    return folder / "env"


def run(environment, folder, *arguments):
    command = [environment / "bin" / "inarow", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_python
def test_one_wheel_is_for_all_versions(wheel):
    assert "-cp312-abi3-" in wheel.name


@needs_python
@pytest.mark.parametrize("minor", PYTHONS)
def test_the_wheel_runs_on_this_python(minor, wheel, tmp_path):
    """Also on versions that are newer than the one that built it."""
    environment = install(PYTHONS[minor], tmp_path, wheel, BASE_ONLY)
    counted = json.loads(run(environment, tmp_path, "perft", "tictactoe", "9", "--json"))
    assert (counted["leaves"], counted["finished"]) == (127_872, 255_168)
    # Three in a row, open at both ends, win; the engine has its weights and sees that.
    asked = ("analyse", "gomoku", "--moves", "h8 a1 i8 a2 j8 o15", "--nodes", "5000", "--json")
    played = {
        player: json.loads(run(environment, tmp_path, *asked, "--player", player))["players"][0]
        for player in ("engine:threads=1", "mcts")
    }
    assert played["engine:threads=1"]["proven"] == "win"
    assert played["mcts"]["nodes"] > 100


def test_the_wheel_from_the_source_archive_serves_the_page(wheel, tmp_path):
    python = PYTHONS[max(PYTHONS)] if PYTHONS else sys.executable
    check_served_page(install(python, tmp_path, wheel, WITH_SERVER), tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel is for Linux")
def test_the_wheel_needs_nothing_that_linux_lacks(wheel):
    """`auditwheel show`: a manylinux tag, and no library that the wheel would have to bring."""
    command = [sys.executable, "-m", "auditwheel", "show", "--json", wheel]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["overall_tag"].startswith("manylinux_")
    assert said["external_libs"] == {}
