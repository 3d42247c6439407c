"""Jobs give the same shards wherever they run, whoever is killed meanwhile."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.errors import BadFile, BadSpec, InarowError
from inarow.learning.jobs import KINDS, InProcess, Job, Processes, Stopped
from inarow.learning.jobs.child import Child
from inarow.learning.jobs.job import LARGEST
from tests.learning.job_kinds import CHECKSUM, NETWORK, WORKER, add_kind, make_jobs

NETWORKS = {CHECKSUM: NETWORK}
GOOD = {
    "kind": "test",
    "game": "tictactoe",
    "network": CHECKSUM,
    "seed": 1,
    "first": 0,
    "count": 10,
    "settings": {"sims": 100},
}


@pytest.fixture(autouse=True)
def _kind(monkeypatch):
    monkeypatch.setitem(KINDS, "test", "")
    add_kind()


@pytest.fixture
def processes():
    with Processes(2, WORKER) as backend:
        yield backend


def expected(jobs, networks=NETWORKS):
    with InProcess() as backend:
        return backend.run(jobs, networks)


def pids(backend):
    return [child.pid for child in backend._children]


def is_alive(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition, seconds=30.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


values = st.one_of(
    st.booleans(),
    st.integers(-LARGEST, LARGEST),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
)
numbers = st.integers(0, LARGEST)


@given(
    st.builds(
        Job,
        kind=st.text(),
        game=st.text(),
        network=st.binary().map(lambda content: hashlib.sha256(content).hexdigest()),
        seed=numbers,
        first=numbers,
        count=st.integers(1, LARGEST),
        settings=st.dictionaries(st.text(), values),
    )
)
def test_a_job_survives_json(job):
    again = Job.from_json(job.as_json())
    assert again == job
    assert again.as_json() == job.as_json()
    assert {name: type(value) for name, value in again.settings.items()} == {
        name: type(value) for name, value in job.settings.items()
    }


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1},
        {"seed": True},
        {"seed": 1.0},
        {"seed": 2**63},
        {"count": 0},
        {"first": "0"},
        {"kind": None},
        {"game": 3},
        {"network": "0" * 63},
        {"network": "../" * 20 + "abcd"},
        {"settings": []},
        {"settings": {"c": None}},
        {"settings": {"c": [1]}},
        {"settings": {"c": float("nan")}},
        {"settings": {"c": float("inf")}},
        {"settings": {"c": 10**30}},
        {"more": 1},
    ],
)
def test_a_text_that_is_not_quite_a_job_is_refused(change):
    assert Job.from_json(json.dumps(GOOD)) == Job(**GOOD)
    with pytest.raises(BadSpec):
        Job.from_json(json.dumps(GOOD | change))


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, "1" * 10_000])
def test_a_text_that_is_no_job_is_refused(text):
    with pytest.raises(BadSpec):
        Job.from_json(text)


def test_only_kinds_of_the_table_run():
    with pytest.raises(BadSpec, match="There is no kind of job 'os:system'"):
        expected([Job(**GOOD | {"kind": "os:system"})])


def test_shards_are_equal_everywhere_and_in_the_order_of_the_jobs(processes):
    jobs = make_jobs(9, seconds=0.02)
    done = []
    assert processes.run(jobs, NETWORKS, lambda *each: done.append(each)) == expected(jobs)
    assert sorted(done, key=lambda each: each[0].first) == list(
        zip(jobs, expected(jobs), strict=True)
    )
    before = pids(processes)
    random.Random(1).shuffle(jobs)
    jobs += jobs[:2]  # also one that comes twice
    assert processes.run(jobs, NETWORKS) == expected(jobs)
    assert processes.run([], {}) == []
    assert pids(processes) == before  # they stayed alive
    processes.close()
    assert not any(map(is_alive, before))


def test_no_more_processes_than_jobs(processes):
    jobs = make_jobs(1)
    assert processes.run(jobs, NETWORKS) == expected(jobs)
    assert len(pids(processes)) == 1


def test_a_network_is_sent_once_to_each_process(processes, monkeypatch):
    sent = []
    send = Child._send
    monkeypatch.setattr(
        Child,
        "_send",
        lambda child, message: (sent.append((child.pid, message)), send(child, message)),
    )
    networks = {hashlib.sha256(content).hexdigest(): content for content in (b"a", b"b" * 10**7)}
    for _ in range(2):
        for checksum in networks:
            jobs = make_jobs(6, network=checksum)
            assert processes.run(jobs, networks) == expected(jobs, networks)
    what = [
        (pid, each.header["checksum"]) for pid, each in sent if each.header["type"] == "network"
    ]
    assert sorted(what) == sorted((pid, one) for pid in pids(processes) for one in networks)


def test_a_process_keeps_the_last_two_networks_only(processes):
    contents = [b"a", b"b", b"c"]
    networks = {hashlib.sha256(content).hexdigest(): content for content in contents}
    jobs = [job for each in networks for job in make_jobs(4, network=each)] * 2
    assert processes.run(jobs, networks) == expected(jobs, networks)


def test_a_network_that_is_missing_or_another_is_refused(processes):
    for backend in (InProcess(), processes):
        with pytest.raises(InarowError, match="was not given"):
            backend.run(make_jobs(1), {})
        with pytest.raises(BadFile, match="has changed"):
            backend.run(make_jobs(1), {CHECKSUM: b"another"})


def test_processes_that_are_killed_are_replaced_and_their_jobs_repeated(processes):
    jobs = make_jobs(12, seconds=0.05)
    done, killed = [], []

    def kill(job, shard):
        done.append(job)
        if len(done) in (1, 4):
            killed.append(pids(processes)[len(killed)])
            os.kill(killed[-1], signal.SIGKILL)

    assert processes.run(jobs, NETWORKS, kill) == expected(jobs)
    assert sorted(job.first for job in done) == [job.first for job in jobs]  # each once
    assert len(killed) == 2
    assert not any(map(is_alive, killed))
    os.kill(pids(processes)[0], signal.SIGKILL)  # also while nothing runs
    assert processes.run(jobs, NETWORKS) == expected(jobs)


def test_a_job_that_always_kills_its_process_is_an_error(processes, tmp_path):
    jobs = make_jobs(6, crash=20, mark=str(tmp_path))
    with pytest.raises(InarowError) as error:
        processes.run(jobs, NETWORKS)
    assert str(error.value) == (
        "Games 20 to 29 of tictactoe cannot be played: 4 processes died of it, the last one was "
        "ended by SIGKILL; its standard error ends: Now it dies."
    )
    assert len(list(tmp_path.glob("20-*"))) == 4
    jobs = make_jobs(6)
    assert processes.run(jobs, NETWORKS) == expected(jobs)  # nothing of before is left


def test_a_program_that_cannot_run_is_an_error():
    with pytest.raises(InarowError, match="No module named"):
        Processes(2, (sys.executable, "-m", "tests.no_such_module")).run(make_jobs(3), NETWORKS)
    with pytest.raises(InarowError, match="cannot be started: No such file"):
        Processes(2, ("/no/such/program",)).run(make_jobs(3), NETWORKS)
    with pytest.raises(InarowError, match="not a message"):
        Processes(1, ("/bin/echo", "Hello, this is a text.")).run(make_jobs(1), NETWORKS)


def test_errors_of_jobs_come_as_they_are(processes):
    with pytest.raises(BadSpec, match=r"^This job is refused\.$"):
        processes.run(make_jobs(5, fail=20), NETWORKS)
    with pytest.raises(InarowError) as error:
        processes.run(make_jobs(5, bug=20), NETWORKS)
    assert str(error.value) == "Games 20 to 29 of tictactoe failed: ZeroDivisionError: a bug."
    assert "job_kinds.py" in error.value.__notes__[0]
    with pytest.raises(RuntimeError, match="of the listener"):
        processes.run(make_jobs(5), NETWORKS, _raise)
    jobs = make_jobs(5)
    assert processes.run(jobs, NETWORKS) == expected(jobs)


def _raise(job, shard):
    raise RuntimeError("of the listener")


@pytest.mark.parametrize("make", [InProcess, lambda: Processes(2, WORKER)])
def test_stopping_ends_a_run_and_keeps_what_is_done(make):
    jobs = make_jobs(200, seconds=0.05)
    done = {}
    with make() as backend:
        started = threading.Event()

        def keep(job, shard):
            done[job.first] = shard
            started.set()

        stopper = threading.Thread(target=lambda: (started.wait(), backend.stop()))
        stopper.start()
        with pytest.raises(Stopped):
            backend.run(jobs, NETWORKS, keep)
        stopper.join()
        backend.stop()
        with pytest.raises(Stopped):  # also the next one, if none was running
            backend.run(jobs, NETWORKS, keep)
        assert 0 < len(done) < len(jobs)
        rest = [job for job in jobs if job.first not in done][:3]
        assert backend.run(rest, NETWORKS) == expected(rest)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_no_process_is_left_when_the_parent_is_ended(tmp_path, number, status):
    code = (
        "import sys\n"
        "from tests.learning import job_kinds as kinds\n"
        "from inarow.learning.jobs import Processes\n"
        "try:\n"
        f"    jobs = kinds.make_jobs(4, seconds=300, mark={str(tmp_path)!r})\n"
        "    Processes(2, kinds.WORKER).run(jobs, {kinds.CHECKSUM: kinds.NETWORK})\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code])
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    children = [int(path.name.partition("-")[2]) for path in tmp_path.iterdir()]
    assert all(map(is_alive, children))
    parent.send_signal(number)
    assert parent.wait(20) == status
    wait_until(lambda: not any(map(is_alive, children)))
