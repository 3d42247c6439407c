"""Answers to INFO, where no answer is due."""

from engine import Engine


class Fake(Engine):
    def info(self, rest):
        super().info(rest)
        self.say("OK")


Fake().run()
