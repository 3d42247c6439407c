"""Answers each move twice."""

from engine import Engine


class Fake(Engine):
    def say_move(self, place):
        x, y = place
        self.say(f"{x},{y}\n{x},{y}")


Fake().run()
