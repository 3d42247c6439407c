"""The driver of a Ray cluster whose actors know the kind of job for tests."""

from inarow.learning.jobs.ray_actor import Actor
from inarow.learning.jobs.ray_driver import main
from tests.learning.job_kinds import add_kind


class JobActor(Actor):
    def __init__(self):
        super().__init__()
        add_kind()


if __name__ == "__main__":
    main(JobActor)
