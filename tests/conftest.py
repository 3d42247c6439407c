"""Settings for all tests: the same examples on every run, so that a red run stays red;
and the databases."""

from hypothesis import HealthCheck, settings

from tests.postgres import (  # noqa: F401 (fixtures for all)
    database_url,
    postgres,
    postgres_url,
    shared_database_url,
)

settings.register_profile(
    "inarow", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("inarow")
