"""A thread pool: tasks are taken one by one, and stopped together.

Searches run in the core without the GIL and engines are separate processes, so threads are enough
to use every processor.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from inarow import _core
from inarow.worker_threads import start_threads

PATIENCE = 5.0
"""Seconds for tasks to stop; a player of somebody else that does not is left behind."""

Result = TypeVar("Result")
Produced_co = TypeVar("Produced_co", covariant=True)


class Task(Protocol[Produced_co]):
    """A task of a worker thread."""

    def run(self) -> Produced_co:
        """Run the task."""

    def stop(self) -> None:
        """Make ``run`` return or raise soon; called from another thread."""


def run_tasks(tasks: Iterator[Task[Result]], workers: int) -> Generator[Result, None, None]:
    """Yield results as they are ready; closing the iterator stops the running tasks.

    The next task is taken only when a worker is free, so tasks may depend on results, and their
    number may be infinite. An exception in a task stops all tasks.
    """
    pool = _Pool(tasks, workers)
    try:
        yield from pool.results()
    finally:
        pool.stop()


class _Pool(Generic[Result]):
    def __init__(self, tasks: Iterator[Task[Result]], workers: int) -> None:
        self._tasks = tasks
        self._lock = threading.Lock()
        self._stopped = False
        self._running: set[Task[Result]] = set()
        # Small, so that workers wait for the consumer of results, and memory is bounded.
        self._results: queue.Queue[tuple[Result] | BaseException | None] = queue.Queue(2 * workers)
        self._threads = start_threads(workers, self._work, "arena")

    def results(self) -> Iterator[Result]:
        working = len(self._threads)
        while working:
            result = self._results.get()
            if result is None:
                working -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                yield result[0]

    def stop(self) -> None:
        self._stopped = True
        deadline = time.monotonic() + PATIENCE
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < deadline:
            with self._lock:
                running = list(self._running)
            for task in running:  # repeatedly: a search may have just begun
                task.stop()
            with suppress(queue.Empty):  # so that no worker waits for space in the queue
                self._results.get(timeout=0.02)
        if any(thread.is_alive() for thread in self._threads):
            _core.set_leak_warnings(False)  # of what these threads hold when Python ends

    def _work(self) -> None:
        try:
            while (task := self._next()) is not None:
                try:
                    result = task.run()
                finally:
                    with self._lock:
                        self._running.discard(task)
                self._results.put((result,))
        except BaseException as error:
            self._results.put(error)
        finally:
            self._results.put(None)

    def _next(self) -> Task[Result] | None:
        with self._lock:
            if self._stopped:
                return None
            task = next(self._tasks, None)
            if task is not None:
                self._running.add(task)
            return task
