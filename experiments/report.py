"""One report of many experiments: ``python -m experiments.report FOLDER``, as FOLDER/report.html.

The report needs no other file. ``inarow reproduce all`` makes it of what it has run.
"""

from __future__ import annotations

import argparse
import re
from html import escape
from pathlib import Path

from experiments.index import entries
from experiments.page import HEAD, STYLE

from inarow.files import replacing

REPORT = "report.html"
BODY = re.compile(r"<h1>(.*?)</h1>\n(.*)</html>", re.DOTALL)


def combine(folder: Path, suffix: str = "") -> Path:
    """Write the reports of all experiments in a folder as one; returns its path."""
    names, parts = [], []
    for entry in entries():
        path = folder / f"{entry.name}{suffix}" / REPORT
        found = BODY.search(path.read_text("utf-8")) if path.exists() else None
        if found:
            title, body = found.groups()
            names.append(f'<li><a href="#{escape(entry.name)}">{title}</a></li>')
            lowered = body.replace("<h2>", "<h3>").replace("</h2>", "</h3>")
            parts.append(f'<h2 id="{escape(entry.name)}">{title}</h2>\n{lowered}')
    title = "The papers, repeated by inarow"
    with replacing(folder / REPORT) as aside:
        aside.write_text(
            f"{HEAD}<title>{title}</title>"
            f"<style>{STYLE}</style><h1>{title}</h1>\n<ul>{''.join(names)}</ul>\n"
            + "\n".join(parts)
            + "</html>\n",
            "utf-8",
        )
    return folder / REPORT


def main() -> None:
    """Combine the reports of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="what --out of inarow reproduce was")
    parser.add_argument("--quick", action="store_true", help="those of quick runs")
    options = parser.parse_args()
    print(combine(options.folder, "-quick" if options.quick else ""))


if __name__ == "__main__":
    main()
