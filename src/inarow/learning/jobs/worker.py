"""A child process that runs jobs: ``python -m inarow.learning.jobs.worker``, started by a backend.

A thread reads what the parent sends, and ends the process when the parent has closed the pipe: also
if the parent was killed, and in the middle of a job.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable

from inarow.learning.jobs.job import Job
from inarow.learning.jobs.messages import Message, MessageReader, answer, keep_network

_READ = 1 << 20


def main() -> None:
    """Run jobs until the parent closes the pipe."""
    messages, send = connect_to_parent()
    networks: dict[str, bytes] = {}
    while True:
        header, body = messages.get()
        if header["type"] == "network":
            keep_network(networks, header["checksum"], body)
        else:
            job = Job.from_json(header["job"])
            done = answer(job, networks[job.network])
            send(Message(done.header | {"id": header["id"]}, done.body))


def connect_to_parent() -> tuple[queue.SimpleQueue[Message], Callable[[Message], None]]:
    """What the parent sends, in a queue that a thread fills, and the way to send to it.

    From now on, what somebody prints goes to standard error, and Ctrl-C is the parent's affair.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
    sending = threading.Lock()

    def read() -> None:
        try:
            reader = MessageReader()
            while data := os.read(incoming, _READ):
                for message in reader.feed(data):
                    messages.put(message)
        finally:
            os._exit(0)  # the parent has closed the pipe, or is gone

    def send(message: Message) -> None:
        data = memoryview(message.as_bytes())
        try:
            with sending:
                while data:
                    data = data[os.write(outgoing, data) :]
        except BrokenPipeError:
            os._exit(0)

    threading.Thread(target=read, name="parent", daemon=True).start()
    return messages, send


if __name__ == "__main__":
    main()
