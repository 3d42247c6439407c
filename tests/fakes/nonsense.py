"""Answers with a word of its own."""

from engine import Engine


class Fake(Engine):
    def say_move(self, place):
        self.say("I would rather not\x07")


Fake().run()
