"""The report of a tournament: one page that works offline, and two pictures."""

from inarow.arena.report.page import report_page, write_report

__all__ = ["report_page", "write_report"]
