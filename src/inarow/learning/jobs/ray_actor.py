"""What runs on the machines of a Ray cluster: an actor for each processor, which runs jobs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from inarow.learning.jobs.job import Job
from inarow.learning.jobs.messages import Message, answer, keep_network


class Actor:
    """Runs jobs. It holds nothing but networks, so that Ray may start it again anywhere."""

    def __init__(self) -> None:
        self._networks: dict[str, bytes] = {}

    def hello(self) -> str:
        """The version of inarow on its machine; it is ready for jobs."""
        return version("inarow")

    def run(self, job: str, network: Sequence[Any]) -> Message:
        """Run a job; returns the answer of a child but for the id.

        ``network`` holds a reference: Ray would fetch what is not in a list each time.
        """
        import ray  # noqa: PLC0415 (here and in the driver only)

        found = Job.from_json(job)
        if found.network not in self._networks:
            keep_network(self._networks, found.network, ray.get(network[0]))
        return answer(found, self._networks[found.network])
