"""Closes its output at the second move and runs on."""

import os

from engine import Engine, forever


class Fake(Engine):
    def choose(self):
        if self.moves == 1:
            os.close(1)
            forever()
        return super().choose()


Fake().run()
