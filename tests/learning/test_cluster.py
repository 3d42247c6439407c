"""Jobs on a Ray cluster of two nodes on this machine, some of which are killed."""

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest

from inarow.errors import BadSpec, InarowError
from inarow.learning import cluster as cluster_module
from inarow.learning.cluster import RayBackend, backend_for
from inarow.learning.jobs import KINDS, InProcess, Processes
from tests.learning.job_kinds import CHECKSUM, NETWORK, add_kind, make_jobs
from tests.missing import missing

NETWORKS = {CHECKSUM: NETWORK}
CLUSTER = (sys.executable, "-m", "tests.learning.ray_nodes")
DRIVER = (sys.executable, "-m", "tests.learning.job_driver")


@pytest.fixture(autouse=True)
def _kind(monkeypatch):
    monkeypatch.setitem(KINDS, "test", "")
    add_kind()


class Nodes:
    """A cluster in a process of its own; see ``ray_nodes.py``."""

    def __init__(self):
        self._process = subprocess.Popen(
            CLUSTER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.address = self._process.stdout.readline().strip()
        assert self.address.startswith("127.0.0.1:")

    def do(self, command):
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == f"{command}\n"

    def close(self):
        with self._process:
            self._process.stdin.close()


@pytest.fixture
def nodes(monkeypatch):
    """A cluster of a head with one processor."""
    if importlib.util.find_spec("ray") is None:
        missing("Ray is not installed: pip install 'inarow[cluster]'")
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # short, for the names of sockets
    settings = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on Linux, too: the loopback address only
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_TMPDIR": folder,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    try:
        with closing(Nodes()) as made:
            yield made
    finally:
        end_leftovers(folder)
        shutil.rmtree(folder, ignore_errors=True)


def end_leftovers(folder):
    """End processes of Ray that outlive a node that was killed, which some do for minutes."""
    for files in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            if any(str(file.readlink()).startswith(folder) for file in files.iterdir()):
                os.kill(int(files.parent.name), signal.SIGKILL)


def expected(jobs):
    with InProcess() as backend:
        return backend.run(jobs, NETWORKS)


@pytest.mark.slow
def test_a_node_is_killed_and_another_one_joins(nodes):
    nodes.do("add")
    jobs = make_jobs(10, seconds=0.2)
    shards = expected(jobs)
    with RayBackend("auto", DRIVER) as backend:
        assert backend.run(jobs, NETWORKS) == shards
        done = []

        def kill(job, shard):
            done.append(job.first)
            if len(done) == 3:
                nodes.do("kill")

        assert backend.run(jobs, NETWORKS, kill) == shards
        assert sorted(done) == [job.first for job in jobs]  # each result was taken once
        nodes.do("add")
        assert backend.run(jobs, NETWORKS) == shards


@pytest.mark.slow
def test_errors_and_a_lost_head(nodes):
    with RayBackend(nodes.address, DRIVER) as backend:
        with pytest.raises(BadSpec, match=r"^This job is refused\.$"):
            backend.run(make_jobs(3, fail=10), NETWORKS)
        with pytest.raises(InarowError, match="4 processes or machines died of it"):
            backend.run(make_jobs(3, crash=10), NETWORKS)
        done = {}

        def kill(job, shard):
            if not done:
                nodes.do("kill-head")
            done[job.first] = shard

        with pytest.raises(InarowError, match=r"^The cluster was lost: Connection refused\.$"):
            backend.run(make_jobs(1000, seconds=0.2), NETWORKS, kill)
        assert done
        with pytest.raises(InarowError, match="No Ray cluster can be reached"):
            backend.run(make_jobs(1), NETWORKS)


@pytest.mark.parametrize("address", ["ray://localhost:10001", "local", "localhost", "a b:1", ":1"])
def test_an_address_that_is_none_is_refused(address, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    with pytest.raises(BadSpec, match="write auto or the head's HOST:PORT"):
        RayBackend(address)


def test_an_address_where_nobody_answers_is_refused(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    with pytest.raises(InarowError, match=r"can be reached at 127\.0\.0\.1:1: Connection"):
        RayBackend("127.0.0.1:1")


def test_a_host_that_is_none_is_refused(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    with pytest.raises(BadSpec, match=r"^cluster='a\.\.b:1' is not valid: it has no host name"):
        RayBackend("a..b:1")


def test_without_ray_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InarowError, match=r"pip install 'inarow\[cluster\]'"):
        backend_for(2, "auto")


def test_where_jobs_run(monkeypatch):
    monkeypatch.setattr(cluster_module, "RayBackend", lambda address: address)
    assert isinstance(backend_for(1), InProcess)
    assert isinstance(backend_for(2), Processes)
    assert backend_for(2, "10.0.0.1:6379") == "10.0.0.1:6379"
