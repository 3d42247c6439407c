"""The compliance test for Gomocup engines: runs all checks on an engine and reports the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from inarow.errors import PlayerFailed
from inarow.protocols.gomocup.dialogue import NotOffered, Subject, Violation
from inarow.protocols.gomocup.optional_checks import ADVICE, OPTIONAL
from inarow.protocols.gomocup.required_checks import AT_LAST, MANDATORY, Check, Kind
from inarow.protocols.processes.command import split_command

CHECKS = (*MANDATORY, *OPTIONAL, *ADVICE, AT_LAST)
"""All checks, in order."""

START = 30.0
"""Seconds that an engine may take to start."""

TOLERANCE = 0.1
"""Seconds over a time limit that are tolerated, for pipes and a busy machine."""

MEMORY = 350
"""MB, the limit of Gomocup."""


class CheckOutcome(StrEnum):
    """The result of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class CheckFinding:
    """One check, its result, and a sentence about it."""

    name: str
    kind: Kind
    outcome: CheckOutcome
    detail: str


@dataclass(frozen=True)
class ComplianceReport:
    """The results of all checks of an engine."""

    command: str
    about: str
    findings: tuple[CheckFinding, ...]

    @property
    def compliant(self) -> bool:
        """Whether every mandatory check passed."""
        return all(
            finding.outcome is CheckOutcome.PASSED
            for finding in self.findings
            if finding.kind is Kind.MANDATORY
        )

    def count(self, outcome: CheckOutcome) -> int:
        """The number of checks with this result."""
        return sum(finding.outcome is outcome for finding in self.findings)

    def as_dict(self) -> dict[str, object]:
        """The report as JSON."""
        return {
            "command": self.command,
            "about": self.about,
            "compliant": self.compliant,
            **{outcome.value: self.count(outcome) for outcome in CheckOutcome},
            "findings": [asdict(finding) for finding in self.findings],
        }


def check_engine(
    cmd: str,
    *,
    directory: str = "",
    start: float = START,
    tolerance: float = TOLERANCE,
    memory: int = MEMORY,
    checks: Sequence[Check] = CHECKS,
    on_check: Callable[[str], object] | None = None,
) -> ComplianceReport:
    """Run the checks on the engine of a command, each with a new process.

    ``on_check`` is called with the name of each check before it runs.
    """
    words, where = split_command(cmd, directory)
    subject = Subject(words, where, start, tolerance, memory)
    findings: list[CheckFinding] = []
    hopeless = ""
    for check in checks:
        if on_check is not None:
            on_check(check.name)
        if hopeless:
            findings.append(_finding(check, CheckOutcome.SKIPPED, f"Its {hopeless} failed."))
            continue
        findings.append(_run(check, subject))
        if check.vital and findings[-1].outcome is CheckOutcome.FAILED:
            hopeless = check.name
    return ComplianceReport(cmd, subject.about, tuple(findings))


def _run(check: Check, subject: Subject) -> CheckFinding:
    try:
        return _finding(check, CheckOutcome.PASSED, check.run(subject))
    except (Violation, PlayerFailed) as problem:
        return _finding(check, CheckOutcome.FAILED, str(problem))
    except NotOffered as reason:
        return _finding(check, CheckOutcome.SKIPPED, str(reason))


def _finding(check: Check, outcome: CheckOutcome, detail: str) -> CheckFinding:
    return CheckFinding(check.name, check.kind, outcome, detail)
