"""Each page shows a part of its example, word for word, and says how much faster the core is."""

from __future__ import annotations

import re
import textwrap

import pytest

from tests.examples.test_files import FOLDER, METHODS, ROOT

FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPEED = re.compile(r"about (?:[\d,]+ times )?as fast, .*?\(`make bench ARGS=examples`\)")


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_page_shows_what_is_in_the_file(method):
    page = (ROOT / f"docs/algorithms/{method.replace('_', '-')}.md").read_text(encoding="utf-8")
    source = (FOLDER / f"{method}.py").read_text(encoding="utf-8")
    assert f"(../../examples/{method}.py)" in page
    assert SPEED.search(" ".join(page.split()))
    blocks = [block for block in FENCE.findall(page) if ">>>" not in block]
    assert blocks
    for block in blocks:
        # Methods are shown without the indentation of their class.
        assert block in source or textwrap.indent(block, "    ") in source
