"""Moves well, but always takes a second and a half, whatever it is told."""

import time

from engine import Engine


class Fake(Engine):
    def choose(self):
        time.sleep(1.5)
        return super().choose()


Fake().run()
