"""A revision of this repository as something that can play: its sources, and its core, built.

It is unpacked and built in ``build/selftest/REVISION`` beside the working tree, which stays as it
is. An interrupted build is started again, a finished one is reused, and the oldest are removed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
BUILDS = ROOT / "build" / "selftest"
LAUNCHER = Path(__file__).with_name("launch.py")
KEPT = 4
"""Builds that are kept for the next time, newest first."""

PARTS = ("CMakeLists.txt", "cpp", "src", "weights")
"""Of a revision, what it takes to play; old ones have no weights."""

TREE = "tree"
"""The name of the working tree, where a revision is asked for."""


class Failed(Exception):
    """One sentence on what cannot be done, and what would help."""


@dataclass(frozen=True)
class Version:
    """Something that plays: a name for people, and the tree it is run from ("-": installed)."""

    name: str
    tree: str

    def command(self, *words: str) -> list[str]:
        """The command that runs a command of this version."""
        return [sys.executable, str(LAUNCHER), self.tree, *words]

    def bench(self, nodes: int, kind: str = "mnk") -> dict[str, Any] | None:
        """What ``inarow bench engine`` says of a kind of games; None from a version without it."""
        words = self.command("bench", "engine", "--nodes", str(nodes), "--json")
        if kind == "ultimate":
            words += ["--game", kind]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return dict(json.loads(done.stdout)) if done.returncode == 0 else None


def git(*words: str) -> str:
    """What git answers."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"git {' '.join(words)} failed: {' '.join(done.stderr.split())}")
    return done.stdout.strip()


def last_release() -> str:
    """The newest tag v*, or HEAD where there is none."""
    tags = git("tag", "--list", "v*", "--sort=-version:refname", "--merged", "HEAD").split()
    return tags[0] if tags else "HEAD"


def working_tree() -> tuple[Version, str]:
    """The working tree as it is installed, and a digest of it. Its core must be up to date."""
    from inarow import _core  # noqa: PLC0415 (only once it is needed)

    core = Path(str(_core.__file__))
    sources = [path for path in _files("cpp", ".h", ".cpp") if "tests" not in path.parts]
    newest = max(sources, key=_modified)
    if _modified(newest) > _modified(core):
        raise Failed(
            f"The core was built before {newest.relative_to(ROOT)} was last changed: build it "
            "first, as make compare and make selftest do."
        )
    digest = hashlib.sha256(core.read_bytes())
    for path in [*_files("src", ".py", ".txt"), *_files("weights", ".linenet", ".ultimatenet")]:
        digest.update(path.read_bytes())
    changed = git("status", "--porcelain", "--", *PARTS)
    name = git("rev-parse", "--short=10", "HEAD") + (" with uncommitted changes" if changed else "")
    return Version(name, "-"), digest.hexdigest()[:10]


def commit_of(name: str) -> str:
    """The commit that a tag, a branch or the head of a hash stands for."""
    try:
        return git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except Failed:
        raise Failed(f"There is no revision {name!r}: give a tag, a branch or a commit.") from None


def protocol_has(name: str, word: str) -> bool:
    """Whether a protocol of a revision knows a word, in whichever of its modules."""
    commit = commit_of(name)
    try:
        return bool(git("grep", "--name-only", word, commit, "--", "src/inarow/protocols"))
    except Failed:  # git grep found nothing
        return False


def revision(name: str) -> Version:
    """A revision, unpacked and built."""
    commit = commit_of(name)
    short = commit[:10]
    folder = BUILDS / short
    shown = short if commit.startswith(name) else f"{name} ({short})"
    if not (folder / "built").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        _build(folder, commit, shown)
    (folder / "built").touch()  # the newest are kept
    finished = sorted(BUILDS.glob("*/built"), key=_modified, reverse=True)
    for old in finished[KEPT:]:
        shutil.rmtree(old.parent)
    return Version(shown, str(folder))


def add_revisions(parser: argparse.ArgumentParser) -> None:
    """Options that name two versions to compare."""
    parser.add_argument(
        "--against",
        metavar="REV",
        help=f"a tag, a branch, a commit or {TREE}; default: the last tag v*, else HEAD",
    )
    parser.add_argument(
        "--revision",
        metavar="REV",
        default=TREE,
        help=f"what is compared with it; default: {TREE}, the working tree",
    )


def both_versions(options: argparse.Namespace) -> tuple[Version, Version]:
    """The two that the options name; both are looked up before one is built."""
    names = (options.revision, options.against or last_release())
    for name in names:
        if name != TREE:
            commit_of(name)
    ours, theirs = (working_tree()[0] if name == TREE else revision(name) for name in names)
    return ours, theirs


def run_script(main: Callable[[], int]) -> NoReturn:
    """Exit with the status of a script; what cannot be done is one sentence and status 2."""
    try:
        status = main()
    except Failed as error:
        print(error, file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        print("stopped.", file=sys.stderr)
        status = 130
    sys.exit(status)


def _build(folder: Path, commit: str, name: str) -> None:
    print(f"building {name} in {folder.relative_to(ROOT)} …", file=sys.stderr)
    parts = [part for part in git("ls-tree", "--name-only", commit).split("\n") if part in PARTS]
    archive = subprocess.run(
        ["git", "archive", "--format=tar", commit, *parts],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if archive.returncode != 0:
        raise Failed(f"{name} cannot be unpacked: {' '.join(archive.stderr.decode().split())}")
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
    ninja = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={path}"] if (path := _tool("ninja")) else []
    cmake = _tool("cmake")
    if cmake is None:
        raise Failed("There is no cmake to build with: make compare and make selftest install one.")
    python = f"-DPython_EXECUTABLE={sys.executable}"
    core, log = str(folder / "core"), folder / "build.log"
    with log.open("wb") as output:
        for words in (
            [cmake, "-S", str(folder), "-B", core, *ninja, python],
            [cmake, "--build", core, "--parallel"],
        ):
            done = subprocess.run(words, stdout=output, stderr=output, check=False)
            if done.returncode != 0:
                raise Failed(f"{name} does not build: see {log.relative_to(ROOT)}.")
    for built in Path(core).glob("_core*.so"):
        shutil.copy2(built, folder / "src" / "inarow")
    shutil.rmtree(core)
    (folder / "built").touch()


def _tool(name: str) -> str | None:
    """A program of the environment that runs this, or else of the path."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def _files(folder: str, *endings: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in endings)


def _modified(path: Path) -> float:
    return path.stat().st_mtime
