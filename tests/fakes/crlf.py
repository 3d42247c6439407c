"""Ends its lines as Windows does."""

from engine import Engine


class Fake(Engine):
    line_end = "\r\n"


Fake().run()
