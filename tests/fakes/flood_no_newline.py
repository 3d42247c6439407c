"""Writes 100 MB without a line end when it should move."""

import sys

from engine import Engine, forever


class Fake(Engine):
    def choose(self):
        for _ in range(100):
            sys.stdout.write("x" * (1 << 20))
        forever()


Fake().run()
