"""The pool: all tasks once, as many at a time as asked, and nothing left running."""

import itertools
import threading
import time

import pytest

from inarow.arena import pool
from inarow.arena.pool import run_tasks


class Task:
    def __init__(self, number, work=lambda task: None):
        self.number, self.work = number, work
        self.begun, self.stopped = threading.Event(), threading.Event()

    def run(self):
        self.begun.set()
        self.work(self)
        return self.number

    def stop(self):
        self.stopped.set()


def test_every_task_is_done_once():
    assert sorted(run_tasks((Task(n) for n in range(100)), 4)) == list(range(100))


def test_no_more_at_once_than_asked():
    running, most, lock = 0, 0, threading.Lock()

    def work(task):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.002)
        with lock:
            running -= 1

    list(run_tasks((Task(n, work) for n in range(40)), 3))
    assert 1 <= most <= 3


def test_tasks_without_end_are_taken_as_they_are_needed():
    taken = []

    def tasks():
        for n in itertools.count():
            taken.append(n)
            yield Task(n)

    results = run_tasks(tasks(), 2)
    assert len([next(results) for _ in range(50)]) == 50
    results.close()
    assert len(taken) <= 50 + 10


def test_a_task_that_does_not_stop_is_left_behind(monkeypatch):
    monkeypatch.setattr(pool, "PATIENCE", 0.2)
    release = threading.Event()
    results = run_tasks(iter([Task(0), Task(1, lambda task: release.wait(30))]), 2)
    assert next(results) == 0
    began = time.monotonic()
    results.close()
    assert 0.2 <= time.monotonic() - began < 10
    release.set()


def test_closing_stops_what_runs():
    tasks = [Task(n, lambda task: task.stopped.wait(20)) for n in range(2)]
    quick = Task("quick", lambda task: [other.begun.wait(20) for other in tasks])
    results = run_tasks(iter([quick, *tasks]), 3)
    before = threading.active_count()
    assert next(results) == "quick"
    results.close()
    assert all(task.stopped.is_set() for task in tasks)
    assert threading.active_count() <= before


def test_a_failure_ends_them_all():
    def fail(task):
        tasks[1].begun.wait(20)
        raise ValueError("broken")

    tasks = [Task(0, fail), Task(1, lambda task: task.stopped.wait(20))]
    with pytest.raises(ValueError, match="broken"):
        list(run_tasks(iter(tasks), 2))
    assert tasks[1].stopped.is_set()


def test_a_failure_to_make_tasks_is_told():
    def tasks():
        yield Task(0)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        list(run_tasks(tasks(), 2))
