"""Ends in the middle of its third move."""

import sys

from engine import Engine


class Fake(Engine):
    def choose(self):
        if self.moves == 2:
            sys.stderr.write("out of ideas\n")
            sys.exit(7)
        return super().choose()


Fake().run()
