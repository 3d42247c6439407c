"""Which pages are not run as doctests."""

collect_ignore = ["api.md"]  # its examples are those of docstrings, which run there
