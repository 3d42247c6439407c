"""Starts well and never moves."""

from engine import Engine, forever


class Fake(Engine):
    def choose(self):
        forever()


Fake().run()
