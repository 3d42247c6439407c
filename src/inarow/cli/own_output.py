"""Keeps standard output for answers: players of users print, and so do the libraries they import.

It works on the file itself, because libraries in C print, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STDOUT, STDERR = 1, 2


@contextmanager
def own_output(others: int) -> Iterator[int]:
    """Take standard output for answers: what is printed meanwhile goes to the file ``others``."""
    sys.stdout.flush()
    output = os.dup(STDOUT)
    os.dup2(others, STDOUT)
    try:
        yield output
    finally:
        sys.stdout.flush()
        os.dup2(output, STDOUT)
        os.close(output)
