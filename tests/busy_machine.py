"""Measuring time on a machine that may be busy with other things."""

from collections.abc import Callable

TRIES = 40


def once_within(seconds: float, measure: Callable[[], float]) -> bool:
    """Whether at least one of many measurements is short enough; the first may do."""
    return any(measure() <= seconds for _ in range(TRIES))
