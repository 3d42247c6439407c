"""Writes megabytes to standard error before each move, and ends in its third."""

import sys

from engine import Engine


class Fake(Engine):
    def choose(self):
        for _ in range(5):
            sys.stderr.write("a warning of no importance\n" * 40_000)
        if self.moves == 2:
            sys.stderr.write("this is the end\n")
            sys.exit(1)
        return super().choose()


Fake().run()
