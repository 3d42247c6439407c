"""Takes the CR at the end of a line for a part of the command."""

import sys

from engine import Engine

sys.stdin.reconfigure(newline="\n")


class Fake(Engine):
    def run(self):
        for line in sys.stdin:
            if line.endswith("\r\n"):
                self.say("UNKNOWN command")
            else:
                self.obey(line.strip())


Fake().run()
