"""Plays well, but ignores END and the end of its input."""

from engine import Engine, forever


class Fake(Engine):
    def end(self, _):
        pass


Fake().run()
forever()
