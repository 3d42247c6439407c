"""A process that runs many commands of one version: to start it costs more than most of them."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any

from benchmarks.revision import Failed, Version


@dataclass(frozen=True)
class Ran:
    """How a command ended; ``seconds`` are of processor time."""

    status: object
    output: str
    errors: str
    seconds: float


class Worker:
    """Answers requests one at a time; a process that dies is replaced for the next request."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def command(self, *words: str) -> Ran:
        """Run ``inarow WORDS``."""
        answer = self._ask(words)
        if isinstance(answer, int):
            return Ran(answer, "", f"The process ended with status {answer}.", 0.0)
        return Ran(**answer)

    def must_run(self, *words: str) -> Ran:
        """Run ``inarow WORDS``, which must not fail."""
        ran = self.command(*words)
        if ran.status != 0:
            command, errors = " ".join(words), " ".join(ran.errors.split())
            raise Failed(f"inarow {command} fails in {self.version.name}: {errors}")
        return ran

    def sims_per_second(self, game: str, player: str, sims: int, times: int) -> float:
        """Simulations in a second of processor time, over so many searches of the start."""
        answer = self._ask({"game": game, "player": player, "sims": sims, "times": times})
        if isinstance(answer, int):
            raise Failed(f"{player} on {game} fails in {self.version.name}.")
        return float(answer["sims"] / answer["seconds"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, request: object) -> dict[str, Any] | int:
        """The answer, or the exit status of a process that died of the request."""
        if self._process is None:
            self._process = subprocess.Popen(
                self.version.command("requests"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C is for us, who end it
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return dict(json.loads(line))
        process.communicate()
        self._process = None
        return process.returncode
