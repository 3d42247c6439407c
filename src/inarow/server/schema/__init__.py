"""What the server and the page say to each other; the page's types are generated from this.

Cells are numbers as everywhere in inarow (row * columns + column, row 0 at the bottom). Players are
0 (X, moves first) and 1 (O). Values are in [-1, 1], for the player to move in the position they
belong to; the value of a move is for the one who made it.
"""
