"""Players that get better by playing: how they are trained."""

from inarow.learning.registry import LEARNERS, load_learner

__all__ = ["LEARNERS", "load_learner"]
