"""Statistics of results: Elo, ratings, sequential tests. They use counts, not games."""
