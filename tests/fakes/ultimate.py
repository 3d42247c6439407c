"""An engine of ultimate that speaks our line protocol: well-behaved, or with one thing broken.

The argument says what is broken, and it happens at the engine's third move.
"""

import os
import sys
import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def cell_of(name):
    return (int(name[1:]) - 1) * 9 + "abcdefghi".index(name[0])


def name_of(cell):
    return f"{'abcdefghi'[cell % 9]}{cell // 9 + 1}"


def place(cell):
    """The local board of a cell, and its number there."""
    row, column = divmod(cell, 9)
    return row // 3 * 3 + column // 3, row % 3 * 3 + column % 3


def legal(moves):
    """The cells that may be played."""
    stones = {cell: ply % 2 for ply, cell in enumerate(moves)}
    own = [[set(), set()] for _ in range(9)]
    for cell, side in stones.items():
        board, local = place(cell)
        own[board][side].add(local)
    closed = [
        len(sides[0] | sides[1]) == 9 or any(set(line) <= side for side in sides for line in LINES)
        for sides in own
    ]
    sent = place(moves[-1])[1] if moves else None
    free = [cell for cell in range(81) if cell not in stones and not closed[place(cell)[0]]]
    if sent is None or closed[sent]:
        return free
    return [cell for cell in free if place(cell)[0] == sent]


def answer(fault, moves):
    choice = legal(moves)[0]
    if len(moves) >= 4:  # its third move, as either side
        if fault == "crash":
            sys.stderr.write("out of ideas\n")
            sys.exit(7)
        if fault == "stall":
            time.sleep(1000)
        if fault == "occupied":
            choice = moves[0]
        if fault == "closed":
            choice = next(
                cell for cell in range(81) if cell not in moves and cell not in legal(moves)
            )
        if fault == "garbage":
            say("bestmove z99")
            return
        if fault == "nonsense":
            say("I resign")
            return
        if fault == "flood":
            while True:
                sys.stdout.write("info " + "x" * 1000 + "\n")
        if fault == "twice":  # in one piece, or the second could come after the next request
            say(f"bestmove {name_of(choice)}\nbestmove {name_of(choice)}")
            return
        if fault == "closes":
            os.close(1)
            time.sleep(1000)
    say("info depth 1 thinking is hard")
    say(f"bestmove {name_of(choice)}")


def main():
    fault = (sys.argv[1:] or [""])[0]
    moves = []
    if fault == "banner":
        say("Welcome to the best engine of all!")
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "inarow":
            say("inarow 2 Fake" if fault == "version" else "inarow 1 Fake 3.0")
        elif word == "game":
            say("error only on Sundays" if fault == "refuses" else "ready")
        elif word == "position":
            moves = [cell_of(each) for each in rest]
        elif word == "go":
            answer(fault, moves)
        elif word == "quit" and fault != "immortal":
            break


main()
