"""Plays beside the board."""

from engine import Engine


class Fake(Engine):
    def choose(self):
        return self.width, 0


Fake().run()
