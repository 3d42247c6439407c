"""Axe, which looks for what keeps people with a disability out of a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")  # of minor, moderate, serious, critical


def violations(page: Page, impacts: tuple[str, ...] = GRAVE) -> list[str]:
    """What axe finds on the page as it is now: the rule, and the elements that break it."""
    # Evaluated, and not added as a script, which the page's Content-Security-Policy would refuse.
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['impact']}: {rule['id']} ({rule['help']}): {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in impacts
        for node in rule["nodes"]
    ]
