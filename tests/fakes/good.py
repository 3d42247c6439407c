"""Does everything right."""

from engine import Engine

Engine().run()
