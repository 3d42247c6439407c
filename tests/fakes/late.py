"""Moves after as many seconds as its argument says."""

import sys
import time

from engine import Engine


class Fake(Engine):
    def choose(self):
        time.sleep(float(sys.argv[1]))
        return super().choose()


Fake().run()
