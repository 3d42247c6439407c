"""Prints what it thinks on standard output, without MESSAGE, before and after its moves."""

from engine import Engine


class Fake(Engine):
    def say_move(self, place):
        self.say("thinking... depth=4 \xff\x00")
        super().say_move(place)
        self.say("nice move, me")


Fake().run()
