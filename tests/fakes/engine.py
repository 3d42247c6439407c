"""A small, well-behaved Gomocup engine: the whole protocol, wins in one, blocks in one.

The fakes are this engine with one thing broken. They run without the package and without site
packages: ``python -S tests/fakes/NAME.py``.
"""

import sys
import time

COMMANDS = "start rectstart restart info begin turn board takeback play swap2board about end"
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


class Engine:
    """Reads commands from standard input, answers on standard output."""

    name = 'name="Fake", version="1.0", author="inarow", country="nowhere"'
    line_end = "\n"

    def __init__(self):
        self.width = self.height = 0
        self.rule = 0
        self.stones = {}  # (x, y) to 1 (ours) or 2
        self.moves = 0

    def run(self):
        for line in sys.stdin:
            self.obey(line.strip())

    def say(self, text):
        sys.stdout.write(text + self.line_end)
        sys.stdout.flush()

    def obey(self, line):
        word, _, rest = line.partition(" ")
        name = word.lower()
        if not name:
            return
        if name not in COMMANDS.split():
            self.say("UNKNOWN command")
            return
        try:
            getattr(self, name)(rest)
        except (ValueError, KeyError):
            self.say(f"ERROR cannot read {line}")

    def start(self, rest):
        self.rectstart(f"{int(rest)},{int(rest)}")

    def rectstart(self, rest):
        self.stones.clear()
        self.width = self.height = 0
        width, height = point(rest)
        if not (5 <= width <= 20 and 5 <= height <= 20):
            self.say("ERROR boards have 5 to 20 rows and columns")
            return
        self.width, self.height = width, height
        self.say("OK")

    def restart(self, _):
        self.stones.clear()
        self.say("OK")

    def info(self, rest):
        key, _, value = rest.partition(" ")
        if key.lower() == "rule":
            self.rule = int(value)

    def begin(self, _):
        self.answer()

    def turn(self, rest):
        self.put(rest, 2)
        self.answer()

    def board(self, _):
        self.stones.clear()
        for line in rows():
            place, _, stone = line.rpartition(",")
            self.put(place, int(stone))
        self.answer()

    def takeback(self, rest):
        del self.stones[point(rest)]
        self.say("OK")

    def play(self, rest):
        self.put(rest, 1)
        self.say(rest)

    def swap2board(self, _):
        self.stones.clear()
        given = list(rows())
        self.say({0: "2,2 3,2 4,4"}.get(len(given), "SWAP"))

    def about(self, _):
        self.say(self.name)

    def end(self, _):
        sys.exit(0)

    def put(self, text, stone):
        place = point(text)
        if place in self.stones or not self.inside(place):
            raise ValueError(text)
        self.stones[place] = stone

    def inside(self, place):
        return 0 <= place[0] < self.width and 0 <= place[1] < self.height

    def answer(self):
        """Choose, put and say a move."""
        place = self.choose()
        self.stones[place] = 1
        self.moves += 1
        self.say_move(place)

    def say_move(self, place):
        self.say(f"{place[0]},{place[1]}")

    def choose(self):
        empty = [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if (x, y) not in self.stones
        ]
        if not empty:
            raise ValueError("the board is full")
        for stone in (1, 2):
            for place in empty:
                if self.makes_five(place, stone):
                    return place
        middle = (self.width // 2, self.height // 2)
        return min(empty, key=lambda place: max(abs(a - b) for a, b in zip(place, middle)))  # noqa: B905

    def makes_five(self, place, stone):
        for step in LINES:
            length = 1
            for sign in (1, -1):
                x, y = place
                while self.stones.get((x := x + sign * step[0], y := y + sign * step[1])) == stone:
                    length += 1
            if length == 5 or (length > 5 and not self.rule & 1):
                return True
        return False


def rows():
    """The lines until DONE."""
    for line in sys.stdin:
        if line.strip().upper() == "DONE":
            return
        yield line.strip()


def point(text):
    x, y = text.split(",")
    return int(x), int(y)


def forever():
    while True:
        time.sleep(60)
