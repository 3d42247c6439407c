"""Bytes near valid ones: most random bytes are refused by the first check that they meet."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

MOST_EDITS = 8
LONGEST_PIECE = 64

INTERESTING = (
    *(b"\x00", b"\xff", b"\x7f", b"\x80", b"\xff\xff\xff\xff", b"\x00\x00\x00\x80"),
    *(b"\x00\x00\xc0\x7f", b"\xff" * 8, b"\r\n", b'"', b"\\", b"[", b"{", b"("),
    *(b"-1", b"0", b"1e999", b"NaN", b"99999999999999999999", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80"),
)
"""Pieces at which parsers fail: limits of numbers, half of an encoding, what opens and ends."""


@st.composite
def mutated(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds with a few pieces overwritten, inserted, deleted or repeated."""
    content = draw(st.sampled_from(seeds))
    piece = st.sampled_from(INTERESTING) | st.binary(min_size=1, max_size=LONGEST_PIECE)
    for _ in range(draw(st.integers(0, MOST_EDITS))):
        # Both ends are likely, where headers and checksums are.
        at = draw(st.integers(0, min(64, len(content))) | st.integers(0, len(content)))
        at = len(content) - at if draw(st.booleans()) else at
        length = draw(st.integers(0, LONGEST_PIECE))
        match draw(st.sampled_from(["overwrite", "insert", "delete", "repeat", "cut", "splice"])):
            case "overwrite":
                new = draw(piece)
                content = content[:at] + new + content[at + len(new) :]
            case "insert":
                content = content[:at] + draw(piece) + content[at:]
            case "delete":
                content = content[:at] + content[at + length :]
            case "repeat":
                content = content[: at + length] + content[at:]
            case "cut":
                content = content[:at]
            case "splice":
                other = draw(st.sampled_from(seeds))
                content = content[:at] + other[min(at, len(other)) :]
    return content
