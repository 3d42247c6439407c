"""Forgets the stones of the opponent, so it plays on them sooner or later."""

from engine import Engine


class Fake(Engine):
    def put(self, text, stone):
        pass


Fake().run()
