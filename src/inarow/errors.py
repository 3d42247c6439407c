"""The exceptions of inarow. Each message says in one sentence what was wrong and what is valid."""


class InarowError(Exception):
    """The base class of all errors that inarow raises."""


class BadSpec(InarowError, ValueError):
    """A game or player description that cannot be read, or a parameter out of its range."""


class UnknownGame(BadSpec):
    """No game has this name."""


class UnknownPlayer(BadSpec):
    """No player has this name."""


class BadNotation(InarowError, ValueError):
    """A move string that is not a cell of the board."""


class IllegalMove(InarowError, ValueError):
    """An action that the rules do not allow here."""


class GameOver(IllegalMove):
    """An action in a game that has ended."""


class NothingToUndo(InarowError):
    """An undo at the start of the game."""


class BadHistory(InarowError, ValueError):
    """A list of moves that is not a legal game; the message names the first illegal move."""


class TooLarge(InarowError):
    """A count that reached its limit."""


class BadFile(InarowError, ValueError):
    """A file that is missing, damaged, or not what it should be."""


class PlayerFailed(InarowError):
    """A player that gave no legal move in time; it has lost the game.

    ``end`` is the reason in the words of game records: crash, stall, flood and so on; ``seconds``
    is how long it had thought by then, if it was thinking.
    """

    def __init__(self, end: str, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.end = end
        self.seconds = seconds
