"""DQN: a network that says what each move is worth, and learns from the games that it plays."""
