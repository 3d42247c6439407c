"""A kind of job for tests, and a worker process that knows it."""

import hashlib
import os
import signal
import sys
import time
from pathlib import Path

from inarow.errors import BadSpec
from inarow.learning.jobs import KINDS, Job
from inarow.learning.jobs.worker import main

NETWORK = b"a network"
CHECKSUM = hashlib.sha256(NETWORK).hexdigest()
WORKER = (sys.executable, "-m", "tests.learning.job_kinds")


def add_kind() -> None:
    KINDS["test"] = "tests.learning.job_kinds:run"


def make_jobs(count, seconds=0.0, network=CHECKSUM, **settings):
    return [
        Job("test", "tictactoe", network, 1, 10 * n, 10, {"seconds": seconds, **settings})
        for n in range(count)
    ]


def run(job: Job, network: bytes) -> bytes:
    """A hash of the job and its network, after what its settings say."""
    settings = job.settings
    if "mark" in settings:  # the folder where each begun job leaves a file with its process
        mark = Path(str(settings["mark"])) / f"{job.first}-{os.getpid()}"
        mark.touch()
    end = time.monotonic() + float(settings["seconds"])
    while time.monotonic() < end:
        pass
    if settings.get("fail") == job.first:
        raise BadSpec("This job is refused.")
    if settings.get("bug") == job.first:
        raise ZeroDivisionError("a bug")
    if settings.get("crash") == job.first:
        sys.stderr.write("Now it dies.\n")
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdout.write("Jobs may print.\n")
    return hashlib.sha256(job.as_json().encode() + network).digest() * 10_000


if __name__ == "__main__":
    add_kind()
    main()
