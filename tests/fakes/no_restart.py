"""An old engine: knows only the commands that it must, and says nothing to ABOUT."""

from engine import Engine


class Fake(Engine):
    def restart(self, _):
        self.say("UNKNOWN")

    def about(self, _):
        pass


Fake().run()
