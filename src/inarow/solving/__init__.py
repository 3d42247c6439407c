"""Exact values of positions."""

from inarow.solving.exact import Solution, solve

__all__ = ["Solution", "solve"]
