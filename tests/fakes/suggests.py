"""Suggests its moves and plays what it is told."""

from engine import Engine


class Fake(Engine):
    def answer(self):
        x, y = self.choose()
        self.say(f"SUGGEST {x},{y}")


Fake().run()
