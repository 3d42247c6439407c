"""A bot that reads the input of CodinGame's referee; the argument says what is broken."""

import sys
import time

fault = (sys.argv[1:] or [""])[0]
turn = 0
if fault == "loads":
    time.sleep(0.5)
while True:
    opponent = input()
    choices = [input() for _ in range(int(input()))]
    turn += 1
    choice = choices[0]
    if turn == 3:
        if fault == "crash":
            sys.exit(1)
        if fault == "stall":
            time.sleep(1000)
        if fault == "occupied":
            choice = opponent
        if fault == "garbage":
            choice = "9 9"
        if fault == "twice":
            choice = f"{choice}\n{choice}"
    message = " hello" if fault == "talks" else ""
    sys.stderr.write(f"turn {turn}\n")
    print(f"{choice}{message}", flush=True)  # noqa: T201
