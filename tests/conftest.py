"""Settings for all tests: the same examples on every run, so that a red run stays red;
and the databases."""

import signal

from hypothesis import HealthCheck, settings

from tests.postgres import (  # noqa: F401 (fixtures for all)
    database_url,
    postgres,
    postgres_url,
    shared_database_url,
)

collect_ignore = ["wheels.py"]  # for `make test-wheels`, which names it

settings.register_profile(
    "inarow", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("inarow")

# What a shell runs in the background ignores Ctrl-C; the commands under test would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
