"""Settings for all tests: the same examples on every run, so that a red run stays red."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "inarow", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("inarow")
