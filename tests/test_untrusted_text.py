"""Text of strangers: what is left of it cannot command a terminal, and fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.untrusted_text import has_controls, one_line, replace_controls, shorten

ANY_TEXT = st.text(st.characters())  # lone surrogates too


@given(ANY_TEXT)
def test_one_line_has_no_controls_and_stays_as_it_is(text):
    line = one_line(text)
    assert not has_controls(line)
    assert one_line(line) == line
    line.encode()


@given(ANY_TEXT, st.booleans())
def test_controls_are_replaced_one_by_one(text, lines):
    replaced = replace_controls(text, lines=lines)
    assert not has_controls(replaced, lines=lines)
    replaced.encode()
    if not has_controls(text, lines=lines):
        assert replaced == text


@pytest.mark.parametrize("text", ["\x1b[2J", "a\x00", "\u202eevil", "\ud800", "\u2028", "\x9b1m"])
def test_what_commands_a_terminal_is_found(text):
    assert has_controls(text)
    assert has_controls(text, lines=True)


@given(st.text(), st.integers(3, 40))
def test_shortened_text_fits_and_keeps_both_ends(text, width):
    short = shorten(text, width)
    assert len(short) == min(width, len(text))
    if len(text) > width:
        assert text[0] == short[0]
        assert text[-1] == short[-1]


@given(st.text(), st.integers(1, 40))
def test_text_is_cut_where_it_is_asked_for(text, width):
    start, end = (shorten(text, width, cut=cut) for cut in ("start", "end"))
    assert len(start) == len(end) == min(width, len(text))
    if len(text) > width:
        assert start == "…" + text[len(text) - width + 1 :]
        assert end == text[: width - 1] + "…"
