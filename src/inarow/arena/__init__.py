"""The arena: matches, tournaments, openings and ratings."""
