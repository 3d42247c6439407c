"""Writes lines without end when it should move."""

from engine import Engine, forever


class Fake(Engine):
    def choose(self):
        for _ in range(100):
            self.say("MESSAGE I am still thinking\n" * 40_000)
        forever()


Fake().run()
