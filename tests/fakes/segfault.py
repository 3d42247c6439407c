"""Is ended by a signal in its second move."""

import os
import signal

from engine import Engine


class Fake(Engine):
    def choose(self):
        if self.moves == 1:
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().choose()


Fake().run()
