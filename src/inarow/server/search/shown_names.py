"""Games and players as the page calls them, for titles and messages."""

from __future__ import annotations

from inarow.games import Game

WORDS = {
    "alphabeta": "alpha-beta",
    "alphazero": "AlphaZero",
    "dqn": "DQN",
    "mcts": "MCTS",
    "td": "TD",
    "ucb": "UCB",
}
"""Words in the names of players that people write differently; web/src/lib/texts has the same."""


def shown_title(game: Game) -> str:
    """The title of a game as people write it, with a multiplication sign.

    >>> import inarow
    >>> shown_title(inarow.load_game("gomoku")) == "Gomoku 15 \N{MULTIPLICATION SIGN} 15"
    True
    """
    return game.title.replace(" x ", " \N{MULTIPLICATION SIGN} ")


def shown_player(name: str) -> str:
    """What people call a player or learner.

    >>> [shown_player(name) for name in ("td-alphabeta", "heuristic-mcts", "alphazero")]
    ['TD alpha-beta', 'Heuristic MCTS', 'AlphaZero']
    """
    words = " ".join(WORDS.get(word, word) for word in name.split("-"))
    return words[:1].upper() + words[1:]
