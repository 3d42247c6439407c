"""The report of a tournament: one page that works offline, and two pictures."""

from inarow.arena.report.page import write_report

__all__ = ["write_report"]
