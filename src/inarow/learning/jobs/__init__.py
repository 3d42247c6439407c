"""Jobs: pieces of work that can be done and repeated anywhere, and the backends that do them."""

from inarow.learning.jobs.backend import Backend, InProcess, OnDone, Stopped
from inarow.learning.jobs.job import KINDS, Job
from inarow.learning.jobs.processes import Processes

__all__ = ["KINDS", "Backend", "InProcess", "Job", "OnDone", "Processes", "Stopped"]
