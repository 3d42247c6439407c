"""The driver of a Ray cluster: a child process that passes jobs from a backend on to actors.

Ray has threads, signal handlers and messages of its own, and it may end the process that uses it.
So it is used in this process only: if it hangs or dies, the training goes on to an error in a
sentence. It is started by ``inarow.learning.cluster``.

Each actor has one job at a time, and only after it has answered a greeting: one whose machine was
lost gets none until Ray has found another place for it. Its job is repeated by another actor.
"""

from __future__ import annotations

import logging
import os
import queue
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import ray
from ray.exceptions import ActorDiedError, RayActorError, RayError, RayTaskError

from inarow.errors import InarowError
from inarow.learning.jobs.job import Job
from inarow.learning.jobs.messages import Message, failure, keep_network
from inarow.learning.jobs.processes import MOST_REPEATS
from inarow.learning.jobs.ray_actor import Actor
from inarow.learning.jobs.worker import connect_to_parent
from inarow.untrusted_text import one_line

LOOK_EVERY, IDLE = 0.05, 1.0
"""Seconds between two looks at what the parent has sent, while jobs run and while none do."""

COUNT_EVERY = 5.0
"""Seconds between two counts of the cluster's processors: machines may join."""

LOST_AFTER = 10.0
"""Seconds without a connection to the head after which the cluster is lost."""


@dataclass(frozen=True)
class Task:
    """A job of the parent, with a reference to its network, which keeps it in the store."""

    number: int
    job: str
    network: Any


@dataclass(eq=False)
class Slot:
    """An actor, and what it does: a job, or it is greeted and has not yet answered."""

    actor: Any
    task: Task | None = None
    is_ready: bool = False


class Driver:
    """Passes jobs to actors, and their answers to the parent."""

    def __init__(
        self, messages: queue.SimpleQueue[Message], send: Callable[[Message], None], actor: type
    ) -> None:
        self._messages, self._send = messages, send
        # Jobs are repeated here and not by Ray, which would wait for the same actor.
        self._actor = ray.remote(
            num_cpus=1, max_restarts=-1, max_task_retries=0, scheduling_strategy="SPREAD"
        )(actor)
        self._slots: list[Slot] = []
        self._calls: dict[Any, Slot] = {}
        self._pending: deque[Task] = deque()
        self._deaths: Counter[int] = Counter()
        self._networks: dict[str, Any] = {}
        self._told = -1

    def run(self) -> None:
        """Go on until the parent closes the pipe, which ends the process."""
        counted = 0.0
        while True:
            if time.monotonic() >= counted + COUNT_EVERY:
                counted = time.monotonic()
                self._add_actors()
            self._take_messages(0.0 if self._calls else IDLE)
            for slot in self._slots:
                if self._pending and slot.is_ready and slot.task is None:
                    self._give(slot, self._pending.popleft())
            self._tell_slots()
            if self._calls:
                done, _ = ray.wait(list(self._calls), timeout=LOOK_EVERY)
                for call in done:
                    self._finish(call, self._calls.pop(call))

    def _take_messages(self, seconds: float) -> None:
        """Take what the parent has sent; if there is nothing, wait so long for it."""
        with suppress(queue.Empty):
            while True:
                self._take(self._messages.get(timeout=seconds))
                seconds = 0.0

    def _take(self, message: Message) -> None:
        header, body = message
        if header["type"] == "network":
            keep_network(self._networks, header["checksum"], ray.put(body))
            return
        job = Job.from_json(header["job"])
        self._pending.append(Task(header["id"], header["job"], self._networks[job.network]))

    def _add_actors(self) -> None:
        """As many as there are processors; those of lost machines come back with new ones."""
        processors = count_processors()
        while len(self._slots) < processors:
            slot = Slot(self._actor.remote())
            self._slots.append(slot)
            self._greet(slot)

    def _greet(self, slot: Slot) -> None:
        slot.is_ready, slot.task = False, None
        self._calls[slot.actor.hello.options(max_task_retries=-1).remote()] = slot

    def _give(self, slot: Slot, task: Task) -> None:
        slot.task = task
        self._calls[slot.actor.run.remote(task.job, [task.network])] = slot

    def _tell_slots(self) -> None:
        """Tell the parent how many jobs to send: one to run and one to wait for each actor."""
        count = 2 * sum(slot.is_ready for slot in self._slots)
        if count != self._told:
            self._told = count
            self._send(Message({"type": "slots", "count": count}))

    def _finish(self, call: Any, slot: Slot) -> None:
        """Take the answer of an actor."""
        task = slot.task
        try:
            answer = ray.get(call)
        except RayError as error:
            self._fail(slot, error)
            return
        slot.task = None
        if task is not None:
            header, body = answer
            self._deaths.pop(task.number, None)
            self._send(Message({**header, "id": task.number}, body))
        elif answer != version("inarow"):
            raise InarowError(
                f"A machine of the cluster has inarow {answer}, not {version('inarow')}."
            )
        slot.is_ready = True

    def _fail(self, slot: Slot, error: RayError) -> None:
        """Go on after an actor, its machine or its answer was lost."""
        if isinstance(error, RayTaskError) and not isinstance(error.cause, RayError):
            raise InarowError(f"The cluster cannot run jobs: {_reason(error.cause)}.")
        if isinstance(error, RayActorError) and error.actor_init_failed:
            raise InarowError(f"The cluster cannot run jobs: {_reason(error)}.")
        if slot.task is not None:
            self._repeat(slot.task)
        if isinstance(error, ActorDiedError):  # for good; another takes its place
            self._slots.remove(slot)
        else:
            self._greet(slot)

    def _repeat(self, task: Task) -> None:
        self._deaths[task.number] += 1
        deaths, job = self._deaths[task.number], Job.from_json(task.job)
        if deaths > MOST_REPEATS:
            raise InarowError(f"{job} cannot be played: {deaths} processes or machines died of it.")
        self._pending.appendleft(task)


def count_processors() -> int:
    """Those of all machines that are alive; the one that we are connected to must be."""
    alive = {node["NodeID"]: node["Resources"] for node in ray.nodes() if node["Alive"]}
    if ray.get_runtime_context().get_node_id() not in alive:
        raise InarowError("The cluster was lost: Ray has ended on this machine.")
    return int(sum(resources.get("CPU", 0) for resources in alive.values()))


def watch_head(address: str, on_lost: Callable[[str], None]) -> None:
    """Look whether the head can be reached, for ever; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    reached = time.monotonic()
    while True:
        try:
            socket.create_connection((host.strip("[]"), int(port)), LOST_AFTER).close()
            reached = time.monotonic()
        except OSError as error:
            if time.monotonic() >= reached + LOST_AFTER:
                on_lost(str(error.strerror or error))
        time.sleep(1.0)


def _reason(error: object) -> str:
    """The last line of its text: before it, Ray writes whole tracebacks."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return one_line(lines[-1])[:300].rstrip(".")


def main(actor: type = Actor) -> None:
    """Connect to the cluster of the first argument, and run jobs on it."""
    messages, send = connect_to_parent()
    try:
        ray.init(sys.argv[1], log_to_driver=False, logging_level=logging.CRITICAL)
    except Exception as error:
        send(failure(InarowError(f"The cluster cannot be used: {_reason(error)}."), ""))
        return

    def give_up(reason: str) -> None:
        send(failure(InarowError(f"The cluster was lost: {reason}."), ""))
        os._exit(1)

    head = ray.get_runtime_context().gcs_address
    threading.Thread(target=watch_head, args=(head, give_up), daemon=True).start()
    try:
        if not count_processors():
            raise InarowError("The cluster has no processors.")
        Driver(messages, send, actor).run()
    except InarowError as error:
        send(failure(error, ""))
    except RayError as error:
        give_up(_reason(error))


if __name__ == "__main__":
    main()
