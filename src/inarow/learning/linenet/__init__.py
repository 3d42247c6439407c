"""The line network: the learned evaluation of the Gomoku engine. See ``model`` for what it is."""
