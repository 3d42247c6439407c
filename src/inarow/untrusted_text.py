"""Text from files, engines and people that we do not know, made safe to store and to show.

Such text may be of any length and may hold control characters, which a terminal takes for
commands, lone surrogates, which UTF-8 cannot hold, and marks that reverse the reading order of all
that follows.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 20_000
"""Characters of a text that are looked at; nothing that is shown on one line is longer."""

_DIRECTION_MARKS = r"\u202a-\u202e\u2066-\u2069"
_CONTROLS = rf"\x00-\x1f\x7f-\x9f\u2028\u2029{_DIRECTION_MARKS}\ud800-\udfff"
_IN_LINE = re.compile(f"[{_CONTROLS}]")
_IN_TEXT = re.compile(f"(?![\n\t])[{_CONTROLS}]")
_DIRECTION_MARK = re.compile(f"[{_DIRECTION_MARKS}]")


def has_controls(text: str, *, lines: bool = False) -> bool:
    r"""Whether there are control characters; with ``lines``, line ends and tabs are none.

    >>> has_controls("two\nlines"), has_controls("two\nlines", lines=True)
    (True, False)
    """
    return (_IN_TEXT if lines else _IN_LINE).search(text) is not None


def replace_controls(text: str, *, lines: bool = False) -> str:
    r"""The text with each control character replaced; ``lines`` keeps line ends and tabs.

    >>> replace_controls("bold \x1b[1m name")
    'bold �[1m name'
    """
    if lines:
        return _IN_TEXT.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _IN_LINE.sub("\ufffd", text)


def one_line(text: object) -> str:
    r"""The text on one line, to be shown: without control characters, with single spaces.

    >>> one_line("two\nlines\x00 \ud800"), one_line("Segmentation\x1b[31m\n fault")
    ('two lines ?', 'Segmentation [31m fault')
    """
    known = str(text)[:LONGEST].encode("utf-8", "replace").decode()
    plain = "".join(" " if unicodedata.category(c) == "Cc" else c for c in known)
    return " ".join(_DIRECTION_MARK.sub("", plain).split())


def shorten(text: str, most: int, cut: str = "middle") -> str:
    """The text with at most so many characters; ``cut`` says where others are left out.

    The middle is the default, as both ends tell similar texts apart.

    >>> shorten("external:cmd=/opt/engines/the-best,memory=350", 24)
    'external:cm…t,memory=350'
    >>> shorten("abcdefgh", 4, cut="start"), shorten("abcdefgh", 4, cut="end")
    ('…fgh', 'abc…')
    """
    if len(text) <= most:
        return text
    head = {"start": 0, "middle": (most - 1) // 2, "end": most - 1}[cut]
    return f"{text[:head]}…{text[len(text) - (most - 1 - head) :]}"
