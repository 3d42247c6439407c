"""Plays well, but starts two children that never end, one of them in a session of its own.

Writes their numbers to a file, if one is named.
"""

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


children = [child(own_session=False), child(own_session=True)]
if len(sys.argv) > 1:
    Path(sys.argv[1]).write_text(" ".join(map(str, children)), encoding="ascii")
Engine().run()
