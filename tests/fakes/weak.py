"""Plays on the first free point, whatever happens."""

from engine import Engine


class Fake(Engine):
    def makes_five(self, place, stone):
        return False

    def choose(self):
        empty = ((x, y) for y in range(self.height) for x in range(self.width))
        return next(place for place in empty if place not in self.stones)


Fake().run()
