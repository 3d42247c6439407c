"""What the server and the page say to each other; the page's types are generated from this.

An action is what a player may do, a cell is a place on the board. Both are the same number,
``row * columns + column`` with row 0 at the bottom. A move is an action that was made, ``moves``
are the moves of a game in order. A candidate is an action with what a search knows of it.

Players are 0 (X, moves first) and 1 (O). Values are in [-1, 1], for the player to move in the
position they belong to; the value of a move is for the player who made it.
"""
