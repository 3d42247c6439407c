"""What to do with a test whose program is not on this machine."""

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip the test, or fail it where nothing may be missing: `.ci/run` sets INAROW_TEST_ALL."""
    if os.environ.get("INAROW_TEST_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)
