"""Says yes to the optional commands and does them wrong."""

from engine import Engine, rows


class Fake(Engine):
    def restart(self, _):
        self.say("OK")

    def takeback(self, _):
        self.say("OK")

    def rectstart(self, rest):
        width, _, height = rest.partition(",")
        super().rectstart(f"{height},{width}")

    def play(self, rest):
        self.say("0,0")

    def swap2board(self, _):
        list(rows())
        self.say("7,7 7,7 7,7")


Fake().run()
