"""Crashes at once and leaves a daemon behind, with its number in a file, if one is named."""

import os
import sys
from pathlib import Path

from engine import forever

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        if len(sys.argv) > 1:
            Path(sys.argv[1]).write_text(str(os.getpid()), encoding="ascii")
            Path(sys.argv[1] + ".done").touch()
        forever()
    os._exit(0)
os.wait()
while len(sys.argv) > 1 and not Path(sys.argv[1] + ".done").exists():
    pass
sys.exit(5)
