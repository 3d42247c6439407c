"""What can be said about positions beside playing: threats, problems, the engine's bench."""
