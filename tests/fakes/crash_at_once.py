"""Ends before it has read anything, with something to say."""

import sys

sys.stderr.write("\x1b[31mcannot load\n\tmy weights\x00\n")
sys.exit(3)
