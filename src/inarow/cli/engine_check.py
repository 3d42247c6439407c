"""``inarow engine --check CMD``: whether a program is a compliant Gomocup engine."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from inarow.cli.output import WIDE, console, print_json
from inarow.protocols.gomocup.compliance import (
    TOLERANCE,
    CheckOutcome,
    ComplianceReport,
    check_engine,
)
from inarow.protocols.gomocup.required_checks import Kind

NOT_COMPLIANT = 1

_SIGNS = {CheckOutcome.PASSED: "✓", CheckOutcome.FAILED: "✗", CheckOutcome.SKIPPED: "–"}  # noqa: RUF001


def run_check(cmd: str, json: bool, tolerance: float = TOLERANCE) -> None:
    """Check an engine and print the report; exit status 1 if it is not compliant."""
    if json:
        report = check_engine(cmd, tolerance=tolerance)
        print_json(report.as_dict())
    else:
        with console.status("checking …") as status:
            report = check_engine(
                cmd,
                tolerance=tolerance,
                on_check=lambda name: status.update(f"checking {name} …"),
            )
        print_report(report, console)
    if not report.compliant:
        raise typer.Exit(NOT_COMPLIANT)


def print_report(report: ComplianceReport, to: Console) -> None:
    """Print a report as a table and a verdict."""
    is_narrow = to.width < WIDE
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for finding in report.findings:
        failed = finding.outcome is CheckOutcome.FAILED
        colour = {CheckOutcome.PASSED: "green", CheckOutcome.SKIPPED: "dim"}.get(
            finding.outcome, "red" if finding.kind is Kind.MANDATORY else "yellow"
        )
        kind = "" if finding.kind is Kind.MANDATORY else finding.kind.value
        sign = Text(_SIGNS[finding.outcome], style=colour)
        name = Text(finding.name, style="bold" if failed else "")
        detail = Text(finding.detail)  # without markup: an engine may have written it
        if is_narrow:  # what was found stands below the name
            table.add_row(sign, Text("  ").join([name, *([Text(kind, "dim")] if kind else [])]))
            table.add_row("", detail)
        else:
            table.add_row(sign, name, Text(kind, style="dim"), detail)
    to.print(table)
    mandatory = [finding for finding in report.findings if finding.kind is Kind.MANDATORY]
    kept = sum(finding.outcome is CheckOutcome.PASSED for finding in mandatory)
    verdict = "compliant" if report.compliant else "not compliant"
    to.print(
        Text.assemble(
            f"\n{report.about or report.command}: ",
            (verdict, "bold green" if report.compliant else "bold red"),
            f", {kept} of {len(mandatory)} mandatory checks passed",
        )
    )
