"""Fuzz one target, or all in turn: ``python -m tests.fuzz records --time 3600``.

A failing input is made small and saved in FOLDER, by default build/fuzz; ``--replay FILE`` tries it
again. The input that is being tried is in FOLDER too, so one that ends the process is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
import traceback
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.targets import TARGETS, Check, Target

FOLDER = Path("build/fuzz")
ROUND = 200  # inputs with one seed


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the status is 1 if an input failed."""
    options = _parser().parse_args(arguments)
    chosen = [each for each in TARGETS if options.target in (each.name, "all")]
    if options.replay:
        for target in chosen:
            with target.session() as check:
                check(options.replay.read_bytes())
            print(f"{target.name}: {options.replay} passes")
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    share = options.time / len(chosen)
    found = [fuzz(target, share, options.folder, options.seed) for target in chosen]
    return 1 if any(found) else 0


def fuzz(target: Target, seconds: float, folder: Path, first: int | None) -> Path | None:
    """Try inputs for so long, 0 for ever; the file of the first that fails."""
    seeds = random.Random(first)
    print(f"{target.name}: {target.about}", flush=True)
    current = folder / f"{target.name}.current"
    with target.session() as check:
        start = time.monotonic()
        attempt = _Attempt(check, current, start + (seconds or float("inf")))
        while time.monotonic() < attempt.deadline:
            try:
                _run(target, attempt, seeds.getrandbits(64))
            except TimeIsUp:
                break
            except Exception:
                traceback.print_exc()
                return _save(target, attempt.failed, folder)
    current.unlink(missing_ok=True)
    seconds = time.monotonic() - start
    print(f"{target.name}: {attempt.tried} inputs in {seconds:.0f} s, all fine", flush=True)
    return None


class TimeIsUp(BaseException):
    """Ends a round; hypothesis passes on what is no Exception."""


class _Attempt:
    """A check that remembers what has failed and keeps what is being tried in a file."""

    def __init__(self, check: Check, current: Path, deadline: float) -> None:
        self._check = check
        self._current = current
        self.deadline = deadline
        self.tried = 0
        self.failed = b""

    def __call__(self, content: bytes) -> None:
        if time.monotonic() > self.deadline and not self.failed:
            raise TimeIsUp
        self.tried += 1
        self._current.write_bytes(content)
        try:
            self._check(content)
        except Exception:
            self.failed = content  # the last is the smallest: hypothesis ends with it
            raise


def _run(target: Target, attempt: _Attempt, round_seed: int) -> None:
    @settings(
        max_examples=ROUND,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @seed(round_seed)
    @given(target.inputs)
    def one_round(content: bytes) -> None:
        attempt(content)

    one_round()


def _save(target: Target, content: bytes, folder: Path) -> Path:
    path = folder / f"{target.name}-{hashlib.sha256(content).hexdigest()[:12]}"
    path.write_bytes(content)
    print(f"{target.name}: an input fails, saved as {path}; try it again with", file=sys.stderr)
    print(f"  python -m tests.fuzz {target.name} --replay {path}", file=sys.stderr)
    return path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", choices=[*(target.name for target in TARGETS), "all"])
    parser.add_argument(
        "--time", type=float, default=60.0, help="seconds in total; 0: until Ctrl-C (default: 60)"
    )
    parser.add_argument("--seed", type=int, help="the same inputs again; default: others each time")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where inputs are saved")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="try one saved input again")
    return parser


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
