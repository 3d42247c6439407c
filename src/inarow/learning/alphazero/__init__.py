"""AlphaZero: a network that learns from games of its own search against itself."""
