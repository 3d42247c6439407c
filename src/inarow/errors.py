"""The exceptions of inarow: each says in a sentence what was wrong and what is valid."""


class InarowError(Exception):
    """The base of every error that inarow raises on purpose."""


class BadSpec(InarowError, ValueError):
    """A game or player description that cannot be read, or a parameter out of its range."""


class UnknownGame(BadSpec):
    """No game has this name."""


class UnknownPlayer(BadSpec):
    """No player has this name."""


class BadNotation(InarowError, ValueError):
    """A move string that names no cell of the board."""


class IllegalMove(InarowError, ValueError):
    """An action that the rules do not allow here."""


class GameOver(IllegalMove):
    """An action in a game that has ended."""


class NothingToUndo(InarowError):
    """An undo at the start of the game."""


class BadHistory(InarowError, ValueError):
    """A list of moves that is not a game: it names the move that does not fit."""


class TooLarge(InarowError):
    """A count that was cut off at the limit it was given."""


class BadFile(InarowError, ValueError):
    """A file that is missing, damaged, or not what it should be."""


class PlayerFailed(InarowError):
    """A player that gave no move it could be held to; it has lost the game.

    ``end`` says how, in the words that records of games use: crash, stall, flood and so on.
    """

    def __init__(self, end: str, message: str) -> None:
        super().__init__(message)
        self.end = end
