"""Says nothing to commands that it does not know, and has never heard of the optional ones."""

from engine import Engine


class Fake(Engine):
    def obey(self, line):
        word = line.split(" ")[0].lower()
        if word in ["start", "info", "begin", "turn", "board", "end"]:
            super().obey(line)


Fake().run()
