"""Says a lot in the ways that are allowed: a banner, MESSAGE, DEBUG, empty lines."""

from engine import Engine


class Fake(Engine):
    def say_move(self, place):
        self.say("MESSAGE depth 4\n\nDEBUG alpha=3\nmessage lower case\n")
        super().say_move(place)


engine = Fake()
engine.say("Welcome to Fake 1.0\n(c) nobody\n")
engine.run()
