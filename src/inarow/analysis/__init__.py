"""Analysis of positions: threats, problems, the bench of the engine."""
