"""Ignores END, the end of its input and SIGTERM; never moves. Writes its number to a file."""

import os
import signal
import sys
from pathlib import Path

from engine import Engine, forever


class Fake(Engine):
    def end(self, _):
        pass

    def choose(self):
        forever()


for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
if len(sys.argv) > 1:
    Path(sys.argv[1]).write_text(str(os.getpid()), encoding="ascii")
Fake().run()
forever()
