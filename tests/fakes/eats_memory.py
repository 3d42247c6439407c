"""Takes more and more memory when it should move: MB in its argument, or without end."""

import sys
import time

from engine import Engine


class Fake(Engine):
    def choose(self):
        eaten = []
        while len(sys.argv) < 2 or len(eaten) < int(sys.argv[1]):
            eaten.append(b"x" * (1 << 20))
            time.sleep(0.001)
        return super().choose()


Fake().run()
