"""Answers ERROR when it should move."""

from engine import Engine


class Fake(Engine):
    def say_move(self, place):
        self.say("ERROR my head hurts")


Fake().run()
