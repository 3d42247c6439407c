"""The fakes are programs, not modules: pytest must not import them to look for doctests."""

collect_ignore_glob = ["*.py"]
