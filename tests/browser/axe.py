"""Axe, which looks for what keeps people with a disability out of a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds on the page as it is now: the rule, and the elements that break it.

    By all its rules, or by some.
    """
    if not page.evaluate("'axe' in window"):
        # Evaluated, not added as a script: the page's Content-Security-Policy would refuse that.
        page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{rule['impact']}: {rule['id']} ({rule['help']}): {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
