"""Writes every answer in pieces, with pauses."""

import sys
import time

from engine import Engine


class Fake(Engine):
    def say(self, text):
        for letter in text + "\n":
            sys.stdout.write(letter)
            sys.stdout.flush()
            time.sleep(0.01)


Fake().run()
