"""Starts two children, one in a session of its own, and writes their numbers to a file."""

import os
import sys
from pathlib import Path

from engine import Engine, forever


def child(own_session):
    number = os.fork()
    if number == 0:
        if own_session:
            os.setsid()
        forever()
    return number


children = [child(False), child(True)]
Path(sys.argv[1]).write_text(" ".join(map(str, children)), encoding="ascii")
Engine().run()
forever()
