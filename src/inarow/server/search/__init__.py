"""Searches for the page: the pool, its executor, cached players, what is allowed, analysis."""
