"""What results say about strength: Elo, ratings, sequential tests. Knows counts, not games."""
